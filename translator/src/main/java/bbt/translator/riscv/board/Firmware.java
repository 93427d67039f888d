package bbt.translator.riscv.board;

import bbt.translator.guest.Surroundings;
import bbt.translator.hart.Hart;
import bbt.translator.mmu.Mmu;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.riscv.cpu.Csrs;
import bbt.translator.riscv.cpu.Status;
import bbt.translator.riscv.sbi.Sbi;
import bbt.translator.riscv.sbi.SbiHost;
import bbt.translator.run.ExitReason;
import bbt.translator.run.MachineHart;
import bbt.translator.run.PowerState;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/**
 * Serves the built-in SBI on this machine: how its calls act on the harts, and how it leaves them.
 */
final class Firmware implements SbiHost {
  /** Exceptions that S-mode handles itself: all but its own environment calls. */
  private static final long DELEGATED_EXCEPTIONS = 0xB1FF;

  /** SSI, STI, SEI. */
  private static final long DELEGATED_INTERRUPTS = 0x222;

  /**
   * menvcfg for a supervisor: STCE, PBMTE, CBZE, CBCFE, and cbo.inval as itself (it is carried out
   * as a flush all the same).
   */
  private static final long ENVIRONMENT = 1L << 63 | 1L << 62 | 1L << 7 | 1L << 6 | 3L << 4;

  /** One NAPOT region over all of memory, readable, writable, executable. */
  private static final long PMP_ALL = 0x1F;

  private static final long PAGE_SIZE = 4096;
  private static final long PAGE_MASK = -PAGE_SIZE;

  private final List<MachineHart> harts;
  private final PowerState power;
  private final IntConsumer output;
  private final IntSupplier input;
  private final Sbi sbi;

  Firmware(Surroundings around) {
    harts = around.harts();
    power = around.power();
    output = around.output();
    input = around.input();
    sbi = new Sbi(this, around.ram());
  }

  /** Hart 0 enters S-mode as OpenSBI leaves it; the others wait to be started. */
  void start() {
    enterSupervisor(cpu(0));
    for (MachineHart hart : harts.subList(1, harts.size())) {
      hart.state = MachineHart.State.STOPPED;
    }
  }

  private Cpu cpu(int hart) {
    return (Cpu) harts.get(hart).cpu;
  }

  private static void enterSupervisor(Cpu cpu) {
    Csrs c = cpu.csrs;
    c.write(Csr.MEDELEG, DELEGATED_EXCEPTIONS);
    c.write(Csr.MIDELEG, DELEGATED_INTERRUPTS);
    c.write(Csr.MCOUNTEREN, 7);
    c.write(Csr.SCOUNTEREN, 7);
    c.write(Csr.MENVCFG, c.read(Csr.MENVCFG) | ENVIRONMENT);
    c.write(Csr.STIMECMP, -1);
    c.write(Csr.PMPADDR0, -1);
    c.write(Csr.PMPCFG0, PMP_ALL);
    c.write(Csr.MSTATUS, Status.FS_INITIAL);
    c.privilege(Cpu.S);
  }

  /** Serves the call in the registers. */
  void call(Hart cpu) {
    sbi.call((Cpu) cpu);
  }

  @Override
  public int harts() {
    return harts.size();
  }

  @Override
  public HartStatus status(int hart) {
    return switch (harts.get(hart).state) {
      case STOPPED -> HartStatus.STOPPED;
      case STARTING -> HartStatus.START_PENDING;
      case SUSPENDED -> HartStatus.SUSPENDED;
      case RUNNING, WAITING -> HartStatus.STARTED;
    };
  }

  @Override
  public void startHart(int hart, long address, long opaque) {
    MachineHart started = harts.get(hart);
    Csrs c = cpu(hart).csrs;
    c.write(Csr.MIE, 0);
    c.setPending(Board.SSIP, false);
    enterSupervisor(cpu(hart));
    started.start(address, opaque);
  }

  @Override
  public void stopHart(Cpu caller) {
    harts.get(caller.hartId).state = MachineHart.State.STOPPED;
    caller.expire();
    for (MachineHart hart : harts) {
      if (hart.state != MachineHart.State.STOPPED) {
        return;
      }
    }
    power.end(ExitReason.IDLE_FOREVER, 0, "the guest stopped its last hart");
  }

  @Override
  public void suspend(Cpu caller) {
    harts.get(caller.hartId).waitForInterrupt(MachineHart.State.SUSPENDED);
  }

  @Override
  public void suspendAndRestart(Cpu caller, long address, long opaque) {
    harts.get(caller.hartId).waitAndRestart(address, opaque);
  }

  @Override
  public void setTimer(Cpu caller, long tick) {
    caller.csrs.write(Csr.STIMECMP, tick);
  }

  @Override
  public void setSoftwareInterrupt(int hart, boolean level) {
    cpu(hart).csrs.setPending(Board.SSIP, level);
  }

  @Override
  public void fenceTranslations(int hart, long start, long size) {
    Mmu mmu = harts.get(hart).mmu;
    if (size == -1) {
      mmu.flushAll();
      return;
    }
    long first = start & PAGE_MASK;
    for (long done = 0; done < size + (start - first); done += PAGE_SIZE) {
      mmu.flushPage(first + done);
    }
  }

  @Override
  public void fenceInstructions(int hart) {
    // A store is visible to the next fetch without a fence (docs/determinism.md 7).
  }

  @Override
  public long translate(Cpu caller, long address) {
    return caller.translateQuietly(address);
  }

  @Override
  public void powerOff() {
    power.powerOff();
  }

  @Override
  public void fail(int code) {
    power.fail(code);
  }

  @Override
  public void reset() {
    power.reset();
  }

  @Override
  public void putByte(int octet) {
    output.accept(octet);
  }

  @Override
  public int getByte() {
    return input.getAsInt();
  }
}

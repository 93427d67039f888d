package bbt.translator.machine;

import bbt.translator.device.GuestMemory;
import bbt.translator.runtime.Cpu;
import bbt.translator.runtime.Csr;
import bbt.translator.runtime.Csrs;
import bbt.translator.sbi.Sbi;
import bbt.translator.sbi.SbiHost;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/** The built-in SBI on this machine: how its calls act on the hart, and how it leaves the hart. */
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

  /** mstatus.FS = initial. */
  private static final long FS_INITIAL = 1L << 13;

  private final Cpu cpu;
  private final PowerState power;
  private final IntConsumer output;
  private final IntSupplier input;
  private final Sbi sbi;

  Firmware(Cpu cpu, GuestMemory memory, PowerState power, IntConsumer output, IntSupplier input) {
    this.cpu = cpu;
    this.power = power;
    this.output = output;
    this.input = input;
    this.sbi = new Sbi(this, memory);
  }

  /** Sets the CSRs as OpenSBI leaves them and enters S-mode. */
  void start() {
    Csrs c = cpu.csrs;
    c.write(Csr.MEDELEG, DELEGATED_EXCEPTIONS);
    c.write(Csr.MIDELEG, DELEGATED_INTERRUPTS);
    c.write(Csr.MCOUNTEREN, 7);
    c.write(Csr.SCOUNTEREN, 7);
    c.write(Csr.MENVCFG, c.read(Csr.MENVCFG) | ENVIRONMENT);
    c.write(Csr.STIMECMP, -1);
    c.write(Csr.PMPADDR0, -1);
    c.write(Csr.PMPCFG0, PMP_ALL);
    c.write(Csr.MSTATUS, c.read(Csr.MSTATUS) | FS_INITIAL);
    c.privilege(Cpu.S);
  }

  /** Serves the call in the registers. */
  void call() {
    sbi.call(cpu);
  }

  @Override
  public void setTimer(long tick) {
    cpu.csrs.write(Csr.STIMECMP, tick);
  }

  @Override
  public void setSoftwareInterrupt(boolean level) {
    cpu.csrs.setPending(Board.SSIP, level);
  }

  @Override
  public void fenceTranslations() {
    cpu.mmu.flushAll();
  }

  @Override
  public void fenceInstructions() {
    // A store is visible to the next fetch without a fence (rules.md 7).
  }

  @Override
  public void waitForInterrupt() {
    cpu.platform.waitForInterrupt(cpu);
  }

  @Override
  public void stopHart() {
    power.end(ExitReason.IDLE_FOREVER, 0, "the guest stopped its last hart");
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

package bbt.translator.riscv.cpu;

import bbt.ptg.guest.fp.FloatEnvironment;
import bbt.translator.code.CodeMemory;
import bbt.translator.device.Bus;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.hart.Platform;
import bbt.translator.hart.ProgramPages;
import bbt.translator.memory.Ram;
import bbt.translator.state.Fields;
import java.util.OptionalLong;

/**
 * The registers of one RISC-V hart and the rest of the state that guest code touches all the time.
 *
 * <p>Registers are fields, not an array: C2 forwards the field loads itself (docs/architecture.md).
 * The interpreter reaches them by slot through Unsafe (see {@code RegisterSlots}); compiled regions
 * by name. Control and status registers are in {@link Csrs}; translation in {@code
 * bbt.translator.mmu}.
 */
@SuppressWarnings("checkstyle:all")
public final class Cpu extends Hart implements FloatEnvironment {
  /** Always zero; never written. */
  public long x0;

  public long x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15;
  public long x16, x17, x18, x19, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29, x30, x31;

  /** Where the interpreter puts results whose destination is x0. */
  public long xSink;

  public long f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15;
  public long f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31;

  /** Values of {@link #priv}. */
  public static final int U = 0;

  public static final int S = 1;
  public static final int M = 3;

  /** fcsr.fflags (bits 4..0: NV DZ OF UF NX) and fcsr.frm. */
  public int fflags;

  public int frm;

  /** mstatus.FS as 0 off, 1 initial, 2 clean, 3 dirty; the rest of mstatus is in {@link Csrs}. */
  public int fs;

  /** Reservation of lr/sc: physical address of the 64-byte line, or -1. */
  public long reservation = -1;

  /** Control and status registers, traps. */
  public Csrs csrs;

  /** Address translation, physical memory, MMIO. */
  public RiscvMmu mmu;

  /** The RAM, for looks without translation; null where there is no machine. */
  private Ram ram;

  /**
   * The cache-block operations that are legal at the present privilege: {@link
   * bbt.ptg.riscv.semantics.CacheOp#bit} of each. At reset, in M-mode, all are.
   */
  public int cacheOps = -1;

  /** The registers alone, with no machine around them. */
  public Cpu(int hartId) {
    super(hartId);
    priv = M;
  }

  /**
   * A hart in its reset state: M-mode, pc 0. The machine sets pc, registers and what its firmware
   * would have set.
   */
  public static Cpu create(int hartId, Ram ram, CodeMemory code, Bus bus, Platform platform) {
    Cpu cpu = new Cpu(hartId);
    cpu.platform = platform;
    cpu.mmu = new RiscvMmu(cpu, ram, code, bus);
    cpu.ram = ram;
    cpu.csrs = new Csrs(cpu);
    cpu.csrs.privilege(Cpu.M);
    return cpu;
  }

  @Override
  public long load(long address, int bytes, int site) {
    return mmu.load(address, bytes, site);
  }

  @Override
  public void store(long address, long value, int bytes, int site) {
    mmu.store(address, value, bytes, site);
  }

  @Override
  public long translateQuietly(long address, int privilege) {
    return mmu.translateQuietly(address, privilege);
  }

  @Override
  public void programPages(ProgramPages to) {
    mmu.programPages(to);
  }

  /** {@inheritDoc} A reservation is gone (docs/determinism.md 8). */
  @Override
  public void enterTrap(long cause, long value) {
    platform.trapTaken(this, cause);
    reservation = -1;
    if (csrs.isDelegated(cause)) {
      csrs.enterSupervisor(cause, value);
    } else {
      csrs.enterMachine(cause, value);
    }
  }

  @Override
  public int pendingInterrupt() {
    return csrs.pendingInterrupt();
  }

  @Override
  public boolean wakes() {
    return csrs.wakes();
  }

  @Override
  public long timer() {
    return csrs.supervisorDeadline();
  }

  @Override
  public long addressSpace() {
    return csrs.satp();
  }

  @Override
  public boolean translatesFetch() {
    return priv != M;
  }

  @Override
  public boolean fetchedGlobally() {
    return mmu.fetchGlobal;
  }

  @Override
  public long stackPointer() {
    return x2;
  }

  @Override
  public long threadPointer() {
    return x4;
  }

  @Override
  public boolean spins() {
    return new SpinCheck(this, ram).spins();
  }

  @Override
  public void turnOver() {
    reservation = -1;
  }

  /** {@inheritDoc} As the SBI specification has it (chapter 9, table 36 and 38). */
  @Override
  public void start(long address, long argument) {
    csrs.write(Csr.SATP, 0);
    csrs.write(Csr.MSTATUS, Status.FS_INITIAL);
    csrs.privilege(S);
    mmu.flushAll();
    reservation = -1;
    pc = address;
    x10 = hartId;
    x11 = argument;
  }

  /** Raised flags change fcsr, which is part of the state that mstatus.FS describes. */
  @Override
  public void raise(int flags) {
    fflags |= flags;
    fs = 3;
  }

  @Override
  public long general(int number) {
    return switch (number) {
      case 0 -> 0;
      case 1 -> x1;
      case 2 -> x2;
      case 3 -> x3;
      case 4 -> x4;
      case 5 -> x5;
      case 6 -> x6;
      case 7 -> x7;
      case 8 -> x8;
      case 9 -> x9;
      case 10 -> x10;
      case 11 -> x11;
      case 12 -> x12;
      case 13 -> x13;
      case 14 -> x14;
      case 15 -> x15;
      case 16 -> x16;
      case 17 -> x17;
      case 18 -> x18;
      case 19 -> x19;
      case 20 -> x20;
      case 21 -> x21;
      case 22 -> x22;
      case 23 -> x23;
      case 24 -> x24;
      case 25 -> x25;
      case 26 -> x26;
      case 27 -> x27;
      case 28 -> x28;
      case 29 -> x29;
      case 30 -> x30;
      case 31 -> x31;
      default -> throw new IllegalArgumentException("no register x" + number);
    };
  }

  @Override
  public void setGeneral(int number, long value) {
    switch (number) {
      case 0 -> {}
      case 1 -> x1 = value;
      case 2 -> x2 = value;
      case 3 -> x3 = value;
      case 4 -> x4 = value;
      case 5 -> x5 = value;
      case 6 -> x6 = value;
      case 7 -> x7 = value;
      case 8 -> x8 = value;
      case 9 -> x9 = value;
      case 10 -> x10 = value;
      case 11 -> x11 = value;
      case 12 -> x12 = value;
      case 13 -> x13 = value;
      case 14 -> x14 = value;
      case 15 -> x15 = value;
      case 16 -> x16 = value;
      case 17 -> x17 = value;
      case 18 -> x18 = value;
      case 19 -> x19 = value;
      case 20 -> x20 = value;
      case 21 -> x21 = value;
      case 22 -> x22 = value;
      case 23 -> x23 = value;
      case 24 -> x24 = value;
      case 25 -> x25 = value;
      case 26 -> x26 = value;
      case 27 -> x27 = value;
      case 28 -> x28 = value;
      case 29 -> x29 = value;
      case 30 -> x30 = value;
      case 31 -> x31 = value;
      default -> throw new IllegalArgumentException("no register x" + number);
    }
  }

  @Override
  public long floating(int number) {
    return switch (number) {
      case 0 -> f0;
      case 1 -> f1;
      case 2 -> f2;
      case 3 -> f3;
      case 4 -> f4;
      case 5 -> f5;
      case 6 -> f6;
      case 7 -> f7;
      case 8 -> f8;
      case 9 -> f9;
      case 10 -> f10;
      case 11 -> f11;
      case 12 -> f12;
      case 13 -> f13;
      case 14 -> f14;
      case 15 -> f15;
      case 16 -> f16;
      case 17 -> f17;
      case 18 -> f18;
      case 19 -> f19;
      case 20 -> f20;
      case 21 -> f21;
      case 22 -> f22;
      case 23 -> f23;
      case 24 -> f24;
      case 25 -> f25;
      case 26 -> f26;
      case 27 -> f27;
      case 28 -> f28;
      case 29 -> f29;
      case 30 -> f30;
      case 31 -> f31;
      default -> throw new IllegalArgumentException("no register f" + number);
    };
  }

  @Override
  public void setFloating(int number, long value) {
    switch (number) {
      case 0 -> f0 = value;
      case 1 -> f1 = value;
      case 2 -> f2 = value;
      case 3 -> f3 = value;
      case 4 -> f4 = value;
      case 5 -> f5 = value;
      case 6 -> f6 = value;
      case 7 -> f7 = value;
      case 8 -> f8 = value;
      case 9 -> f9 = value;
      case 10 -> f10 = value;
      case 11 -> f11 = value;
      case 12 -> f12 = value;
      case 13 -> f13 = value;
      case 14 -> f14 = value;
      case 15 -> f15 = value;
      case 16 -> f16 = value;
      case 17 -> f17 = value;
      case 18 -> f18 = value;
      case 19 -> f19 = value;
      case 20 -> f20 = value;
      case 21 -> f21 = value;
      case 22 -> f22 = value;
      case 23 -> f23 = value;
      case 24 -> f24 = value;
      case 25 -> f25 = value;
      case 26 -> f26 = value;
      case 27 -> f27 = value;
      case 28 -> f28 = value;
      case 29 -> f29 = value;
      case 30 -> f30 = value;
      case 31 -> f31 = value;
      default -> throw new IllegalArgumentException("no register f" + number);
    }
  }

  @Override
  public OptionalLong control(int number) {
    try {
      return OptionalLong.of(csrs.read(number));
    } catch (GuestTrap none) {
      return OptionalLong.empty();
    }
  }

  @Override
  public void setControl(int number, long value) {
    csrs.write(number, value);
  }

  @Override
  public void setPrivilege(int privilege) {
    csrs.privilege(privilege);
    expire();
  }

  @Override
  public void state(Fields f) {
    for (int i = 1; i < 32; i++) {
      setGeneral(i, f.of(general(i)));
    }
    for (int i = 0; i < 32; i++) {
      setFloating(i, f.of(floating(i)));
    }
    pc = f.of(pc);
    priv = f.of(priv);
    fflags = f.of(fflags);
    frm = f.of(frm);
    fs = f.of(fs);
    reservation = f.of(reservation);
    long count = f.of(retired());
    csrs.state(f);
    mmu.state(f);
    if (f.reading()) {
      eventAt = count;
      budget = 0;
      partial = 0;
      nodeStart = -1;
    }
  }
}

package bbt.translator.arm64.cpu;

import bbt.ptg.arm64.SystemRegisters;
import bbt.ptg.arm64.vector.FloatStatus;
import bbt.translator.code.CodeMemory;
import bbt.translator.device.Bus;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.hart.Platform;
import bbt.translator.hart.ProgramPages;
import bbt.translator.memory.Ram;
import bbt.translator.run.MachineHart;
import bbt.translator.state.Fields;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The registers of one AArch64 processor with the exception levels 0 and 1, and the rest of the
 * state that guest code touches all the time. System registers are in {@link A64Control}.
 */
public final class A64Cpu extends Hart {
  /** The register that calls write. */
  public static final int LINK = 30;

  // Places in x behind the general registers.

  /** Always zero; never written. */
  public static final int ZERO = 31;

  /** The stack pointer that is selected. */
  public static final int SP = 32;

  /** Where results go whose destination is the zero register. */
  public static final int SINK = 33;

  /** Interrupt masks as DAIF has them. */
  static final int MASK_IRQ = 0x80;

  static final int ALL_MASKS = 0x3C0;

  /** The cause of the interrupt that there is: its place among the vectors. */
  private static final int IRQ = 0;

  public final long[] x = new long[34];

  /** The condition flags at reset, as QEMU has them: Z. */
  private static final long RESET_FLAGS = 1 << 30;

  /** The condition flags, each 0 or 1. */
  public long flagN, flagZ = 1, flagC, flagV;

  /** The vector registers, the low half of each first. */
  public final long[] vector = new long[64];

  /** FPCR and FPSR. */
  public final FloatStatus floats = new FloatStatus();

  /** Physical address of the 64-byte line that is reserved, or -1. */
  public long reservation = -1;

  /** Interrupt masks: DAIF. */
  int daif = ALL_MASKS;

  /** Whether the next instruction traps since the return before it was to a state there is not. */
  public boolean illegal;

  /** Whether level 1 has its own stack pointer selected. */
  boolean ownStack = true;

  /** The stack pointers of level 0 and 1 where they are not selected. */
  private final long[] banked = new long[2];

  /** What ESR_EL1 will say of the exception on its way, besides the class. */
  private int syndrome;

  /** Whether the interrupt controller asks for attention. */
  private boolean irq;

  /** What a recorder is told of: address space and task. */
  final A64Context context = new A64Context();

  public A64Control control;
  public A64Mmu mmu;
  public GenericTimer timer;

  /** All processors of the machine, which a broadcast reaches. */
  private A64Cpu[] cluster = {this};

  /** What ends a wait for an event. */
  final EventRegister events = new EventRegister(this);

  private A64Cpu(int number) {
    super(number);
    priv = 1;
  }

  /** A processor without memory, to keep registers in. */
  static Hart registersAlone() {
    return new A64Cpu(0);
  }

  /** A processor in its reset state, at level 1. */
  static A64Cpu create(int number, Ram ram, CodeMemory code, Bus bus, Platform platform) {
    A64Cpu cpu = new A64Cpu(number);
    cpu.platform = platform;
    cpu.control = new A64Control(cpu);
    cpu.timer = new GenericTimer(cpu);
    cpu.mmu = new A64Mmu(cpu, ram, code, bus);
    cpu.mmu.levelChanged();
    return cpu;
  }

  /**
   * A processor as the machine has it. Whoever has no such guest does not load this class: with one
   * subclass of {@link Hart} alone HotSpot calls its methods directly.
   */
  public static MachineHart hart(int number, Ram ram, CodeMemory code, Bus bus, Platform of) {
    A64Cpu cpu = create(number, ram, code, bus, of);
    return new MachineHart(cpu, cpu.mmu, MachineHart.State.STARTING);
  }

  /** Tells the processor of all that there are, itself among them. */
  public void cluster(A64Cpu[] all) {
    cluster = all.clone();
  }

  A64Cpu[] cluster() {
    return cluster;
  }

  // ---- levels and stack pointers

  private int selected() {
    return priv == 1 && ownStack ? 1 : 0;
  }

  /** Changes level and selection of the stack pointer. */
  void level(int level, boolean own) {
    int before = selected();
    boolean moves = level != priv;
    priv = level;
    ownStack = own;
    int now = selected();
    if (now != before) {
      banked[before] = x[SP];
      x[SP] = banked[now];
    }
    if (moves) {
      mmu.levelChanged();
    }
  }

  /** The stack pointer of a level that was put aside when it was selected last. */
  long banked(int level) {
    return banked[level];
  }

  /** The stack pointer of level 0. */
  long programStack() {
    return selected() == 0 ? x[SP] : banked[0];
  }

  void programStack(long value) {
    if (selected() == 0) {
      x[SP] = value;
    } else {
      banked[0] = value;
    }
  }

  int flags() {
    return (int) (flagN << 31 | flagZ << 30 | flagC << 29 | flagV << 28);
  }

  void flags(long from) {
    flagN = from >>> 31 & 1;
    flagZ = from >>> 30 & 1;
    flagC = from >>> 29 & 1;
    flagV = from >>> 28 & 1;
  }

  // ---- interrupts

  /** The interrupt controller's request. */
  public void interrupt(boolean level) {
    if (level == irq) {
      return;
    }
    irq = level;
    if (level) {
      expire();
    }
  }

  boolean interruptRequested() {
    return irq;
  }

  /** Masks have changed: an interrupt that waits is taken at the end of this node. */
  void masks(int now) {
    daif = now & ALL_MASKS;
    if (irq) {
      expire();
    }
  }

  @Override
  public int pendingInterrupt() {
    return irq && (daif & MASK_IRQ) == 0 ? IRQ : -1;
  }

  /** {@inheritDoc} An event does, too, where it is waited for one; then masks count. */
  @Override
  public boolean wakes() {
    return events.waiting() ? events.arrived() || pendingInterrupt() >= 0 : irq;
  }

  @Override
  public void awake() {
    events.awake();
  }

  /** {@inheritDoc} Or an event of its stream will end its wait for one. */
  @Override
  public long timer() {
    long timers = timer.next();
    long stream = events.next();
    return Long.compareUnsigned(timers, stream) < 0 ? timers : stream;
  }

  // ---- traps

  /**
   * Returns an exception on its way.
   *
   * @param cause its class
   * @param iss what ESR_EL1 says besides
   * @param value an address, or an encoding
   */
  public GuestTrap trap(int cause, int iss, long value, int site) {
    syndrome = iss;
    return GuestTrap.of(cause, value, site);
  }

  @Override
  public void enterTrap(long cause, long value) {
    platform.trapTaken(this, cause);
    A64Exceptions.enter(this, cause, syndrome, value);
  }

  // ---- memory

  @Override
  public long load(long address, int bytes, int site) {
    mmu.checkAlignment(address, bytes, false, site);
    return loadChecked(address, bytes, site);
  }

  /** {@link #load} of what need not be aligned, or is. */
  long loadChecked(long address, int bytes, int site) {
    long plain = mmu.untagged(address);
    if (plain == address) {
      return mmu.load(address, bytes, site);
    }
    try {
      return mmu.load(plain, bytes, site);
    } catch (GuestTrap trap) {
      throw tagged(trap, address);
    }
  }

  @Override
  public void store(long address, long value, int bytes, int site) {
    mmu.checkAlignment(address, bytes, true, site);
    storeChecked(address, value, bytes, site);
  }

  /** {@link #store} to what need not be aligned, or is. */
  void storeChecked(long address, long value, int bytes, int site) {
    long plain = mmu.untagged(address);
    if (plain == address) {
      mmu.store(address, value, bytes, site);
      return;
    }
    try {
      mmu.store(plain, value, bytes, site);
    } catch (GuestTrap trap) {
      throw tagged(trap, address);
    }
  }

  /** The handler is told the address as the guest wrote it. */
  static GuestTrap tagged(GuestTrap trap, long address) {
    trap.tval = trap.tval & ~A64Mmu.TAG | address & A64Mmu.TAG;
    return trap;
  }

  @Override
  public long translateQuietly(long address, int privilege) {
    return mmu.translateQuietly(address, privilege);
  }

  @Override
  public void programPages(ProgramPages to) {
    mmu.programPages(to);
  }

  // ---- what the recorder says of it

  /** {@inheritDoc} The address of the table of the lower half, and 1; 0: no translation. */
  @Override
  public long addressSpace() {
    return context.space();
  }

  @Override
  public boolean translatesFetch() {
    return mmu.translates();
  }

  @Override
  public boolean fetchedGlobally() {
    return mmu.fetchedGlobally();
  }

  @Override
  public long stackPointer() {
    return x[SP];
  }

  /** {@inheritDoc} It is SP_EL0, while the kernel executes. */
  @Override
  public long threadPointer() {
    return context.task();
  }

  // ---- registers by number

  /** {@inheritDoc} 31 is the stack pointer. */
  @Override
  public long general(int number) {
    return x[number == ZERO ? SP : number];
  }

  @Override
  public void setGeneral(int number, long value) {
    x[number == ZERO ? SP : number] = value;
  }

  @Override
  public long floating(int number) {
    return vector[2 * number];
  }

  @Override
  public void setFloating(int number, long value) {
    vector[2 * number] = value;
    vector[2 * number + 1] = 0;
  }

  @Override
  public long upperFloating(int number) {
    return vector[2 * number + 1];
  }

  @Override
  public void setUpperFloating(int number, long value) {
    vector[2 * number + 1] = value;
  }

  @Override
  public OptionalLong control(int number) {
    if (number == SystemRegisters.PSTATE) {
      return OptionalLong.of(A64Exceptions.state(this));
    }
    A64Register register = A64Register.of(number);
    return register == null || register.isWriteOnly()
        ? OptionalLong.empty()
        : OptionalLong.of(control.get(register));
  }

  /** {@inheritDoc} Of PSTATE the condition flags and the interrupt masks change. */
  @Override
  public void setControl(int number, long value) {
    if (number == SystemRegisters.PSTATE) {
      flags(value);
      masks((int) value);
      return;
    }
    A64Register register = A64Register.of(number);
    if (register != null && !register.isReadOnly()) {
      control.set(register, value);
    }
  }

  @Override
  public void setPrivilege(int privilege) {
    level(privilege, ownStack);
    expire();
  }

  /** {@inheritDoc} It is never known. */
  @Override
  public boolean spins() {
    return false;
  }

  // ---- beginnings and ends

  @Override
  public void turnOver() {
    loseReservation();
  }

  /** Somebody else may write to what is reserved: that is an event. */
  void loseReservation() {
    if (reservation != -1) {
      reservation = -1;
      events.send();
    }
  }

  /** {@inheritDoc} As the Power State Coordination Interface has it (CPU_ON). */
  @Override
  public void start(long address, long argument) {
    control.reset();
    context.reset();
    timer.reset();
    events.reset();
    level(1, true);
    Arrays.fill(x, 0);
    Arrays.fill(vector, 0);
    Arrays.fill(banked, 0);
    flags(RESET_FLAGS);
    daif = ALL_MASKS;
    illegal = false;
    reservation = -1;
    mmu.flushAll();
    pc = address;
    x[0] = argument;
  }

  @Override
  public void state(Fields f) {
    f.each(x);
    f.each(vector);
    f.each(banked);
    flags(f.of(flags()));
    floats.control(f.of(floats.control()));
    floats.status(f.of(floats.status()));
    pc = f.of(pc);
    priv = f.of(priv);
    daif = f.of(daif);
    illegal = f.of(illegal);
    ownStack = f.of(ownStack);
    reservation = f.of(reservation);
    irq = f.of(irq);
    long count = f.of(retired());
    control.state(f);
    context.state(f);
    timer.state(f);
    events.state(f);
    if (f.reading()) {
      mmu.levelChanged();
    }
    mmu.state(f);
    if (f.reading()) {
      eventAt = count;
      budget = 0;
      partial = 0;
      nodeStart = -1;
    }
  }
}

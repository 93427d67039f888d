package bbt.translator.hart;

import bbt.translator.state.Fields;
import java.util.OptionalLong;

/**
 * The part of a hart's state that the engines, the recorder and the machine need, whatever the
 * guest's instruction set; its registers and the rest are a subclass's.
 *
 * <p>Fields, since engines and compiled regions read and write them all the time. There is one
 * subclass in a process, so that HotSpot calls its methods directly.
 */
public abstract class Hart {
  /** Address of the next instruction; exact whenever no engine is running. */
  public long pc;

  /** Current privilege: a number from 0 (programs) to 3. */
  public int priv;

  /**
   * Instructions left until {@link #eventAt}; engines subtract what they retire at node ends (a
   * region: per block, in a JVM local written back on every exit). At or below zero: return to the
   * engine loop at the node end.
   */
  public long budget;

  /** Retired count at which the budget is used up. Retired = eventAt - budget (+ partial). */
  public long eventAt;

  /**
   * Instructions retired in the node being interpreted, before the current one; set by whoever
   * calls into the machine in the middle of a node (MMIO, a control register), else 0.
   */
  public long partial;

  /**
   * Normally -1. After a region returned in the middle of a node: the virtual address of that node;
   * {@link #partial} instructions of it are retired, {@link #pc} is the next one, {@link #budget}
   * is as at the node's start (see {@code Region}).
   */
  public long nodeStart = -1;

  /** Host address of the read and write TLB of the current mode (see {@code Tlb}). */
  public long readTlb, writeTlb;

  /** Running hash of --bb-verify: h' = h * VerifyHash.P + element(pc, instruction bits). */
  public long verifyHash;

  /**
   * Next free position of the raw record buffer, and the position at which an engine must call
   * {@code Recorder.flush}; both 0 when tracing is off. Regions keep the pointer in a JVM local.
   */
  public long recordPointer, recordLimit;

  /** The hart's number, from 0. */
  public final int hartId;

  /** The machine around this hart: events, time, firmware. */
  public Platform platform;

  protected Hart(int hartId) {
    this.hartId = hartId;
  }

  // ---- counting

  /**
   * Instructions retired since reset: a machine counter that no guest can write
   * (docs/determinism.md 4).
   */
  public final long retired() {
    return eventAt - budget + partial;
  }

  /** Makes the engine return at the end of the current node (or region), exactly counted. */
  public final void expire() {
    long now = eventAt - budget;
    eventAt = now;
    budget = 0;
  }

  /**
   * Makes the engine return at the first node end at which so many more instructions have retired,
   * if it would not earlier.
   *
   * @param instructions at least 1
   */
  public final void expireIn(long instructions) {
    if (budget > instructions) {
      eventAt -= budget - instructions;
      budget = instructions;
    }
  }

  // ---- memory that the TLB does not lead to

  /**
   * Loads what {@link #readTlb} has no entry for.
   *
   * @param site where the access stands: see {@code Mem}
   * @return the bytes, zero-extended
   */
  public abstract long load(long address, int bytes, int site);

  /** Stores where {@link #writeTlb} has no entry for it; the low bytes of the value count. */
  public abstract void store(long address, long value, int bytes, int site);

  /**
   * Where an address leads, without any effect on the guest; for debugger and recorder.
   *
   * @param privilege as if the hart were there
   * @return physical address, or -1 when it is not mapped
   */
  public abstract long translateQuietly(long address, int privilege);

  /** Where an address leads at the present privilege, without any effect on the guest. */
  public final long translateQuietly(long address) {
    return translateQuietly(address, priv);
  }

  /**
   * Tells the pages that programs may access in the present address space, by ascending address in
   * each half, without any effect on the guest; none where addresses are not translated.
   */
  public abstract void programPages(ProgramPages to);

  // ---- traps

  /**
   * Enters the handler of a trap. {@link #pc} is the instruction that did not retire; {@link
   * #budget} is exact and {@link #partial} 0. Afterwards pc, privilege, and the rest are the
   * handler's.
   *
   * @param cause of an exception; of an interrupt, with bit 63 set
   * @param value what the guest is told besides: an address, instruction bits or 0
   */
  public abstract void enterTrap(long cause, long value);

  /** Cause of the interrupt to take at this node end, or -1. */
  public abstract int pendingInterrupt();

  /** Whether an interrupt, or what else it waits for, ends its wait. */
  public abstract boolean wakes();

  /** A wait that {@link #wakes} has ended is over. */
  public void awake() {}

  /**
   * The tick at which a timer of the hart's own will interrupt or wake it; -1 (unsigned): never.
   */
  public abstract long timer();

  // ---- what the recorder says of it

  /** The register that chooses the address space. */
  public abstract long addressSpace();

  /** Whether addresses are translated for execution at the present privilege. */
  public abstract boolean translatesFetch();

  /** Whether the mapping found by the last walk for a fetch holds in all address spaces. */
  public abstract boolean fetchedGlobally();

  /** The stack pointer. */
  public abstract long stackPointer();

  /** The register that a kernel keeps its current task or thread in. */
  public abstract long threadPointer();

  // ---- registers by number, as the guest's description has them

  /** A general register. */
  public abstract long general(int number);

  /** Sets a general register; one that is always zero stays so. */
  public abstract void setGeneral(int number, long value);

  /** The bits of a floating-point register. */
  public abstract long floating(int number);

  /** Sets the bits of a floating-point register. */
  public abstract void setFloating(int number, long value);

  /** The upper 64 bits of a floating-point register where it has 128. */
  public long upperFloating(int number) {
    return 0;
  }

  /** Sets the upper 64 bits of a floating-point register where it has 128. */
  public void setUpperFloating(int number, long value) {}

  /** A control register; empty where the hart has none of this number. */
  public abstract OptionalLong control(int number);

  /**
   * Writes a control register as the guest would.
   *
   * @throws GuestTrap where the guest must not
   */
  public abstract void setControl(int number, long value);

  /** Puts the hart at a privilege. */
  public abstract void setPrivilege(int privilege);

  /**
   * Whether it waits in a short loop for somebody else: executing on it would soon be where it is
   * now, with the same in all registers and in memory, and so again and again until an interrupt or
   * another hart changes something. Depends on nothing but the hart's state and memory, and changes
   * nothing.
   */
  public abstract boolean spins();

  // ---- beginnings and ends

  /** Another hart executes from here on: reservations of memory end. */
  public abstract void turnOver();

  /**
   * Begins at an address as firmware starts a hart: in the supervisor's mode, translation off.
   *
   * @param argument for the code there
   */
  public abstract void start(long address, long argument);

  /**
   * Saves or loads all of a hart that stands at a node end, for a snapshot. Read back it is due for
   * an event, as if its budget had just been used up.
   */
  public abstract void state(Fields f);
}

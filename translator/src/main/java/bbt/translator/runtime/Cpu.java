package bbt.translator.runtime;

/**
 * The architectural state of one hart that guest code touches all the time, and nothing else.
 *
 * <p>Registers are fields, not an array: C2 forwards the field loads itself (docs/architecture.md).
 * The interpreter reaches them by slot through Unsafe (see {@code RegisterSlots}); compiled regions
 * by name. Control and status registers are in {@link Csrs}; translation in {@code
 * bbt.translator.mmu}.
 */
@SuppressWarnings("checkstyle:all")
public final class Cpu {
  /** Always zero; never written. */
  public long x0;

  public long x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15;
  public long x16, x17, x18, x19, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29, x30, x31;

  /** Where the interpreter puts results whose destination is x0. */
  public long xSink;

  public long f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15;
  public long f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31;

  /** Address of the next instruction; exact whenever no engine is running. */
  public long pc;

  /** Current privilege: {@link #U}, {@link #S} or {@link #M}. */
  public int priv = M;

  public static final int U = 0;
  public static final int S = 1;
  public static final int M = 3;

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
   * calls into the machine in the middle of a node (MMIO, CSR), else 0.
   */
  public long partial;

  /**
   * Normally -1. After a region returned in the middle of a node: the virtual address of that node;
   * {@link #partial} instructions of it are retired, {@link #pc} is the next one, {@link #budget}
   * is as at the node's start (see {@code bbt.translator.engine.Region}).
   */
  public long nodeStart = -1;

  /** fcsr.fflags (bits 4..0: NV DZ OF UF NX) and fcsr.frm. */
  public int fflags;

  public int frm;

  /** mstatus.FS as 0 off, 1 initial, 2 clean, 3 dirty; the rest of mstatus is in {@link Csrs}. */
  public int fs;

  /** Host address of the read, write and fetch TLB of the current mode (see {@code Tlb}). */
  public long readTlb, writeTlb;

  /** Reservation of lr/sc: physical address of the 64-byte line, or -1. */
  public long reservation = -1;

  /** Running hash of --bb-verify: h' = h * VerifyHash.P + element(pc, instruction bits). */
  public long verifyHash;

  /**
   * Next free position of the raw record buffer, and the position at which an engine must call
   * {@code Recorder.flush}; both 0 when tracing is off. Regions keep the pointer in a JVM local.
   */
  public long recordPointer, recordLimit;

  public final int hartId;

  /** Control and status registers, traps. */
  public Csrs csrs;

  /** Address translation, physical memory, MMIO. */
  public bbt.translator.mmu.Mmu mmu;

  /** The machine around this hart: events, time, firmware. */
  public Platform platform;

  public Cpu(int hartId) {
    this.hartId = hartId;
  }

  /** Instructions retired since reset: a machine counter that no guest can write (rules.md 4). */
  public long retired() {
    return eventAt - budget + partial;
  }

  /** Makes the engine return at the end of the current node (or region), exactly counted. */
  public void expire() {
    long now = eventAt - budget;
    eventAt = now;
    budget = 0;
  }
}

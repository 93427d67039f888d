package bbt.translator.riscv.interp;

import bbt.ptg.guest.VerifyHash;
import bbt.ptg.riscv.Decoder;
import bbt.translator.code.CodeMemory;
import bbt.translator.code.CodePage;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.PhysicalCode;
import bbt.translator.code.Tiering;
import bbt.translator.debug.Probe;
import bbt.translator.engine.TrapEntry;
import bbt.translator.hart.Hart;
import bbt.translator.mmu.Mem;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.SystemInstructions;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import java.util.Arrays;

/**
 * The common part of the recording dispatch loops, which does their rare work.
 *
 * <p>A node's path id is looked up at its end, from bytes in memory; so when a store is about to
 * change the page it runs on, the open node is cut there and recorded with the old bytes first.
 */
abstract class RecordingInterpreter extends Interpreter implements CodeMemory.ChangeListener {
  /** The loop stopped for a node that has to be recorded at its end by {@link #record}. */
  static final int UNRECORDED = 4;

  /** Value of {@link #straddler}: what there is of the node has been recorded. */
  static final int RECORDED = -1;

  /** In {@link #ids} while the hart is quiet. */
  static final int NOT_RECORDED = -1;

  /** What {@link #ids} is while the hart is quiet: no node needs an id of its own then. */
  private static final int[] NO_IDS = new int[PhysicalCode.SLOTS + 2];

  static {
    Arrays.fill(NO_IDS, NOT_RECORDED);
  }

  final Recorder recorder;

  /** Page of the open node; {@code null} while the interpreter is not at work. */
  CodePage nodePage;

  /** See {@link #ids(CodePage)}. */
  int[] ids;

  /** The hart at work. */
  private Cpu hart;

  /** Slot from which the open node has not been recorded yet. */
  int nodeStart;

  /** Instructions of the open node already recorded, before {@link #nodeStart}. */
  int nodeRecorded;

  /** Path id of the straddler that is the open node, {@link #RECORDED}, or 0. */
  int straddler;

  /** Whether the branch of a node that is {@link #UNRECORDED} was taken (1) or not (0). */
  int taken;

  /** The address of the word of the node after an unrecorded one. */
  long next;

  /** Path id of the straddler decoded last. */
  int straddlerId;

  /** Whether a kernel may be in M-mode. */
  private final boolean bare;

  RecordingInterpreter(
      FetchTlb fetchTlb, Tiering tiering, TrapEntry traps, Recorder recorder, Probe probe) {
    super(fetchTlb, tiering, traps, recorder.contextRule(), probe);
    this.recorder = recorder;
    this.bare = recorder.contextRule() == ContextRule.BARE_THREAD_POINTER;
  }

  /** Whether a move into tp at a hart's privilege may switch tasks. */
  final boolean inKernel(Cpu cpu) {
    return cpu.priv == Cpu.S || bare && cpu.priv == Cpu.M;
  }

  @Override
  public final void execute(Hart running) {
    Cpu cpu = (Cpu) running;
    hart = cpu;
    begin();
    run(cpu);
    end();
  }

  @Override
  final void end() {
    super.end();
    nodePage = null;
  }

  @Override
  final long straddle(Cpu cpu) {
    long p = super.straddle(cpu);
    CodePage second = fetchTlb.lookup(cpu, page.virtualPage + 4096);
    straddlerId = recorder.straddlerId(page, second);
    return p;
  }

  /** The path ids of a page's nodes as they are recorded now. */
  final int[] ids(CodePage page) {
    return fetchTlb.isQuiet() ? NO_IDS : page.nodeIds();
  }

  /** Records the end of a node where the loop's own few lines do not suffice. */
  final void record(Cpu cpu, int taken, int straddler) {
    if (straddler == 0) {
      recorder.node(cpu, page, nodeStart, taken);
    } else if (straddler != RECORDED) {
      recorder.path(cpu, straddler + taken);
    }
  }

  /**
   * Records a node that ended in a system instruction, and what the instruction did. Firmware may
   * have stored into the page of its own ecall: then the node was cut behind the ecall and is in
   * the records already.
   */
  final void recordSystem(Cpu cpu, int outcome, long site, int straddler) {
    boolean recorded = nodeStart > ((int) site >>> 1 & PhysicalCode.SLOTS - 1);
    record(cpu, 0, recorded ? RECORDED : straddler);
    switch (outcome) {
      case SystemInstructions.XRET -> recorder.trapReturn(cpu);
      case SystemInstructions.SATP ->
          recorder.addressSpaceSwitch(cpu, cpu.csrs.oldSatp(), cpu.csrs.satp());
      case SystemInstructions.FIRMWARE -> recorder.firmware(cpu, site, cpu.x17);
      default -> {}
    }
  }

  @Override
  final void recordPartial(Cpu cpu, int retired) {
    int count = retired - nodeRecorded;
    if (count > 0) {
      recorder.partialNode(cpu, page, nodeStart, count);
    }
    nodeRecorded = retired;
  }

  /**
   * Writes tp in the kernel, which switches tasks.
   *
   * @param next slot of the instruction after the move
   * @param retired instructions of the node, the move included
   * @return the loop's new {@code straddler}
   */
  final int taskSwitch(Cpu cpu, int next, int retired, int straddler, long newTp) {
    cut(cpu, next, retired, straddler);
    long oldTp = cpu.x4;
    cpu.x4 = newTp;
    recorder.taskSwitch(cpu, oldTp);
    return goOn(cpu, straddler);
  }

  /** Loads the value of a {@link Word#LOAD_SP} word; its fault leaves nothing behind. */
  static long loadSp(Cpu cpu, long p, int site) {
    long address = loadedFrom(cpu, p);
    return switch (Word.memoryKind(p)) {
      case S8 -> Mem.loadS8(cpu, address, site);
      case S16 -> Mem.loadS16(cpu, address, site);
      case S32 -> Mem.loadS32(cpu, address, site);
      case U8 -> Mem.loadU8(cpu, address, site);
      case U16 -> Mem.loadU16(cpu, address, site);
      case U32 -> Mem.loadU32(cpu, address, site);
      case D64 -> Mem.loadD64(cpu, address, site);
    };
  }

  /** Where a {@link Word#LOAD_SP} word loads from; its base is not sp. */
  private static long loadedFrom(Cpu cpu, long p) {
    return Word.register(cpu, p, 3) + Word.immediate(p);
  }

  /**
   * Writes sp, which may switch tasks; see {@link #taskSwitch}.
   *
   * @param p the word that has loaded it
   */
  final int stackSwitch(Cpu cpu, int next, int retired, int straddler, long newSp, long p) {
    cut(cpu, next, retired, straddler);
    long oldSp = cpu.x2;
    cpu.x2 = newSp;
    recorder.stackSwitch(cpu, oldSp, loadedFrom(cpu, p));
    return goOn(cpu, straddler);
  }

  /** Sets a mark; see {@link #taskSwitch}. */
  final int mark(Cpu cpu, int next, int retired, int straddler, long p) {
    long pc = p - origin >> 2;
    cut(cpu, next, retired, straddler);
    recorder.mark(cpu, (int) Word.immediate(p), Word.register(cpu, p, 3), pc);
    return goOn(cpu, straddler);
  }

  /** Behind a cut: the rest of the open node may be recorded although what was before it is not. */
  private int goOn(Cpu cpu, int straddler) {
    cpu.partial = 0;
    ids = ids(page);
    return straddler == 0 ? 0 : RECORDED;
  }

  /** Records what has retired of the open node; pc and count become exact. */
  private void cut(Cpu cpu, int next, int retired, int straddler) {
    if (straddler == 0) {
      recordPartial(cpu, retired);
    } else {
      record(cpu, 0, straddler);
    }
    nodeStart = next;
    nodeRecorded = retired;
    cpu.pc = page.virtualPage + 2L * next;
    cpu.partial = retired;
  }

  /** {@inheritDoc} The store in mid-node is {@code cpu.partial} instructions into it. */
  @Override
  public final void codeChanging(PhysicalCode code) {
    if (nodePage == null || nodePage.code != code) {
      return;
    }
    int slot = nodeStart;
    int retired = (int) hart.partial + 1;
    for (int i = nodeRecorded; i < retired; i++) {
      slot += Decoder.length(code.halfword(slot)) / 2;
    }
    if (slot <= PhysicalCode.SLOTS) { // a straddler has its id already
      recordPartial(hart, retired);
      nodeStart = slot;
    }
  }

  /** One step of the verify hash, for the instruction that has just retired. */
  final void verify(Cpu cpu, int slot, int straddler) {
    int bits = straddler == 0 ? page.code.encodings[slot] : straddlerBits;
    cpu.verifyHash = VerifyHash.step(cpu.verifyHash, page.virtualPage + 2L * slot, bits);
  }
}

package bbt.translator.interp;

import bbt.translator.engine.CodePage;
import bbt.translator.engine.FetchTlb;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.PhysicalCode;
import bbt.translator.engine.Region;
import bbt.translator.engine.Tiering;
import bbt.translator.engine.TrapEntry;
import bbt.translator.runtime.Cpu;
import bbt.translator.runtime.GuestTrap;
import bbt.translator.runtime.SystemInstructions;

/**
 * What the generated dispatch loops have in common: the rare work around them.
 *
 * <p>A loop keeps the place in the code as a slot of the current page and the count of instructions
 * retired in the open node in locals; they are written back to the {@link Cpu} at node ends and
 * wherever the machine can look at them.
 */
abstract class Interpreter implements NodeInterpreter {
  /** Value of {@code next} in a loop when the jump's target is in {@code cpu.pc}. */
  static final int FAR = Integer.MIN_VALUE;

  private static final int ILLEGAL_INSTRUCTION = 2;

  final FetchTlb fetchTlb;
  private final Tiering tiering;
  private final TrapEntry traps;

  /** Encoding of the straddler decoded last. */
  int straddlerBits;

  Interpreter(FetchTlb fetchTlb, Tiering tiering, TrapEntry traps) {
    this.fetchTlb = fetchTlb;
    this.tiering = tiering;
    this.traps = traps;
  }

  @Override
  public void execute(Cpu cpu) {
    run(cpu);
  }

  abstract void run(Cpu cpu);

  /**
   * A node's heat is used up.
   *
   * @return whether to leave the interpreter before this node: a region takes over, or finished
   *     compiles wait to be installed
   */
  final boolean leave(Cpu cpu, CodePage page, int slot) {
    Region region = page.region(slot);
    if (region == null) {
      page.heat[slot] = tiering.hot(page, slot);
      region = page.region(slot);
      if (region == null) {
        return tiering.finished();
      }
    }
    page.heat[slot] = 0;
    return region.fits(cpu.budget);
  }

  /** Decodes the instruction at a slot, and keeps its word in the page. */
  static long decode(CodePage page, int slot) {
    PhysicalCode code = page.code;
    int bits = code.halfword(slot);
    int halfwords = 1;
    long word;
    if ((bits & 3) == 3 && slot == PhysicalCode.SLOTS - 1) {
      word = Word.straddler();
    } else {
      if ((bits & 3) == 3) {
        bits |= code.halfword(slot + 1) << 16;
        halfwords = 2;
      }
      word = Word.of(bits);
    }
    code.noteDecoded(slot, halfwords);
    if (code.encodings != null) {
      code.encodings[slot] = bits;
    }
    code.words[slot] = word;
    return word;
  }

  /**
   * Fetches and decodes the straddler at the end of a page. Its word is never kept: the second page
   * may be mapped anew or stored to without the first.
   *
   * @throws GuestTrap the second page's fault, its tval the address of that page
   */
  long straddlingWord(Cpu cpu, CodePage page) {
    straddlerBits = straddlerBits(page, fetchTlb.lookup(cpu, page.virtualPage + 4096));
    return Word.of(straddlerBits);
  }

  private static int straddlerBits(CodePage first, CodePage second) {
    return first.code.halfword(PhysicalCode.SLOTS - 1) | second.code.halfword(0) << 16;
  }

  /** Executes a {@link Word#SYSTEM} word; returns the outcome of {@link SystemInstructions}. */
  int system(Cpu cpu, long word) {
    return SystemInstructions.execute(cpu, Word.systemOp(word), Word.encoding(word));
  }

  /**
   * Ends the node at an instruction that trapped, and enters the handler.
   *
   * @param page {@code null} when the fetch of the page failed: {@code cpu.pc} is exact then
   * @param at slot of the instruction
   * @param retired instructions of the node before it
   */
  final void trapped(Cpu cpu, CodePage page, int at, int retired, GuestTrap trap) {
    int cause = trap.cause;
    long tval = trap.tval;
    if (page != null) {
      cpu.pc = page.virtualPage + 2L * at;
      if (cause == ILLEGAL_INSTRUCTION) {
        tval = encoding(page, at) & 0xFFFFFFFFL;
      }
      recordPartial(cpu, page, retired);
    }
    cpu.partial = 0;
    cpu.budget -= retired;
    traps.take(cpu, cause, tval);
  }

  /** The first instructions of the open node are all that will retire of it. */
  void recordPartial(Cpu cpu, CodePage page, int retired) {}

  /** Encoding of the instruction at a slot, which was decoded. */
  private int encoding(CodePage page, int slot) {
    int bits = page.code.halfword(slot);
    if ((bits & 3) != 3) {
      return bits;
    }
    return slot == PhysicalCode.SLOTS - 1
        ? straddlerBits
        : bits | page.code.halfword(slot + 1) << 16;
  }
}

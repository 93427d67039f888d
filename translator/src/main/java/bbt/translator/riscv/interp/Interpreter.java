package bbt.translator.riscv.interp;

import bbt.ptg.riscv.Decoder;
import bbt.translator.code.CodePage;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.PhysicalCode;
import bbt.translator.code.Region;
import bbt.translator.code.Tiering;
import bbt.translator.debug.Probe;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.Regions;
import bbt.translator.engine.TrapEntry;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.SystemInstructions;
import bbt.translator.trace.ContextRule;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The common part of the generated dispatch loops, which does the rare work around them.
 *
 * <p>A loop keeps the place in the code, as the address of the current instruction's word, and the
 * count of instructions retired in the open node in locals. They are written back to the {@link
 * Cpu} at node ends and wherever the machine can look at them.
 */
abstract class Interpreter implements NodeInterpreter {
  /** Value of {@code next} in a loop when the jump's target is in {@code cpu.pc}. */
  static final long FAR = 0;

  // What a dispatch loop stopped for.

  /** Nothing: on at {@link #here}. */
  static final int ON = 0;

  /** The instruction at {@link #here} is not the loop's work. */
  static final int RARE = 1;

  /** A node begins at {@link #here} whose heat is used up. */
  static final int HOT = 2;

  /** Goes on at {@code cpu.pc}, in another page or behind an event. */
  static final int ELSEWHERE = 3;

  /** Value of {@link #retired} where a node has just ended: the one at {@link #here} is next. */
  static final int BEGIN = -1;

  private static final int FETCH_ACCESS = 1;
  private static final int ILLEGAL_INSTRUCTION = 2;

  final FetchTlb fetchTlb;
  final Tiering tiering;
  private final Regions regions;
  private final TrapEntry traps;
  private final ContextRule rule;

  // The page being executed, and what of it the loop needs at node ends. Fields, not locals of the
  // loop: with more locals alive than the host has registers, C2 spills all of them at each
  // instruction, which halves the speed.

  /** Page being executed; {@code null} while it is being looked up. */
  CodePage page;

  /** {@code page.virtualPage}, to tell whether a target is in the page. */
  long base;

  /** {@code page.heat}. */
  int[] heat;

  /** {@code page.code.table}, where the words are. */
  long table;

  /**
   * Where the word of address 0 would be, so that the instruction whose word is at p is at {@code p
   * - origin >> 2}; addresses have at most 57 bits, the rest is their sign.
   */
  long origin;

  /** The distance of a straddler's table from its word as jumps see it: out of reach. */
  private static final long FAR_AWAY = -(1L << 62) + 4;

  /** The word of the straddler being executed, and the page's end behind it. */
  private final MemorySegment straddlerWord = Arena.ofAuto().allocate(3 * PhysicalCode.WORD, 8);

  /** Tells a debugger of instructions; null unless one is attached. */
  final Probe probe;

  /** Address of the current instruction's word while no loop runs; where somebody looks, always. */
  long here;

  /** Instructions of the open node before the one at {@link #here}. */
  int retired;

  /** Encoding of the straddler decoded last. */
  int straddlerBits;

  Interpreter(FetchTlb fetchTlb, Tiering tiering, TrapEntry traps, ContextRule rule, Probe probe) {
    this.probe = probe;
    this.fetchTlb = fetchTlb;
    this.tiering = tiering;
    this.traps = traps;
    this.regions = new Regions(fetchTlb, traps);
    this.rule = rule;
    straddlerWord.set(ValueLayout.JAVA_LONG, PhysicalCode.WORD, PhysicalCode.PAGE_END);
    straddlerWord.set(ValueLayout.JAVA_LONG, 2 * PhysicalCode.WORD, PhysicalCode.PAGE_END);
  }

  @Override
  public void execute(Hart hart) {
    begin();
    run((Cpu) hart);
    end();
  }

  /** The interpreter goes to work: somebody who looks may ask it for the pc. */
  final void begin() {
    if (probe != null) {
      probe.interpreting(this::pc);
    }
  }

  /** Tells the probe that the loop ends: the hart stops, or a region takes over. */
  void end() {
    if (probe != null) {
      probe.interpreting(null);
    }
  }

  private long pc() {
    return here - origin >> 2;
  }

  abstract void run(Cpu cpu);

  /**
   * A node's heat is used up: runs its region, if it has one that fits the budget, and those that
   * follow.
   *
   * @param slot of the node, which is at {@code cpu.pc}
   * @return whether to look anew where to go on
   */
  final boolean hot(Cpu cpu, CodePage page, int slot) {
    if (probe != null && probe.alone()) {
      return false;
    }
    Region region = Regions.hot(cpu, page, slot, tiering);
    if (region == null) {
      return tiering.finished() && page.region(slot) == null;
    }
    end();
    regions.run(cpu, region);
    begin();
    return true;
  }

  /**
   * Shows the next instruction if somebody wants to see it. Pc and count are exact meanwhile.
   *
   * @param p address of its word, to which the loop comes once for each execution, or more often if
   *     there is no instruction yet
   * @param n instructions of the node before it
   * @return whether the state was changed: the node ends here, {@code cpu.pc} is where to go on
   */
  final boolean shown(Cpu cpu, long p, int n) {
    int handler = RegisterSlots.U.getByte(p) & 0xFF;
    if (handler == Word.DECODE) {
      decode(page, slot(p));
      handler = RegisterSlots.U.getByte(p) & 0xFF;
    }
    long pc = p - origin >> 2;
    if (handler == Word.PAGE_END || handler == Word.STRADDLER || !probe.wants(page.stops, pc)) {
      return false;
    }
    long old = cpu.pc;
    cpu.pc = pc;
    cpu.partial = n;
    boolean changed = probe.show(cpu);
    cpu.partial = 0;
    probe.enter(page.stops);
    if (!changed) {
      cpu.pc = old;
    }
    return changed;
  }

  /** Decodes the instruction at a slot, and keeps its word in the page. */
  final void decode(CodePage page, int slot) {
    PhysicalCode code = page.code;
    int bits = code.halfword(slot);
    int halfwords = 1;
    long word;
    if (code.forbids(slot)) {
      word = Word.forbidden(0);
    } else if (Decoder.length(bits) == 4 && slot == PhysicalCode.SLOTS - 1) {
      word = Word.STRADDLER;
    } else if (Decoder.length(bits) == 4 && code.forbids(slot + 1)) {
      word = Word.forbidden(2);
    } else {
      if (Decoder.length(bits) == 4) {
        bits |= code.halfword(slot + 1) << 16;
        halfwords = 2;
      }
      word = Word.of(bits, rule);
    }
    code.noteDecoded(slot, halfwords);
    if (code.encodings != null) {
      code.encodings[slot] = bits;
    }
    code.setWord(slot, word);
  }

  /**
   * Fetches and decodes the straddler at the end of a page. Its word is never kept: the second page
   * may be mapped anew or stored to without the first. It stands in a place of its own, and until
   * the node ends {@link #origin}, {@link #table} and {@link #base} are such that addresses come
   * out right and every target is far.
   *
   * @return address of its word
   * @throws GuestTrap the second page's fault, its tval the address of that page
   */
  long straddle(Cpu cpu) {
    // The look-up may record a MAP, whose pc is where a jump before it led.
    cpu.pc = page.virtualPage + 2L * (PhysicalCode.SLOTS - 1);
    CodePage second = fetchTlb.lookup(cpu, page.virtualPage + 4096);
    if (second.code.forbids(0)) {
      throw GuestTrap.of(FETCH_ACCESS, second.virtualPage, -1);
    }
    straddlerBits = straddlerBits(page, second);
    straddlerWord.set(ValueLayout.JAVA_LONG, 0, Word.of(straddlerBits, rule));
    long p = straddlerWord.address();
    origin = p - (page.virtualPage + 2L * (PhysicalCode.SLOTS - 1) << 2);
    // base + (distance from table >> 2) comes out right, too, but every such distance fails the
    // loop's test for the same page; so does the distance of an indirect target, which is even,
    // from base, which is odd.
    table = p - (PhysicalCode.SLOTS - 1) * (long) PhysicalCode.WORD - FAR_AWAY;
    base = page.virtualPage - (FAR_AWAY >> 2);
    return p;
  }

  /** Slot of the instruction whose word is at {@code p}. */
  final int slot(long p) {
    long distance = p - page.code.table;
    if (Long.compareUnsigned(distance, (PhysicalCode.SLOTS + 1) * (long) PhysicalCode.WORD) <= 0) {
      return (int) distance >>> 3;
    }
    // 2047, or behind it
    return PhysicalCode.SLOTS - 1 + (int) (p - straddlerWord.address() >>> 3);
  }

  private static int straddlerBits(CodePage first, CodePage second) {
    return first.code.halfword(PhysicalCode.SLOTS - 1) | second.code.halfword(0) << 16;
  }

  /**
   * Executes the {@link Word#SYSTEM} word at {@code p}, {@code cpu.partial} instructions into its
   * node; returns the outcome of {@link SystemInstructions}.
   */
  static int system(Cpu cpu, long p) {
    try {
      return SystemInstructions.execute(cpu, Word.systemOp(p), Word.encoding(p));
    } catch (GuestTrap trap) {
      trap.site = ~(int) cpu.partial;
      throw trap;
    }
  }

  /**
   * Ends the node at the instruction that trapped, whose word is {@link #here}, and enters the
   * handler. The trap's site tells how many instructions of the node retired before it.
   */
  final void trapped(Cpu cpu, GuestTrap trap) {
    int cause = trap.cause;
    long tval = trap.tval;
    if (page != null) { // else its fetch failed, and cpu.pc is exact
      int at = slot(here);
      cpu.pc = page.virtualPage + 2L * at;
      if (cause == ILLEGAL_INSTRUCTION) {
        tval = encoding(at) & 0xFFFFFFFFL;
      }
      recordPartial(cpu, ~trap.site);
    }
    cpu.partial = 0;
    cpu.budget -= ~trap.site;
    traps.take(cpu, cause, tval);
  }

  /** The first instructions of the open node are all that will retire of it. */
  void recordPartial(Cpu cpu, int retired) {}

  /** Encoding of the instruction at a slot, which was decoded. */
  private int encoding(int slot) {
    int bits = page.code.halfword(slot);
    if (Decoder.length(bits) == 2) {
      return bits;
    }
    return slot == PhysicalCode.SLOTS - 1
        ? straddlerBits
        : bits | page.code.halfword(slot + 1) << 16;
  }
}

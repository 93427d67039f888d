package bbt.samples.conformance.fuzz.user;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * Writes one random program that always comes to its end: branches go forwards, loops have a
 * counter that nothing else writes, calls go to functions that call at most one level further.
 *
 * <p>The program is position-independent; it ends by {@code ecall} at the label {@link #END}.
 */
final class ProgramGenerator {
  static final String END = "end";

  /** Loop counters, by depth. */
  private static final int[] COUNTERS = {20, 21};

  /** Link registers, by depth of the call. */
  private static final int[] LINKS = {1, 5};

  /** Upper limit of instructions in the text, so that it fits into the code pages. */
  private static final int MOST = 700;

  private final Random random;
  private final Assembler code = new Assembler();
  private final WritableRegisters registers;
  private final InsnGenerator insns;
  private final Snippets snippets;
  private final Deque<Function> functions = new ArrayDeque<>();
  private int labels;
  private int emitted;
  private int callDepth;
  private int loopDepth;

  private record Function(String label, int link, int depth) {}

  /**
   * @param random everything that is chosen
   * @param translated whether the program runs behind page tables, so that it may go astray
   */
  ProgramGenerator(Random random, InsnChoice choice, boolean translated) {
    this.random = random;
    registers = new WritableRegisters(random);
    insns = new InsnGenerator(random, code, registers, choice);
    snippets = new Snippets(random, code, registers, insns, choice, translated, this::label);
  }

  /** The whole program. */
  Assembler generate() {
    block(20 + random.nextInt(random.nextInt(4) == 0 ? 300 : 80));
    code.label(END).li(17, UserHarness.END).op(Insn.ECALL);
    while (!functions.isEmpty()) {
      function(functions.removeFirst());
    }
    return code;
  }

  private String label() {
    return "l" + labels++;
  }

  private void function(Function f) {
    code.label(f.label);
    // Its own link and those of the functions that may have called it.
    for (int i = 0; i < f.depth; i++) {
      registers.protect(LINKS[i]);
    }
    callDepth = f.depth;
    block(2 + random.nextInt(15));
    for (int link : LINKS) {
      registers.release(link);
    }
    int hint = random.nextInt(4);
    if (f.link == 1 && hint == 0) {
      code.r(Insn.C_JR, 0, 1, 0);
    } else {
      // Through another register it is a jump, not a return.
      int through = hint == 1 ? 6 + random.nextInt(2) : f.link;
      if (through != f.link) {
        code.i(Insn.ADDI, through, f.link, 0);
      }
      code.i(Insn.JALR, 0, through, 0);
    }
  }

  private void block(int length) {
    for (int i = 0; i < length && emitted < MOST; i++) {
      emitted++;
      switch (random.nextInt(100)) {
        case 0, 1, 2, 3, 4, 5, 6 -> skip();
        case 7, 8 -> loop();
        case 9, 10, 11 -> call();
        case 12 -> snippets.jumpTable();
        case 13 -> snippets.jumpByPair();
        case 14, 15 -> snippets.atomic();
        case 16, 17 -> snippets.reservation();
        case 18, 19, 20 -> snippets.computedAddress();
        case 21, 22 -> snippets.status();
        case 23 -> snippets.patch();
        case 24 -> snippets.odd();
        case 25 -> snippets.stackFrame();
        case 26 -> snippets.linkAndLoad();
        default -> insns.any();
      }
    }
  }

  /** A forward branch, taken or not, over a few instructions. */
  private void skip() {
    String over = label();
    insns.branch(over);
    int length = 1 + random.nextInt(5);
    for (int i = 0; i < length; i++) {
      emitted++;
      insns.any();
    }
    code.label(over);
  }

  private void loop() {
    if (loopDepth == COUNTERS.length || callDepth > 0) {
      insns.any();
      return;
    }
    int counter = COUNTERS[loopDepth++];
    String top = label();
    String out = label();
    code.i(Insn.ADDI, counter, 0, 1 + random.nextInt(random.nextInt(5) == 0 ? 100 : 8));
    code.label(top);
    block(2 + random.nextInt(12));
    if (random.nextInt(3) == 0) {
      insns.branch(out);
    }
    code.i(Insn.ADDI, counter, counter, -1);
    if (random.nextBoolean()) {
      code.branch(Insn.BNE, counter, 0, top);
    } else {
      code.branch(Insn.BLT, 0, counter, top);
    }
    code.label(out);
    loopDepth--;
  }

  private void call() {
    if (callDepth == LINKS.length) {
      insns.any();
      return;
    }
    int link = LINKS[callDepth];
    Function f;
    if (!functions.isEmpty()
        && functions.peekLast().depth == callDepth + 1
        && random.nextInt(3) == 0) {
      f = functions.peekLast();
    } else {
      f = new Function(label(), link, callDepth + 1);
      functions.addLast(f);
    }
    switch (random.nextInt(3)) {
      case 0 -> code.pair(Insn.JALR, link, link, f.label);
      case 1 -> {
        int through = registers.scratch();
        code.la(through, f.label);
        if (link == 1 && random.nextBoolean()) {
          code.r(Insn.C_JALR, 1, through, 0);
        } else {
          code.i(Insn.JALR, link, through, 0);
        }
      }
      default -> code.jal(link, f.label);
    }
  }
}

package bbt.reconstruct.testing;

import java.util.List;
import java.util.Random;

/**
 * A random program for {@link ArmProgram}: every kind of control flow, at both levels, in code that
 * changes itself, while a timer interrupts it.
 */
public final class RandomArmProgram {
  private static final int FUNCTIONS = 9;
  private static final int ROUNDS = 12;
  private static final List<String> CONDITIONS =
      List.of("eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le");

  private final Random random;
  private final StringBuilder text = new StringBuilder();
  private int labels;

  private RandomArmProgram(long seed) {
    random = new Random(seed);
  }

  /** The text of a program. */
  public static String of(long seed) {
    return new RandomArmProgram(seed).write();
  }

  private void line(String format, Object... arguments) {
    text.append("        ").append(String.format(format, arguments)).append('\n');
  }

  private String fresh() {
    return "l" + labels++;
  }

  private void label(String name) {
    text.append(name).append(":\n");
  }

  private int next(int bound) {
    return random.nextInt(bound);
  }

  private String write() {
    label("main");
    if (next(4) > 0) {
      text.append(ArmProgram.TIMER);
    }
    line("ldr     x19, =%d", random.nextLong());
    line("ldr     x20, =0x5851f42d4c957f2d");
    line("mov     x27, #%d", ROUNDS);
    line("b       begin");
    line(".ltorg");
    label("begin");
    for (int i = 0; i < 14; i++) {
      piece(FUNCTIONS, true);
    }
    line("subs    x27, x27, #1");
    line("b.eq    off");
    line("b       begin");
    line(".ltorg");
    for (int i = 0; i < FUNCTIONS; i++) {
      // The function begins near the end of a page, so that nodes end there.
      line(".balign 4096");
      line(".space  %d", 4 * (900 + next(120)));
      function(i);
    }
    return text.toString();
  }

  private void function(int number) {
    label("f" + number);
    boolean leaf = number == 0 || next(3) == 0;
    if (!leaf) {
      line("stp     x29, x30, [sp, #-16]!");
    } else {
      line("mov     x8, x30");
    }
    for (int i = 0; i < 4; i++) {
      piece(leaf ? 0 : number, false);
    }
    nops(next(60));
    if (!leaf) {
      line("ldp     x29, x30, [sp], #16");
      line("ret");
    } else {
      line("ret     x8");
    }
    line(".ltorg");
  }

  private void nops(int count) {
    for (int i = 0; i < count; i++) {
      line("add     x%d, x%d, #%d", 9 + next(5), 9 + next(5), next(4096));
    }
  }

  /** Another number in x19, on which branches depend. */
  private void shuffle() {
    line("madd    x19, x19, x20, x20");
    line("eor     x9, x19, x19, lsr #29");
  }

  /**
   * @param callable functions that may be called
   * @param top whether it may lead to level 0
   */
  private void piece(int callable, boolean top) {
    shuffle();
    switch (next(top ? 14 : 12)) {
      case 0 -> nops(1 + next(5));
      case 1, 2 -> branch();
      case 3 -> loop();
      case 4, 5 -> call(callable);
      case 6 -> jump();
      case 7 -> service();
      case 8 -> change();
      case 9 -> line("movz    xzr, #%d", next(2048));
      case 10, 11 -> data();
      case 12 -> program();
      default -> wild();
    }
  }

  private void branch() {
    String over = next(4) == 0 ? ". + 4" : fresh();
    switch (next(5)) {
      case 0 -> {
        line("cmp     x9, x19");
        line("b.%s    %s", CONDITIONS.get(next(CONDITIONS.size())), over);
      }
      case 1 -> line("cbz     w%d, %s", 9 + next(3), over);
      case 2 -> line("cbnz    x%d, %s", 9 + next(3), over);
      case 3 -> line("tbz     x9, #%d, %s", next(64), over);
      default -> line("tbnz    w9, #%d, %s", next(32), over);
    }
    nops(next(4));
    if (!over.startsWith(".")) {
      label(over);
    }
  }

  private void loop() {
    String again = fresh();
    line("ubfx    x2, x9, #%d, #%d", next(40), 1 + next(7));
    line("add     x2, x2, #1");
    label(again);
    nops(next(3));
    line("subs    x2, x2, #1");
    line("b.ne    %s", again);
  }

  private void call(int callable) {
    if (callable == 0) {
      nops(2);
      return;
    }
    int number = next(callable);
    switch (next(4)) {
      case 0, 1 -> line("bl      f%d", number);
      case 2 -> {
        line("adrp    x3, f%d", number);
        line("add     x3, x3, :lo12:f%d", number);
        if (next(2) == 0) {
          line("nop"); // then the code does not fix it
        }
        line("blr     x3");
      }
      default -> {
        line("ldr     x3, =f%d", number);
        line("blr     x3");
      }
    }
  }

  private void jump() {
    String first = fresh();
    String second = fresh();
    switch (next(3)) {
      case 0 -> {
        line("adr     x3, %s", first);
        line("br      x3");
        nops(1);
      }
      case 1 -> {
        line("adr     x3, %s", first);
        line("adr     x4, %s", second);
        line("tst     x9, #8");
        line("csel    x3, x3, x4, ne");
        line("br      x3");
        nops(1);
      }
      default -> {
        line("adr     x4, %s", second);
        line("ret     x4");
      }
    }
    label(first);
    nops(1);
    label(second);
    nops(1);
  }

  private void service() {
    switch (next(8)) {
      case 0 -> line("svc     #2");
      case 1 -> line("brk     #%d", next(100));
      case 2 -> line(".word   0");
      case 3 -> line("mrs     x4, cntvct_el0");
      case 4 -> line("yield");
      case 5 -> line("isb");
      case 6 -> line("msr     nzcv, x9");
      default -> line("smc     #0");
    }
  }

  /** Changes an instruction that follows, in the same node perhaps, or itself. */
  private void change() {
    String place = fresh();
    boolean itself = next(3) == 0;
    line("ldr     w4, =0xd2800005"); // movz x5, #0
    line("adr     x3, %s", place);
    line("bfi     w4, w9, #5, #8");
    if (itself) {
      label(place);
    }
    line("str     w4, [x3]");
    if (next(2) == 0) {
      line("dc      cvau, x3");
      line("dsb     ish");
      line("ic      ivau, x3");
      line("dsb     ish");
      line("isb");
    }
    nops(next(3));
    if (!itself) {
      label(place);
    }
    line("movz    x5, #7");
    line("eor     x19, x19, x5");
  }

  /** Instructions on data, some of which fault or are a device's. */
  private void data() {
    line("ldr     x24, =0x41000080");
    for (int i = 2 + next(6); i > 0; i--) {
      switch (next(14)) {
        case 0 -> line("stp     x9, x19, [x24, #%d]!", 16 * (next(5) - 2));
        case 1 -> line("ldp     x10, x11, [x24], #%d", 16 * (next(5) - 2));
        case 2 -> line("ldr     x%d, [x24, #%d]!", next(2) == 0 ? 10 : 12, 8 * next(4));
        case 3 -> {
          line("ldxr    x12, [x24]");
          line(next(3) == 0 ? "clrex" : "eor     x12, x12, x9");
          line("stxr    w13, x12, [x24]");
        }
        case 4 -> {
          line("ldr     x3, =0x%x", next(2) == 0 ? 0x0b00_0000 : 0x0900_0018);
          line("%s  [x3]", next(2) == 0 ? "ldr     w4," : "ldp     w4, w5,");
        }
        case 5 -> compare();
        case 6 -> {
          line("%s    %s9, %s10, %s19", next(2) == 0 ? "adds" : "subs", "x", "x", "x");
          line("%s    w11, w9, w12", next(2) == 0 ? "adcs" : "sbcs");
        }
        case 7 -> {
          line("mrs     x4, daif");
          line("msr     daifset, #2");
          line("str     x4, [x24]");
          line("msr     daif, x4");
        }
        case 8 -> line("mrs     x%d, sp_el0", 9 + next(4));
        case 9 -> {
          line("mov     x3, #%d", next(3) == 0 ? 0 : 3 << 20);
          line("msr     cpacr_el1, x3");
        }
        case 10 -> {
          line("fmov    d1, x9");
          line("dup     v2.4s, w19");
          line("add     v3.2d, v1.2d, v2.2d");
          line("umov    x12, v3.d[%d]", next(2));
        }
        case 11 -> {
          line("scvtf   d1, x9");
          line("fadd    d2, d1, d2");
          line("fcmp    d2, d1");
          line("cset    x10, %s", CONDITIONS.get(next(CONDITIONS.size())));
          line("stp     q1, q2, [x24]");
        }
        case 12 -> line("dc      zva, x24");
        default -> {
          line("eor     x3, x9, x19, ror #7");
          line("mov     x4, sp");
          line("sub     sp, sp, #%d", 16 * next(3));
          line("str     x3, [sp, #-16]!");
          line("mov     sp, x4");
        }
      }
    }
  }

  /** Comparisons, one depending on the other, and who reads their flags. */
  private void compare() {
    String width = next(2) == 0 ? "x" : "w";
    String first = List.of("cmp", "cmn", "tst").get(next(3));
    line("%s     %s9, %s19", first, width, width);
    if (next(2) == 0) {
      String other = List.of("ccmp", "ccmn").get(next(2));
      String condition = CONDITIONS.get(next(CONDITIONS.size()));
      line("%s    %s10, #%d, #%d, %s", other, width, next(32), next(16), condition);
    }
    String condition = CONDITIONS.get(next(CONDITIONS.size()));
    switch (next(3)) {
      case 0 -> line("cset    x11, %s", condition);
      case 1 -> line("csneg   w12, w9, w10, %s", condition);
      default -> {
        String over = fresh();
        line("b.%s    %s", condition, over);
        nops(1);
        label(over);
      }
    }
  }

  /** A part at level 0. */
  private void program() {
    String entry = fresh();
    line("msr     daifset, #2");
    line("adr     x3, %s", entry);
    line("msr     elr_el1, x3");
    line("msr     spsr_el1, xzr");
    line("eret");
    label(entry);
    for (int i = 0; i < 3; i++) {
      shuffle();
      switch (next(4)) {
        case 0 -> branch();
        case 1 -> loop();
        case 2 -> line("svc     #2");
        default -> line("mrs     x4, sctlr_el1"); // undefined there
      }
    }
    line("svc     #1");
  }

  /** A jump to where nothing can be executed. */
  private void wild() {
    String back = fresh();
    line("adr     x28, %s", back);
    switch (next(4)) {
      case 0 -> line("ldr     x3, =0x40400002");
      case 1 -> line("ldr     x3, =0x10000");
      case 2 -> line("ldr     x3, =0x9000000");
      default -> line("adr     x3, %s + 1", back);
    }
    switch (next(3)) {
      case 0 -> line("br      x3");
      case 1 -> line("blr     x3");
      default -> {
        line("msr     daifset, #2");
        line("msr     elr_el1, x3");
        line("mov     x3, #%d", next(2) == 0 ? 5 : 13); // 13: level 3, which there is not
        line("msr     spsr_el1, x3");
        line("eret");
      }
    }
    label(back);
    line("mov     x28, #0");
  }
}

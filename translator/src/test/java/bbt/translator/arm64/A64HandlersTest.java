package bbt.translator.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.arm64.A64Decoded;
import bbt.ptg.arm64.A64Decoder;
import bbt.ptg.arm64.A64Insn;
import bbt.ptg.guest.ControlFlow;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random instructions on the machine, with each engine, and on QEMU: blocks of them begin with
 * random registers, and print a checksum of what they leave in registers and in a page of memory.
 */
@Tag("qemu")
class A64HandlersTest {
  private static final int BLOCKS = 300;
  private static final int PIECES = 40;
  private static final int WORDS = 800;
  private static final long PAGE = 0x4080_0000L;
  private static final int PAGE_BYTES = 1024;

  /** Bits that choose among rows: those of branches and of system instructions are left out. */
  private static final int GROUPS = 0x1C00_0000;

  private static final int BRANCHES = 0x1400_0000;

  /** Bits of all instructions on vector registers; few other words are. */
  private static final int VECTOR = 0x0C00_0000;

  /** The bits of FPCR: how halves are, default NaN, flushing, and the rounding mode. */
  private static final int CONTROLS = 0x07C0_0000;

  private static final int STACK = 31;

  @TempDir Path folder;

  private final Random random = new Random(Long.getLong("bbt.seed", 1));
  private final StringBuilder text = new StringBuilder();
  private final Set<A64Insn> rows = EnumSet.noneOf(A64Insn.class);

  @ParameterizedTest
  @EnumSource
  void leaveWhatTheyLeaveOnQemu(EngineMode engine) throws Exception {
    text.append("main: mov x0, #3 << 20\nmsr cpacr_el1, x0\nisb\n");
    for (int i = 0; i < BLOCKS; i++) {
      block();
    }
    StringBuilder vectors = new StringBuilder();
    for (int i = 0; i < 32; i += 2) {
      vectors.append("stp q%d, q%d, [x30, #%d]\n".formatted(i, i + 1, 272 + 16 * i));
    }
    text.append("b off\n").append(FINISH.formatted(vectors));
    Path kernel = ArmPrograms.build(folder, "handlers", text.toString());
    List<String> theirs = ArmPrograms.qemu(kernel).lines().toList();
    assertEquals(BLOCKS, theirs.size());
    StringBuilder ours = new StringBuilder();
    Machine.create(
            ArmPrograms.config(kernel).engine(engine).build(),
            ConsolePort.outputOnly(octet -> ours.append((char) octet)))
        .run();
    assertEquals(theirs, ours.toString().lines().toList());
    assertTrue(rows.size() > 600, () -> "only " + rows.size() + ": " + rows);
  }

  /** What there is of vector instructions traps while they are off; the rest is undefined. */
  @ParameterizedTest
  @EnumSource
  void areOffOrUndefined(EngineMode engine) throws Exception {
    text.append("main: msr cpacr_el1, xzr\nisb\n");
    int undefined = 0;
    for (int i = 0; i < WORDS; i++) {
      int bits = random.nextInt() | VECTOR;
      undefined += A64Decoder.row(bits) == null ? 1 : 0;
      text.append(".inst 0x").append(Integer.toHexString(bits)).append('\n');
    }
    text.append("b off\ninterrupt: b .\n");
    assertTrue(undefined > WORDS / 8 && undefined < WORDS / 8 * 7, () -> "badly chosen");
    Path kernel = ArmPrograms.build(folder, "off", text.toString());
    List<String> theirs = ArmPrograms.qemu(kernel).lines().toList();
    assertEquals(WORDS, theirs.size());
    StringBuilder ours = new StringBuilder();
    Machine.create(
            ArmPrograms.config(kernel).engine(engine).build(),
            ConsolePort.outputOnly(octet -> ours.append((char) octet)))
        .run();
    assertEquals(theirs, ours.toString().lines().toList());
  }

  private void block() {
    for (int i = 0; i < STACK; i++) {
      set(i, random.nextLong() >> random.nextInt(64));
    }
    set(17, random.nextBoolean() ? 0 : random.nextInt() & CONTROLS);
    text.append("msr fpcr, x17\nmsr fpsr, xzr\n");
    text.append("mov sp, x").append(random.nextInt(STACK)).append('\n');
    text.append("msr nzcv, x").append(random.nextInt(STACK)).append('\n');
    for (int pieces = 0; pieces < PIECES; ) {
      int bits = random.nextInt() | (random.nextBoolean() ? VECTOR : 0);
      A64Decoded d = A64Decoder.decode(bits);
      if ((bits & GROUPS) != BRANCHES && d != null && piece(d)) {
        pieces++;
      }
    }
    // A mark (docs/control.md) changes nothing.
    text.append("movz xzr, #").append(random.nextInt(2048)).append('\n');
    text.append("msr tpidr_el0, x30\nbl finish\n");
  }

  private void set(int register, long value) {
    for (int i = 0; i < 4; i++) {
      text.append(
          "mov%s x%d, #%d, lsl #%d\n"
              .formatted(i == 0 ? "z" : "k", register, value >>> 16 * i & 0xFFFF, 16 * i));
    }
  }

  /** Appends an instruction with what it needs; false if it is none for here. */
  private boolean piece(A64Decoded d) {
    if (d.insn().flow() != ControlFlow.SEQUENTIAL) {
      return false;
    }
    boolean added =
        switch (d.insn().format()) {
          case OFFSET, PAIR_OFFSET -> access(d, d.imm(), false);
          case PRE_INDEX, PAIR_PRE -> access(d, d.imm(), true);
          case POST_INDEX, PAIR_POST -> access(d, 0, true);
          case VECTOR_OFFSET, VECTOR_PRE, VECTOR_PAIR_OFFSET, VECTOR_PAIR_PRE ->
              access(d, d.imm(), false);
          case VECTOR_POST,
              VECTOR_PAIR_POST,
              STRUCTURES_1,
              STRUCTURES_2,
              STRUCTURES_3,
              STRUCTURES_4,
              STRUCTURES_1_POST,
              STRUCTURES_2_POST,
              STRUCTURES_3_POST,
              STRUCTURES_4_POST,
              LANES_1,
              LANES_2,
              LANES_3,
              LANES_4,
              LANES_1_POST,
              LANES_2_POST,
              LANES_3_POST,
              LANES_4_POST ->
              access(d, 0, false);
          case INDEXED, VECTOR_INDEXED -> indexed(d);
          case VECTOR_LITERAL,
              LITERAL,
              LOAD_EXCLUSIVE,
              STORE_EXCLUSIVE,
              LOAD_EXCLUSIVE_PAIR,
              STORE_EXCLUSIVE_PAIR,
              SYSTEM_OPERATION ->
              false;
          default -> true;
        };
    if (added) {
      text.append(".inst 0x").append(Integer.toHexString(d.bits())).append('\n');
      rows.add(d.insn());
    }
    return added;
  }

  private boolean access(A64Decoded d, long offset, boolean moves) {
    boolean pair =
        switch (d.insn().format()) {
          case PAIR_OFFSET, PAIR_PRE, PAIR_POST -> true;
          case VECTOR_PAIR_OFFSET, VECTOR_PAIR_PRE, VECTOR_PAIR_POST -> true;
          default -> false;
        };
    if (pair && d.rd() == d.ra() || moves && (d.rd() == d.rn() || pair && d.ra() == d.rn())) {
      return false; // unpredictable
    }
    // Aligned, since memory is a device's while addresses are not translated.
    long base = PAGE + 16 * (4 + random.nextInt(PAGE_BYTES / 16 - 12)) - offset;
    if (d.rn() == STACK) {
      if (base % 16 != 0) {
        return false;
      }
      set(17, base);
      text.append("mov sp, x17\n");
    } else {
      set(d.rn(), base);
    }
    return true;
  }

  private boolean indexed(A64Decoded d) {
    if (d.rm() == d.rn() || d.rm() == STACK || d.rn() == STACK) {
      return false;
    }
    long index = 16 * random.nextInt(4);
    set(d.rm(), index);
    set(d.rn(), PAGE + 16 * random.nextInt(PAGE_BYTES / 32));
    return true;
  }

  /** Prints the checksum of all registers, the flags and the page; returns. */
  private static final String FINISH =
      """
      finish:
        msr contextidr_el1, x30
        ldr x30, =state
        stp x0, x1, [x30]
        stp x2, x3, [x30, #16]
        stp x4, x5, [x30, #32]
        stp x6, x7, [x30, #48]
        stp x8, x9, [x30, #64]
        stp x10, x11, [x30, #80]
        stp x12, x13, [x30, #96]
        stp x14, x15, [x30, #112]
        stp x16, x17, [x30, #128]
        stp x18, x19, [x30, #144]
        stp x20, x21, [x30, #160]
        stp x22, x23, [x30, #176]
        stp x24, x25, [x30, #192]
        stp x26, x27, [x30, #208]
        stp x28, x29, [x30, #224]
        mov x0, sp
        mrs x1, nzcv
        stp x0, x1, [x30, #240]
        mrs x0, tpidr_el0
        mrs x1, fpsr
        stp x0, x1, [x30, #256]
        %s
        mov x0, #0
        ldr x1, =0x9e3779b97f4a7c15
        ldr x2, =state
        mov x3, #98
        bl sum
        ldr x2, =0x40800000
        mov x3, #128
        bl sum
        bl hex
        newline
        mrs x30, contextidr_el1
        ret
      sum:
        ldr x4, [x2], #8
        eor x0, x0, x4
        mul x0, x0, x1
        ror x0, x0, #29
        subs x3, x3, #1
        b.ne sum
        ret
      interrupt:
        b .
        .ltorg
        .balign 16
      state: .skip 1024
      """;
}

package bbt.ptg.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random words, each executed by {@code qemu-aarch64} as a Cortex-A53: it must refuse exactly those
 * that no row matches. {@code -Dbbt.words=N} tries more of them. Left out is what a program may not
 * do or what is the system's.
 */
@Tag("qemu")
class A64UndefinedTest {
  /** Where the word stands, far from everything that a branch could lead to. */
  private static final long SLOT = 0x4000_0000L;

  private static final int SLOT_BYTES = 4096;
  private static final int BATCH = 50_000;
  private static final int ILLEGAL = 4;

  /** The register that leads to the word. */
  private static final int POINTER = 16;

  @TempDir Path folder;

  @Test
  void exactlyWhatNoRowMatchesIsRefused() throws Exception {
    Random random = new Random(Long.getLong("bbt.seed", 1));
    int words = Integer.getInteger("bbt.words", BATCH);
    List<String> different = new ArrayList<>();
    int refused = 0;
    Set<A64Insn> seen = new HashSet<>();
    for (int done = 0; done < words; done += BATCH) {
      int[] batch = random.ints().filter(A64UndefinedTest::isTried).limit(BATCH).toArray();
      for (int i = 0; i < batch.length; i += 2) {
        batch[i] = likeARow(random); // most random words are no instruction
      }
      byte[] signals = QemuUser.run(folder, source(batch), Map.of(".slot", SLOT));
      assertEquals(batch.length, signals.length);
      for (int i = 0; i < batch.length; i++) {
        A64Insn row = A64Decoder.row(batch[i]);
        refused += row == null ? 1 : 0;
        seen.add(row);
        if ((signals[i] == ILLEGAL) != (row == null)) {
          different.add("%08x: %s, signal %d".formatted(batch[i], row, signals[i]));
        }
      }
    }
    System.out.printf(
        "arm64: %,d words, %,d of them undefined, %d rows; qemu-aarch64 differs in %d%n",
        words, refused, seen.size(), different.size());
    assertEquals(List.of(), different.stream().limit(20).toList());
    assertTrue(refused > words / 4);
  }

  /** A word that a row matches, or all but a bit of one. */
  private static int likeARow(Random random) {
    A64Insn[] rows = A64Insn.values();
    while (true) {
      A64Insn row = rows[random.nextInt(rows.length)];
      int bits = random.nextInt() & ~row.pattern().mask | row.pattern().match;
      bits = random.nextBoolean() ? bits : bits ^ 1 << random.nextInt(32);
      if (isTried(bits)) {
        return bits;
      }
    }
  }

  private static boolean isTried(int bits) {
    A64Decoded d = A64Decoder.decode(bits);
    if (d == null) {
      boolean system = (bits & 0xFF00_0000) == 0xD500_0000 || (bits & 0xFF00_0000) == 0xD400_0000;
      return !system;
    }
    return switch (d.insn().flow()) {
      case SEQUENTIAL -> true;
      case CONDITIONAL_BRANCH, DIRECT_JUMP -> Math.abs(d.imm()) > SLOT_BYTES;
      case INDIRECT_JUMP -> d.rn() != POINTER;
      case SYSTEM, TRAP, TRAP_RETURN -> false;
    };
  }

  /** Executes one word after another and prints the signal that ended each: none returns. */
  private static String source(int[] words) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        .text
        .globl _start
        _start:
          ldr x0, =stack
          mov x1, #0
          mov x8, #132
          svc #0
          ldr x19, =signals
        handle:
          ldrb w0, [x19], #1
          cbz w0, next
          ldr x1, =action
          mov x2, #0
          mov x3, #8
          mov x8, #134
          svc #0
          b handle
        next:
          ldr x1, =state
          ldr x2, [x1]
          ldr x3, =%1$d
          cmp x2, x3
          b.eq done
          ldr x4, =words
          ldr w5, [x4, x2, lsl #2]
          ldr x16, =%2$d
          movz w6, #0xD420, lsl #16
          stp w5, w6, [x16]
          dc cvau, x16
          dsb ish
          ic ivau, x16
          dsb ish
          isb
          ldr x0, =0x500000000000
          mov sp, x0
        """
            .formatted(words.length, SLOT));
    for (int i = 1; i < 31; i++) {
      text.append(i == POINTER ? "" : "mov x" + i + ", x0\n");
    }
    text.append(
        """
          br x16
        caught:
          ldr x1, =state
          ldr x2, [x1]
          ldr x3, =out
          strb w0, [x3, x2]
          add x2, x2, #1
          str x2, [x1]
          b next
        done:
          ldr x19, =out
          ldr x20, =%d
        """
            .formatted(words.length));
    text.append(QemuUser.PRINT);
    text.append(
        """
        .ltorg
        .section .slot, "awx"
        .skip 4096
        .data
        .balign 8
        state: .quad 0
        stack: .quad alternate, 0, 65536
        action: .quad caught, 0x48000000, 0, 0
        signals: .byte 4, 5, 7, 8, 11, 0
        .balign 4
        words: .long\s""");
    for (int i = 0; i < words.length; i++) {
      text.append(i == 0 ? "" : ",").append(words[i] & 0xFFFFFFFFL);
    }
    return text.append("\n.bss\n.balign 16\nalternate: .skip 65536\nout: .skip ")
        .append(words.length)
        .append('\n')
        .toString();
  }
}

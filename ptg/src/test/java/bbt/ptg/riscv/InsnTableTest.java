package bbt.ptg.riscv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.fail;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.rtl.ProbeRtl;
import bbt.ptg.riscv.semantics.FpOp;
import bbt.ptg.riscv.semantics.RiscvRtl;
import bbt.ptg.riscv.semantics.SystemOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The table as a whole: rows are disjoint, the decoder finds each, semantics keep their contract.
 */
class InsnTableTest {
  private static final Set<Insn> ALL = Set.of(Insn.values());

  private static Insn scan(int bits, int width) {
    Insn found = null;
    for (Insn insn : ALL) {
      if (insn.pattern().width == width && insn.pattern().matches(bits)) {
        if (found == null || found == insn.hintOf()) {
          found = insn;
        } else if (found.hintOf() != insn) {
          fail(String.format("%08x is both %s and %s", bits, found, insn));
        }
      }
    }
    return found;
  }

  @Test
  void noTwoRowsOverlap() {
    for (Insn a : ALL) {
      for (Insn b : ALL) {
        Pattern p = a.pattern();
        Pattern q = b.pattern();
        if (a != b && p.width == 32 && q.width == 32) {
          boolean disjoint = (p.mask & q.mask & (p.match ^ q.match)) != 0;
          assertFalse(!disjoint && a.hintOf() != b && b.hintOf() != a, () -> a + " overlaps " + b);
        }
      }
    }
  }

  /** The name of a hint lies within the instruction that it is a hint of, and falls through. */
  @Test
  void hintsRefineTheirInstruction() {
    for (Insn insn : ALL) {
      if (insn.hintOf() != null) {
        Pattern p = insn.pattern();
        Pattern q = insn.hintOf().pattern();
        assertEquals(q.mask, p.mask & q.mask, insn::name);
        assertEquals(q.match, p.match & q.mask, insn::name);
        assertSame(ControlFlow.SEQUENTIAL, insn.hintOf().flow());
        assertSame(null, insn.hintOf().hintOf());
      }
    }
  }

  @Test
  void everyRowHasTheLowBitsOfItsWidth() {
    for (Insn insn : ALL) {
      Pattern p = insn.pattern();
      assertEquals(3, p.mask & 3, insn::name);
      assertEquals(p.width == 32, (p.match & 3) == 3, insn::name);
      assertEquals(p.width == 16, insn.isCompressed(), insn::name);
    }
  }

  /** All 49,152 encodings: at most one row, the decoder agrees, and what is reserved is illegal. */
  @Test
  void compressedSweep() {
    for (int half = 0; half < 0x10000; half++) {
      if ((half & 3) == 3) {
        continue;
      }
      Insn row = scan(half, 16);
      Decoded d = Decoder.decode(half);
      assertSame(row, d == null ? null : d.compressed(), Integer.toHexString(half));
      assertEquals(CompressedSpec.reserved(half), d == null, Integer.toHexString(half));
      if (d != null) {
        assertSame(row.expansion(), d.insn());
        assertEquals(2, d.length());
        assertEquals(half, d.bits());
        assertSame(d, Decoder.decode(0xABCD0000 | half), "the upper half is ignored");
      }
    }
  }

  @Test
  void decoderFindsWhatAScanFinds() {
    Random random = new Random(1);
    int legal = 0;
    for (Insn insn : ALL) {
      Pattern p = insn.pattern();
      for (int i = 0; p.width == 32 && i < 300; i++) {
        int bits = random.nextInt() & ~p.mask | p.match;
        if (i % 3 == 0) {
          bits ^= 4 << random.nextInt(30);
        }
        Insn expected = scan(bits, 32);
        Decoded d = Decoder.decode(bits);
        assertSame(expected, d == null ? null : d.insn(), Integer.toHexString(bits));
        if (d != null) {
          legal++;
          assertNull(d.compressed());
          assertEquals(4, d.length());
          assertEquals(bits, d.bits());
        }
      }
    }
    assertFalse(legal < 20_000, () -> "too few legal encodings tried");
  }

  @ParameterizedTest
  @EnumSource(Insn.class)
  void semanticsKeepTheContract(Insn insn) {
    List<String> calls = new ArrayList<>();
    RiscvRtl<String> probe = ProbeRtl.of(RiscvRtl.class, calls);
    insn.semantics().apply(probe);

    List<String> terminators =
        calls.stream().filter(Set.of("branchIf", "jump", "jumpTo", "system")::contains).toList();
    String expected =
        switch (insn.flow()) {
          case SEQUENTIAL -> null;
          case CONDITIONAL_BRANCH -> "branchIf";
          case DIRECT_JUMP -> "jump";
          case INDIRECT_JUMP -> "jumpTo";
          case SYSTEM, TRAP, TRAP_RETURN -> "system";
        };
    assertEquals(Stream.ofNullable(expected).toList(), terminators);
    if (expected != null) {
      assertEquals(expected, calls.getLast(), "the terminator is the last operation");
    }

    int lastFaulting = -1;
    int firstWrite = calls.size();
    for (int i = 0; i < calls.size(); i++) {
      switch (calls.get(i)) {
        case "load",
            "loadReserved",
            "storeConditional",
            "amo",
            "cacheBlock",
            "requireFp",
            "requireRoundingMode" ->
            lastFaulting = i;
        case "store" -> {
          lastFaulting = i;
          firstWrite = Math.min(firstWrite, i);
        }
        case "rd", "frd" -> firstWrite = Math.min(firstWrite, i);
        default -> {}
      }
    }
    assertFalse(firstWrite < lastFaulting, () -> "writes before it may fault: " + calls);

    boolean floating = calls.stream().anyMatch(c -> c.startsWith("f") || c.equals("fp"));
    assertEquals(floating, calls.getFirst().equals("requireFp"), calls::toString);
    assertEquals(insn.hasRoundingMode(), calls.contains("requireRoundingMode"));
  }

  /** Each system instruction asks for the machine's operation of its own name. */
  @Test
  void systemOperationsAreTheirOwn() {
    for (SystemOp op : SystemOp.values()) {
      List<Object> asked = new ArrayList<>();
      RiscvRtl<String> probe = ProbeRtl.arguments(RiscvRtl.class, "system", asked);
      Insn.valueOf(op.name()).semantics().apply(probe);
      assertEquals(List.of(op), asked);
    }
  }

  /** Each floating-point instruction asks for the operation of its own name. */
  @Test
  void floatingOperationsAreTheirOwn() {
    for (FpOp op : FpOp.values()) {
      List<Object> asked = new ArrayList<>();
      RiscvRtl<String> probe = ProbeRtl.arguments(RiscvRtl.class, "fp", asked);
      Insn.valueOf(op.name()).semantics().apply(probe);
      assertEquals(op, asked.getFirst());
      assertEquals(op, FpOp.of(op.operation, op.format));
    }
  }
}

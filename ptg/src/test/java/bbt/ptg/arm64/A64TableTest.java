package bbt.ptg.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bbt.ptg.arm64.semantics.A64Rtl;
import bbt.ptg.arm64.semantics.A64SystemOp;
import bbt.ptg.arm64.vector.Lanes;
import bbt.ptg.guest.rtl.ProbeRtl;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The table as a whole: rows are disjoint, the decoder finds each, semantics keep their contract.
 */
class A64TableTest {
  private static final List<A64Insn> ALL = List.of(A64Insn.values());

  @Test
  void everyRowHas32Bits() {
    ALL.forEach(insn -> assertEquals(32, insn.pattern().width, insn::name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 00 11011 000 rm 0 ra rn", // 27 bits
        "1 00 11011 000 rx 0 ra rn rd 0", // no such field
        "10 111001 01 uimm14:3 rn rt index0" // no such number
      })
  void whatIsNoEncodingIsRejected(String text) {
    assertThrows(IllegalArgumentException.class, () -> new A64Pattern(text));
  }

  /** Rows differ in a bit that both fix, or one has a number that is reserved for the other. */
  @Test
  void noTwoRowsOverlap() {
    Random random = new Random(2);
    for (A64Insn a : ALL) {
      for (A64Insn b : ALL) {
        A64Pattern p = a.pattern();
        A64Pattern q = b.pattern();
        boolean disjoint = (p.mask & q.mask & (p.match ^ q.match)) != 0;
        if (a == b || disjoint || a.special() == b || b.special() == a) {
          continue;
        }
        for (int i = 0; i < 1000; i++) {
          int bits = random.nextInt() & ~(p.mask | q.mask) | p.match | q.match;
          assertFalse(p.matches(bits) && q.matches(bits), () -> a + " overlaps " + b);
        }
      }
    }
  }

  /** A special case lies within its instruction. */
  @Test
  void specialCasesRefineTheirInstruction() {
    for (A64Insn insn : ALL) {
      if (insn.special() != null) {
        A64Pattern p = insn.pattern();
        A64Pattern q = insn.special().pattern();
        assertEquals(q.mask, p.mask & q.mask, insn::name);
        assertEquals(q.match, p.match & q.mask, insn::name);
        assertNull(insn.special().special());
      }
    }
  }

  private static A64Insn scan(int bits) {
    A64Insn found = null;
    for (A64Insn insn : ALL) {
      if (insn.pattern().matches(bits)) {
        if (found == null || found == insn.special()) {
          found = insn;
        } else if (found.special() != insn) {
          fail("%08x is both %s and %s".formatted(bits, found, insn));
        }
      }
    }
    return found;
  }

  @Test
  void decoderFindsWhatAScanFinds() {
    Random random = new Random(1);
    Set<A64Insn> seen = new HashSet<>();
    for (A64Insn insn : ALL) {
      A64Pattern p = insn.pattern();
      for (int i = 0; i < 300; i++) {
        int bits = random.nextInt() & ~p.mask | p.match;
        if (i % 3 == 0) {
          bits ^= 1 << random.nextInt(32);
        }
        A64Insn expected = scan(bits);
        A64Decoded d = A64Decoder.decode(bits);
        assertSame(expected, d == null ? null : d.insn(), Integer.toHexString(bits));
        if (d != null) {
          seen.add(d.insn());
          assertEquals(bits, d.bits());
        }
      }
    }
    assertEquals(ALL.size(), seen.size());
  }

  /** Operations that may trap, those that do not store. */
  private static final Set<String> FAULTING =
      Set.of(
          "base",
          "load",
          "loadReserved",
          "loadUnprivileged",
          "loadElements",
          "storeConditional",
          "storeConditionalPair",
          "requireVectors",
          "requireAligned",
          "checkAligned");

  private static final Set<String> STORES =
      Set.of("store", "storePair", "storeAll", "storeElements", "storeUnprivileged", "zeroBlock");

  @ParameterizedTest
  @EnumSource(A64Insn.class)
  void semanticsKeepTheContract(A64Insn insn) {
    for (int variant = 0; variant < 8; variant++) {
      if ((insn.variants() >>> variant & 1) != 0) {
        keepTheContract(insn, insn.lanes(variant));
      }
    }
  }

  private static void keepTheContract(A64Insn insn, Lanes lanes) {
    List<String> calls = new ArrayList<>();
    A64Rtl<String> probe = ProbeRtl.of(A64Rtl.class, Map.of(Lanes.class, lanes), calls);
    insn.apply(probe);
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
    long stores = calls.stream().filter(STORES::contains).count();
    assertTrue(stores <= 1, () -> "stores twice: " + calls);
    if (stores == 1) {
      int store = calls.indexOf(calls.stream().filter(STORES::contains).findFirst().orElseThrow());
      assertTrue(
          calls.subList(store + 1, calls.size()).stream().noneMatch(FAULTING::contains),
          () -> "may fault behind a store: " + calls);
    }
  }

  /** Each system instruction asks for the machine's operation of its own name. */
  @Test
  void systemOperationsAreTheirOwn() {
    for (A64SystemOp op : A64SystemOp.values()) {
      List<Object> asked = new ArrayList<>();
      A64Rtl<String> probe = ProbeRtl.arguments(A64Rtl.class, "system", asked);
      A64Insn.valueOf(op.name()).apply(probe);
      assertEquals(List.of(op), asked);
    }
  }
}

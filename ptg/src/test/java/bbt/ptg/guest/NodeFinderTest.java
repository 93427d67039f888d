package bbt.ptg.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bbt.ptg.riscv.RiscvIsa;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nodes end by address alone: docs/determinism.md 1. */
class NodeFinderTest {
  private static final int NOP4 = 0x13;
  private static final int NOP2 = 0x01;

  /** Memory of given instructions; everything else is unknown. */
  private static CodeReader code(long at, int... bits) {
    Map<Long, Integer> halfwords = new HashMap<>();
    long address = at;
    for (int b : bits) {
      halfwords.put(address, b & 0xFFFF);
      address += 2;
      if ((b & 3) == 3) {
        halfwords.put(address, b >>> 16);
        address += 2;
      }
    }
    return a -> halfwords.getOrDefault(a, CodeReader.UNKNOWN);
  }

  private static void check(Node node, int count, int size, Node.End end) {
    assertEquals(count, node.count());
    assertEquals(size, node.size());
    assertEquals(end, node.end());
  }

  @Test
  void endsWithControlFlow() {
    check(
        RiscvIsa.RV64.nodes().find(0x1000, code(0x1000, NOP4, NOP2, 0x8082, NOP4)),
        3,
        8,
        Node.End.FLOW);
    check(RiscvIsa.RV64.nodes().find(0x1000, code(0x1000, NOP4, 0x00b50863)), 2, 8, Node.End.FLOW);
    check(
        RiscvIsa.RV64.nodes().find(0x1000, code(0x1000, NOP2, 0x10200073)),
        2,
        6,
        Node.End.FLOW); // sret
  }

  @Test
  void endsWithSystemInstructionsAndTraps() {
    check(
        RiscvIsa.RV64.nodes().find(0x1000, code(0x1000, NOP2, 0xc0202573)),
        2,
        6,
        Node.End.SYSTEM); // csrr
    check(
        RiscvIsa.RV64.nodes().find(0x1000, code(0x1000, NOP2, 0x0000100f)), 2, 6, Node.End.SYSTEM);
    check(RiscvIsa.RV64.nodes().find(0x1000, code(0x1000, NOP2, 0x00000073)), 2, 6, Node.End.TRAP);
    check(
        RiscvIsa.RV64.nodes().find(0x1000, code(0x1000, NOP2, 0x9002)),
        2,
        4,
        Node.End.TRAP); // c.ebreak
    check(
        RiscvIsa.RV64.nodes().find(0x1000, code(0x1000, NOP2, 0x0000)),
        2,
        4,
        Node.End.TRAP); // illegal
  }

  @Test
  void aPlainFenceEndsNothing() {
    check(
        RiscvIsa.RV64.nodes().find(0x1000, code(0x1000, 0x0ff0000f, NOP2, 0x8082)),
        3,
        8,
        Node.End.FLOW);
  }

  @Test
  void endsWithThePage() {
    check(
        RiscvIsa.RV64.nodes().find(0x1ff8, code(0x1ff8, NOP4, NOP2, NOP2, NOP4)),
        3,
        8,
        Node.End.PAGE);
    check(RiscvIsa.RV64.nodes().find(0x1ffe, code(0x1ffe, NOP2, NOP4)), 1, 2, Node.End.PAGE);
  }

  @Test
  void aStraddlerIsANodeOfItsOwn() {
    CodeReader code = code(0x1ffa, NOP4, NOP4, NOP4);
    check(RiscvIsa.RV64.nodes().find(0x1ffa, code), 1, 4, Node.End.BEFORE_STRADDLER);
    check(RiscvIsa.RV64.nodes().find(0x1ffe, code), 1, 4, Node.End.STRADDLER);
    check(RiscvIsa.RV64.nodes().find(0x1ffe, code(0x1ffe, 0x00b50863)), 1, 4, Node.End.FLOW);
  }

  @Test
  void endsBeforeUnknownBytes() {
    check(RiscvIsa.RV64.nodes().find(0x1000, code(0x1000, NOP4, NOP2)), 2, 6, Node.End.UNKNOWN);
    check(RiscvIsa.RV64.nodes().find(0x1000, code(0x2000, NOP4)), 0, 0, Node.End.UNKNOWN);
    CodeReader half = a -> a == 0x1000 ? NOP4 : CodeReader.UNKNOWN;
    check(RiscvIsa.RV64.nodes().find(0x1000, half), 0, 0, Node.End.UNKNOWN);
  }

  @Test
  void aNodeIsRebuiltFromItsInstructions() {
    int[] bits = {NOP4, NOP2, NOP2, 0x8082};
    Node again = RiscvIsa.RV64.nodes().of(0x1000, bits);
    check(again, 4, 10, Node.End.FLOW);
    assertEquals(NOP2, again.bits(2));
    check(RiscvIsa.RV64.nodes().of(0x1ffa, new int[] {NOP4, NOP2}), 2, 6, Node.End.PAGE);
    check(RiscvIsa.RV64.nodes().of(0x1ffe, new int[] {NOP4}), 1, 4, Node.End.STRADDLER);
    assertEquals(
        Node.End.BEFORE_STRADDLER, RiscvIsa.RV64.nodes().of(0x1ffa, new int[] {NOP4}).end());
    assertThrows(
        IllegalArgumentException.class,
        () -> RiscvIsa.RV64.nodes().of(0x1000, new int[] {NOP4, NOP4}));
    assertThrows(
        IllegalArgumentException.class,
        () -> RiscvIsa.RV64.nodes().of(0x1000, new int[] {0x8082, NOP4}));
  }

  @Test
  void addresses() {
    Node node = RiscvIsa.RV64.nodes().find(0x1000, code(0x1000, NOP4, NOP2, NOP4, 0x8082));
    assertEquals(0x1000, node.address(0));
    assertEquals(0x1004, node.address(1));
    assertEquals(0x1006, node.address(2));
    assertEquals(0x100a, node.lastAddress());
    assertEquals(0x100c, node.endAddress());
  }
}

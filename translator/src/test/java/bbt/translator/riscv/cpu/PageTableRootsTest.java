package bbt.translator.riscv.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bbt.translator.device.TestMemory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Serial numbers of address spaces: docs/trace-format.md, MAPPING. */
class PageTableRootsTest {
  private static final long SV39 = 8L << 60;
  private static final long KERNEL = 0x80010000L;
  private static final long FIRST = 0x80011000L;
  private static final long SECOND = 0x80012000L;

  private final TestMemory memory = new TestMemory(1 << 20);
  private final PageTableRoots spaces = new PageTableRoots(memory);
  private long satp;

  private int to(long root, int asid) {
    long next = root == 0 ? 0 : SV39 | (long) asid << 44 | root >>> 12;
    int serial = spaces.change(satp, next);
    satp = next;
    return serial;
  }

  private void entry(long root, int index, long table) {
    memory.write64(root + 8L * index, table == 0 ? 0 : table >>> 12 << 10 | 1);
  }

  @BeforeEach
  void programs() {
    entry(KERNEL, 300, 0x80020000L);
    entry(FIRST, 1, 0x80021000L);
    entry(FIRST, 255, 0x80022000L);
    entry(SECOND, 1, 0x80023000L);
  }

  @Test
  void aRootPageIsAnAddressSpaceAndKeepsItsNumber() {
    int kernel = to(KERNEL, 0);
    int first = to(FIRST, 1);
    int second = to(SECOND, 2);
    assertEquals(3, new java.util.HashSet<>(java.util.List.of(kernel, first, second)).size());
    assertNotEquals(0, kernel);
    assertEquals(first, to(FIRST, 1));
    assertEquals(kernel, to(KERNEL, 0));
    assertEquals(0, to(0, 0));
    assertEquals(second, to(SECOND, 2));
    assertEquals(-1, spaces.gone());
  }

  @Test
  void anotherAsidIsTheSameAddressSpace() {
    int first = to(FIRST, 1);
    to(KERNEL, 0);
    assertEquals(first, to(FIRST, 77));
  }

  @Test
  void aReusedRootPageIsAFreshOne() {
    int first = to(FIRST, 1);
    to(KERNEL, 0);
    entry(FIRST, 1, 0x80024000L);
    entry(FIRST, 255, 0x80025000L);
    int reused = to(FIRST, 1);
    assertNotEquals(first, reused);
    assertEquals(first, spaces.gone());
    to(KERNEL, 0);
    assertEquals(reused, to(FIRST, 1));
    assertEquals(-1, spaces.gone());
  }

  @Test
  void aProgramThatMapsAndUnmapsIsStillItself() {
    int first = to(FIRST, 1);
    to(KERNEL, 0);
    entry(FIRST, 1, 0);
    entry(FIRST, 7, 0x80026000L);
    assertEquals(first, to(FIRST, 1));
  }

  @Test
  void aRootOutsideOfMemoryIsNoReasonToFail() {
    to(1L << 40, 0);
    to(KERNEL, 0);
    to(1L << 40, 0);
  }
}

package bbt.reconstruct.diff.find;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Names of addresses are read back, whatever symbols look like. */
class ComparedTraceTest {
  @Test
  void offsets() {
    assertEquals(0x1c, ComparedTrace.offset("main+0x1c"));
    assertEquals(0x8c2ac, ComparedTrace.offset("busybox+0x8c2ac"));
    assertEquals(0x10, ComparedTrace.offset("odd+0x20+0x10"));
    assertEquals(0, ComparedTrace.offset("main"));
    assertEquals(0, ComparedTrace.offset("odd+0xzz"));
    assertEquals(0, ComparedTrace.offset("odd+0x"));
    assertEquals(0, ComparedTrace.offset("odd+0xffffffffffffffffffff"));
    assertEquals(0, ComparedTrace.offset("0xffffffff80001234"));
  }
}

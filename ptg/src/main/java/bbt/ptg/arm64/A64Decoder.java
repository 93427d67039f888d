package bbt.ptg.arm64;

import bbt.ptg.guest.table.RowSlots;
import java.util.List;

/**
 * Decodes instruction bits to {@link A64Decoded}, by a table derived from {@link A64Insn}: bits
 * 31:21 and 11:10 of an encoding, which tell most rows apart, select a slot of few rows. Threads
 * may decode at the same time.
 */
public final class A64Decoder {
  private static final int SLOT_BITS = 0b1111_1111_1110_0000_0000_1100_0000_0000;

  private static final RowSlots<A64Insn> SLOTS =
      new RowSlots<>(
          List.of(A64Insn.values()),
          A64Insn::pattern,
          SLOT_BITS,
          bits -> bits >>> 19 & 0x1FFC | bits >>> 10 & 3,
          A64Insn[]::new);

  private A64Decoder() {}

  /** The row of an encoding; null if it is undefined. */
  public static A64Insn row(int bits) {
    for (A64Insn insn : SLOTS.of(bits)) {
      if (insn.pattern().matches(bits)) {
        return insn;
      }
    }
    return null;
  }

  /** Decodes one instruction; null if the encoding is undefined. */
  public static A64Decoded decode(int bits) {
    A64Insn insn = row(bits);
    if (insn == null) {
      return null;
    }
    A64Pattern p = insn.pattern();
    return new A64Decoded(
        insn,
        bits & 31,
        bits >>> 5 & 31,
        p.rm(bits),
        bits >>> 10 & 31,
        p.imm(bits),
        p.second(bits),
        bits);
  }
}

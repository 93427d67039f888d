package bbt.ptg.riscv;

import bbt.ptg.guest.table.RowSlots;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Decodes instruction bits to {@link Decoded}, by tables derived from {@link Insn}.
 *
 * <p>A 32-bit encoding selects one of 4096 slots by bits 6:2, 14:12 and the four bits of funct7
 * that distinguish most; a slot holds the few rows that can match. Compressed encodings are decoded
 * once each and kept. Threads may decode at the same time.
 */
public final class Decoder {
  /** Bits of an encoding that {@link #slot} looks at. */
  private static final int SLOT_BITS = 0b0110_1010_0000_0000_0111_0000_0111_1100;

  private static final int COMPRESSED_SLOT_BITS = 0b1111_1100_0110_0011;

  private static final RowSlots<Insn> SLOTS = slots(false, SLOT_BITS, Decoder::slot);
  private static final RowSlots<Insn> COMPRESSED_SLOTS =
      slots(true, COMPRESSED_SLOT_BITS, Decoder::compressedSlot);

  /** By encoding; racy but idempotent, records are safe to publish. */
  private static final Decoded[] COMPRESSED = new Decoded[0x10000];

  private Decoder() {}

  private static RowSlots<Insn> slots(boolean compressed, int bits, IntUnaryOperator index) {
    List<Insn> rows =
        Arrays.stream(Insn.values()).filter(row -> row.isCompressed() == compressed).toList();
    return new RowSlots<>(rows, Insn::pattern, bits, index, Insn[]::new);
  }

  private static int slot(int bits) {
    return (bits >>> 2 & 0x1F)
        | (bits >>> 7 & 0xE0)
        | (bits >>> 17 & 0x100)
        | (bits >>> 18 & 0x200)
        | (bits >>> 19 & 0xC00);
  }

  private static int compressedSlot(int bits) {
    return (bits & 3) | (bits >>> 3 & 0xC) | (bits >>> 6 & 0x3F0);
  }

  /**
   * Length in bytes of the instruction that begins with these bits: 2 or 4. Longer encodings
   * (reserved, low five bits all ones) count as 4 and do not decode.
   */
  public static int length(int bits) {
    return (bits & 3) == 3 ? 4 : 2;
  }

  /**
   * Decodes one instruction.
   *
   * @param bits the encoding; the upper half is ignored when the low two bits are not both ones
   * @return the instruction, or null when the encoding is illegal or reserved
   */
  public static Decoded decode(int bits) {
    if (length(bits) == 2) {
      int half = bits & 0xFFFF;
      Decoded d = COMPRESSED[half];
      return d != null ? d : decodeCompressed(half);
    }
    for (Insn insn : SLOTS.of(bits)) {
      Pattern p = insn.pattern();
      if (p.matches(bits)) {
        return decoded(insn, null, p, bits);
      }
    }
    return null;
  }

  private static Decoded decodeCompressed(int half) {
    for (Insn insn : COMPRESSED_SLOTS.of(half)) {
      Pattern p = insn.pattern();
      if (p.matches(half)) {
        Decoded d = decoded(insn.expansion(), insn, p, half);
        COMPRESSED[half] = d;
        return d;
      }
    }
    return null;
  }

  private static Decoded decoded(Insn insn, Insn compressed, Pattern p, int bits) {
    return new Decoded(
        insn,
        compressed,
        p.rd(bits),
        p.rs1(bits),
        p.rs2(bits),
        p.rs3(bits),
        p.imm(bits),
        p.rm(bits),
        p.width / 8,
        bits);
  }
}

package bbt.reconstruct.listing;

import bbt.ptg.guest.Registers;
import bbt.reconstruct.replay.StepRecorder;

/** Registers and memory as a line shows them. */
final class DataText {
  private final Registers registers;

  DataText(Registers registers) {
    this.registers = registers;
  }

  /** {@code a0=0x12}. */
  LineBuffer changed(StepRecorder.Changed each, LineBuffer out) {
    String name =
        (each.floating() ? registers.floating() : registers.general()).name(each.number());
    return out.text(name).text("=0x").hex(each.value());
  }

  /**
   * {@code r8[ffffffff80001000]=0x12}; of a store {@code w8[...]=0x12 was 0x10}. What is no RAM has
   * no value.
   */
  LineBuffer access(StepRecorder.Data each, LineBuffer out) {
    out.character(each.store() ? 'w' : 'r').number(each.bytes(), 1);
    out.character('[').hex(each.address()).character(']');
    if (each.after().length < each.bytes()) {
      return out;
    }
    value(each.after(), out.text("=0x"));
    if (each.store()) {
      value(each.before(), out.text(" was 0x"));
    }
    return out;
  }

  /** The guest's byte order is little-endian. */
  private static void value(byte[] bytes, LineBuffer out) {
    for (int i = bytes.length - 1; i >= 0; i--) {
      out.hex(bytes[i] & 0xFF, 2);
    }
  }
}

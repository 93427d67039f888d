package bbt.reconstruct.listing;

import bbt.ptg.guest.Registers;
import bbt.reconstruct.replay.StepRecorder;
import java.util.List;

/** Writes registers and memory as a line shows them. */
final class DataText {
  private final Registers registers;

  DataText(Registers registers) {
    this.registers = registers;
  }

  /** Writes all changed registers of a line, a space between two. */
  void changed(List<StepRecorder.Changed> all, LineBuffer out) {
    for (int i = 0; i < all.size(); i++) {
      changed(all.get(i), i == 0 ? out : out.character(' '));
    }
  }

  /** Writes all accesses of a line, a space between two. */
  void accesses(List<StepRecorder.Data> all, LineBuffer out) {
    for (int i = 0; i < all.size(); i++) {
      access(all.get(i), i == 0 ? out : out.character(' '));
    }
  }

  /** {@code a0=0x12}. */
  private LineBuffer changed(StepRecorder.Changed each, LineBuffer out) {
    String name =
        (each.floating() ? registers.floating() : registers.general()).name(each.number());
    return out.text(name).text("=0x").hex(each.value());
  }

  /**
   * {@code r8[ffffffff80001000]=0x12}; of a store {@code w8[...]=0x12 was 0x10}. What is no RAM has
   * no value.
   */
  private LineBuffer access(StepRecorder.Data each, LineBuffer out) {
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

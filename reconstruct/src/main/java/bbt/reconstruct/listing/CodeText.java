package bbt.reconstruct.listing;

import bbt.reconstruct.basics.CsvCell;
import java.nio.charset.StandardCharsets;

/**
 * The text of an instruction, which does not change between two executions.
 *
 * @param bits its encoding
 * @param bytes its length
 * @param label where it stands: {@code memset+0x12}; empty where nothing is known of the place
 * @param text disassembled
 * @param labelCell the label as a cell of CSV
 * @param textCell the text likewise
 */
record CodeText(int bits, int bytes, byte[] label, byte[] text, byte[] labelCell, byte[] textCell) {
  static CodeText of(int bits, int bytes, String label, String text) {
    return new CodeText(bits, bytes, utf8(label), utf8(text), cell(label), cell(text));
  }

  /**
   * Returns this instruction with the label of another place: a node is called by its first
   * instruction.
   */
  CodeText at(CodeText place) {
    return new CodeText(bits, bytes, place.label, text, place.labelCell, textCell);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] cell(String text) {
    return text.isEmpty() ? new byte[0] : utf8(CsvCell.of(CsvCell.harmless(text)));
  }
}

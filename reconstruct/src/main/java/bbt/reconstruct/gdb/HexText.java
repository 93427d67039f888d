package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Reads and writes numbers and bytes as packets have them. */
final class HexText {
  private static final HexFormat HEX = HexFormat.of();

  private HexText() {}

  /** An unsigned number of up to 16 digits. */
  static long number(String digits) {
    if (digits.isEmpty() || digits.length() > 16 || !digits.matches("[0-9a-fA-F]+")) {
      throw new ProtocolException("not a hexadecimal number: " + digits);
    }
    return Long.parseUnsignedLong(digits, 16);
  }

  /** A number from 0 to {@code most}. */
  static int number(String digits, int most) {
    long value = number(digits);
    if (value < 0 || value > most) {
      throw new ProtocolException("too large: 0x" + digits);
    }
    return (int) value;
  }

  static byte[] bytes(String digits) {
    try {
      return HEX.parseHex(digits);
    } catch (IllegalArgumentException e) {
      throw new ProtocolException("not hexadecimal bytes", e);
    }
  }

  static String of(byte[] bytes, int length) {
    return HEX.formatHex(bytes, 0, length);
  }

  static String of(String text) {
    return HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A register: {@code bytes} bytes, little-endian. */
  static String register(long value, int bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes; i++) {
      text.append(HEX.toHexDigits((byte) (value >>> 8 * i)));
    }
    return text.toString();
  }

  /** A register of up to eight bytes, little-endian. */
  static long register(String digits) {
    byte[] bytes = bytes(digits);
    if (bytes.length == 0 || bytes.length > 8) {
      throw new ProtocolException("not a register of up to 64 bits: " + digits);
    }
    long value = 0;
    for (int i = bytes.length - 1; i >= 0; i--) {
      value = value << 8 | bytes[i] & 0xFF;
    }
    return value;
  }
}

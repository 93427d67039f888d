package bbt.reconstruct.gdb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Serves the one file that gdb may read over its "host I/O" packets: the program's symbols. Nothing
 * of the host's can be reached.
 */
final class ServedFile {
  /** The file's name, as gdb shows it. */
  static final String NAME = "/bbt/kernel";

  private static final String NO_SUCH_FILE = "F-1,2";
  private static final String READ_ONLY = "F-1,1e";
  private static final String NO_SUCH_DESCRIPTOR = "F-1,9";
  private static final int DESCRIPTOR = 3;
  private static final int STAT = 64;
  private static final int REGULAR_READABLE = 0100444;

  private final Supplier<byte[]> source;

  /** Null until it is opened. */
  private byte[] content;

  /**
   * @param source its content; null: there is none
   */
  ServedFile(Supplier<byte[]> source) {
    this.source = source;
  }

  boolean isThere() {
    return source != null;
  }

  /**
   * Answers a packet.
   *
   * @param rest behind {@code vFile:}
   * @return empty if it is not understood
   */
  String answer(String rest) {
    if (source == null) {
      return "";
    }
    int colon = rest.indexOf(':');
    String what = colon < 0 ? rest : rest.substring(0, colon);
    String[] parts = colon < 0 ? new String[0] : rest.substring(colon + 1).split(",", -1);
    return switch (what) {
      case "setfs", "close" -> "F0";
      case "open" -> open(parts);
      case "fstat" ->
          fd(parts) ? "F" + Integer.toHexString(STAT) + ";" + stat() : NO_SUCH_DESCRIPTOR;
      case "pread" ->
          fd(parts) && parts.length == 3 ? read(parts[1], parts[2]) : NO_SUCH_DESCRIPTOR;
      default -> "";
    };
  }

  private String open(String[] parts) {
    String name =
        parts.length == 0 ? "" : new String(HexText.bytes(parts[0]), StandardCharsets.UTF_8);
    if (!name.equals(NAME)) {
      return NO_SUCH_FILE;
    }
    if (parts.length > 1 && !parts[1].equals("0")) {
      return READ_ONLY;
    }
    content = content == null ? source.get() : content;
    return content == null ? NO_SUCH_FILE : "F" + DESCRIPTOR;
  }

  private boolean fd(String[] parts) {
    return content != null && parts.length > 0 && parts[0].equals(Integer.toHexString(DESCRIPTOR));
  }

  private String read(String count, String offset) {
    int most = Math.min(HexText.number(count, Integer.MAX_VALUE), PacketReader.MAX / 2 - 16);
    int from = Math.min(HexText.number(offset, Integer.MAX_VALUE), content.length);
    int length = Math.min(most, content.length - from);
    return "F"
        + Integer.toHexString(length)
        + ";"
        + new String(content, from, length, StandardCharsets.ISO_8859_1);
  }

  /** The protocol's struct stat, big-endian; all but mode and size is of no interest. */
  private String stat() {
    ByteBuffer b = ByteBuffer.allocate(STAT);
    b.putInt(8, REGULAR_READABLE).putInt(12, 1).putLong(28, content.length);
    return new String(b.array(), StandardCharsets.ISO_8859_1);
  }
}

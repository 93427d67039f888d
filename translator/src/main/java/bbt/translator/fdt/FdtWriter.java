package bbt.translator.fdt;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes a flattened device tree, version 17 (Devicetree Specification, chapter 5):
 *
 * <pre>
 *  header (40 bytes) | reserved memory map (16 zero bytes) | structure block | strings block
 * </pre>
 */
public final class FdtWriter {
  private static final int MAGIC = 0xD00DFEED;
  private static final int HEADER = 40;
  private static final int BEGIN_NODE = 1;
  private static final int END_NODE = 2;
  private static final int PROP = 3;
  private static final int END = 9;

  private final ByteArrayOutputStream structureBytes = new ByteArrayOutputStream();
  private final DataOutputStream structure = new DataOutputStream(structureBytes);
  private final ByteArrayOutputStream strings = new ByteArrayOutputStream();
  private final Map<String, Integer> offsets = new LinkedHashMap<>();
  private int depth;

  /** Opens a node; the root's name is empty. */
  public FdtWriter begin(String name) {
    word(BEGIN_NODE);
    padded((name + "\0").getBytes(StandardCharsets.UTF_8));
    depth++;
    return this;
  }

  /** Closes the node opened last. */
  public FdtWriter end() {
    depth--;
    word(END_NODE);
    return this;
  }

  /** A property without a value. */
  public FdtWriter flag(String name) {
    return bytes(name, new byte[0]);
  }

  /** A property of cells. */
  public FdtWriter cells(String name, int... values) {
    byte[] out = new byte[4 * values.length];
    java.nio.ByteBuffer.wrap(out).asIntBuffer().put(values);
    return bytes(name, out);
  }

  /** A property of 64-bit numbers, two cells each. */
  public FdtWriter longs(String name, long... values) {
    byte[] out = new byte[8 * values.length];
    java.nio.ByteBuffer.wrap(out).asLongBuffer().put(values);
    return bytes(name, out);
  }

  /** A property of one or more strings. */
  public FdtWriter strings(String name, String... values) {
    return bytes(name, (String.join("\0", values) + "\0").getBytes(StandardCharsets.UTF_8));
  }

  /** A property of any bytes. */
  public FdtWriter bytes(String name, byte[] value) {
    word(PROP);
    word(value.length);
    word(offsets.computeIfAbsent(name, this::addString));
    padded(value);
    return this;
  }

  /** The whole tree; all nodes must be closed. */
  public byte[] toBytes() {
    if (depth != 0) {
      throw new IllegalStateException(depth + " nodes are still open");
    }
    word(END);
    int structureSize = structureBytes.size();
    int structureAt = HEADER + 16;
    int stringsAt = structureAt + structureSize;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DataOutputStream d = new DataOutputStream(out);
    try {
      int[] header = {
        MAGIC,
        stringsAt + strings.size(),
        structureAt,
        stringsAt,
        HEADER,
        17,
        16,
        0,
        strings.size(),
        structureSize
      };
      for (int word : header) {
        d.writeInt(word);
      }
      d.writeLong(0);
      d.writeLong(0);
      structureBytes.writeTo(d);
      strings.writeTo(d);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory streams do not fail
    }
    return out.toByteArray();
  }

  private int addString(String name) {
    int at = strings.size();
    strings.writeBytes((name + "\0").getBytes(StandardCharsets.UTF_8));
    return at;
  }

  private void word(int value) {
    try {
      structure.writeInt(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void padded(byte[] value) {
    try {
      structure.write(value);
      for (int n = value.length; (n & 3) != 0; n++) {
        structure.write(0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

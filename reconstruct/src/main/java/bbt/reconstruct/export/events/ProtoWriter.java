package bbt.reconstruct.export.events;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes a message in the wire format of Protocol Buffers: varints and length-delimited fields, all
 * that a profile needs.
 */
public final class ProtoWriter {
  private static final int VARINT = 0;
  private static final int LENGTH = 2;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** A number; as a protobuf writer does, 0 is left out. */
  public ProtoWriter number(int field, long value) {
    if (value != 0) {
      varint((long) field << 3 | VARINT);
      varint(value);
    }
    return this;
  }

  /** A number that is written even if it is 0: it is one of several things that may be there. */
  ProtoWriter numberOrZero(int field, long value) {
    varint((long) field << 3 | VARINT);
    varint(value);
    return this;
  }

  /** Writes several numbers, packed. */
  public ProtoWriter numbers(int field, long... values) {
    ProtoWriter packed = new ProtoWriter();
    for (long value : values) {
      packed.varint(value);
    }
    return bytes(field, packed.toBytes());
  }

  /** A message inside this one. */
  public ProtoWriter message(int field, ProtoWriter inner) {
    return bytes(field, inner.toBytes());
  }

  /** Text; an empty one is written, too, since a table of strings starts with it. */
  public ProtoWriter text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  private ProtoWriter bytes(int field, byte[] value) {
    varint((long) field << 3 | LENGTH);
    varint(value.length);
    bytes.writeBytes(value);
    return this;
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes.write((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  public byte[] toBytes() {
    return bytes.toByteArray();
  }
}

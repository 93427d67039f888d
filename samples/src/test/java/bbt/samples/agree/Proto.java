package bbt.samples.agree;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads messages of Protocol Buffers by the wire format alone. */
final class Proto {
  private Proto() {}

  /** The fields of a message: numbers as {@link Long}, everything else as bytes. */
  static Map<Integer, List<Object>> fields(byte[] message) {
    ByteBuffer in = ByteBuffer.wrap(message);
    Map<Integer, List<Object>> fields = new HashMap<>();
    while (in.hasRemaining()) {
      long key = varint(in);
      Object value;
      if ((key & 7) == 0) {
        value = varint(in);
      } else if ((key & 7) == 2) {
        byte[] bytes = new byte[(int) varint(in)];
        in.get(bytes);
        value = bytes;
      } else {
        throw new AssertionError("wire type " + (key & 7));
      }
      fields.computeIfAbsent((int) (key >>> 3), k -> new ArrayList<>()).add(value);
    }
    return fields;
  }

  static Map<Integer, List<Object>> message(Map<Integer, List<Object>> fields, int field) {
    return fields((byte[]) fields.get(field).getFirst());
  }

  static long number(Object message, int field) {
    return (Long) fields((byte[]) message).get(field).getFirst();
  }

  /** A number, or another one where there is none. */
  static long number(Map<Integer, List<Object>> fields, int field, long none) {
    return fields.containsKey(field) ? (Long) fields.get(field).getFirst() : none;
  }

  static String text(Map<Integer, List<Object>> fields, int field) {
    return new String((byte[]) fields.get(field).getFirst(), StandardCharsets.UTF_8);
  }

  static List<Long> numbers(Object packed) {
    ByteBuffer in = ByteBuffer.wrap((byte[]) packed);
    List<Long> numbers = new ArrayList<>();
    while (in.hasRemaining()) {
      numbers.add(varint(in));
    }
    return numbers;
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = in.get();
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }
}

package bbt.samples.agree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

/** Reads a pprof profile by the wire format alone. */
final class PprofReader {
  private PprofReader() {}

  static Costs read(Path file) throws IOException {
    byte[] all;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      all = in.readAllBytes();
    }
    List<String> strings = new ArrayList<>();
    List<Map<Integer, List<Object>>> samples = new ArrayList<>();
    Map<Long, Long> functionOfLocation = new HashMap<>();
    Map<Long, Long> nameOfFunction = new HashMap<>();
    List<String> types = new ArrayList<>();
    Map<Integer, List<Object>> profile = fields(ByteBuffer.wrap(all));
    profile.get(6).forEach(s -> strings.add(new String((byte[]) s, StandardCharsets.UTF_8)));
    profile.get(1).forEach(t -> types.add(strings.get((int) number(t, 1))));
    profile.get(2).forEach(s -> samples.add(fields(ByteBuffer.wrap((byte[]) s))));
    for (Object location : profile.get(4)) {
      Object line = fields(ByteBuffer.wrap((byte[]) location)).get(4).getFirst();
      functionOfLocation.put(number(location, 1), number(line, 1));
    }
    profile.get(5).forEach(f -> nameOfFunction.put(number(f, 1), number(f, 2)));
    if (!types.equals(List.of("calls", "instructions")) || !strings.getFirst().isEmpty()) {
      throw new AssertionError("sample types " + types);
    }

    Costs costs = Costs.none();
    long total = 0;
    for (Map<Integer, List<Object>> sample : samples) {
      List<Long> stack = numbers(sample.get(1).getFirst());
      List<Long> values = numbers(sample.get(2).getFirst());
      List<String> names =
          stack.stream()
              .map(l -> strings.get(nameOfFunction.get(functionOfLocation.get(l)).intValue()))
              .toList();
      long self = values.get(1);
      total += self;
      if (names.size() > 1) {
        Costs.add(costs.self(), names.getFirst(), self);
        Costs.add(costs.calls(), names.getFirst(), values.get(0));
      }
      for (String name : new TreeSet<>(names.subList(0, names.size() - 1))) {
        if (!name.startsWith("[")) {
          Costs.add(costs.inclusive(), name, self);
        }
      }
    }
    return costs.withTotal(total);
  }

  private static Map<Integer, List<Object>> fields(ByteBuffer in) {
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

  private static long number(Object message, int field) {
    return (Long) fields(ByteBuffer.wrap((byte[]) message)).get(field).getFirst();
  }

  private static List<Long> numbers(Object packed) {
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

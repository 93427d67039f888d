package bbt.samples.agree;

import java.io.IOException;
import java.io.InputStream;
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
    return read(file, "instructions");
  }

  /** With one of the file's sample types as cost. */
  static Costs read(Path file, String type) throws IOException {
    byte[] all;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      all = in.readAllBytes();
    }
    List<String> strings = new ArrayList<>();
    List<Map<Integer, List<Object>>> samples = new ArrayList<>();
    Map<Long, Long> functionOfLocation = new HashMap<>();
    Map<Long, Long> nameOfFunction = new HashMap<>();
    List<String> types = new ArrayList<>();
    Map<Integer, List<Object>> profile = Proto.fields(all);
    profile.get(6).forEach(s -> strings.add(new String((byte[]) s, StandardCharsets.UTF_8)));
    profile.get(1).forEach(t -> types.add(strings.get((int) Proto.number(t, 1))));
    profile.get(2).forEach(s -> samples.add(Proto.fields((byte[]) s)));
    for (Object location : profile.get(4)) {
      Object line = Proto.fields((byte[]) location).get(4).getFirst();
      functionOfLocation.put(Proto.number(location, 1), Proto.number(line, 1));
    }
    profile.get(5).forEach(f -> nameOfFunction.put(Proto.number(f, 1), Proto.number(f, 2)));
    if (!types.subList(0, 2).equals(List.of("calls", "instructions"))
        || !strings.getFirst().isEmpty()) {
      throw new AssertionError("sample types " + types);
    }

    Costs costs = Costs.none();
    long total = 0;
    for (Map<Integer, List<Object>> sample : samples) {
      List<Long> stack = Proto.numbers(sample.get(1).getFirst());
      List<Long> values = Proto.numbers(sample.get(2).getFirst());
      List<String> names =
          stack.stream()
              .map(l -> strings.get(nameOfFunction.get(functionOfLocation.get(l)).intValue()))
              .toList();
      long self = values.get(types.indexOf(type));
      total += self;
      // The outermost frame is a task, or stands for small ones.
      if (names.size() > 1 || names.getFirst().startsWith("[")) {
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
}

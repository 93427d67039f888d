package bbt.samples.agree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Reads exports back. Traps, which are frames in brackets and cost nothing, are left out. */
final class Readers {
  private static final Pattern SAMPLE =
      Pattern.compile("(\\S+ \\d+) \\[\\d{3}\\] (\\d+\\.\\d{9}): +(\\d+) (?:instructions|cycles):");
  private static final Pattern FRAME = Pattern.compile("\\t *([0-9a-f]+) (\\S+) \\((.+)\\)");

  private Readers() {}

  /** Returns the lines of a text that may be packed. */
  private static Stream<String> lines(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
    BufferedReader reader = new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8));
    return reader
        .lines()
        .onClose(
            () -> {
              try {
                reader.close();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  static Costs folded(Path file) throws IOException {
    Costs costs = Costs.none();
    long total = 0;
    try (Stream<String> lines = lines(file)) {
      for (String line : (Iterable<String>) lines::iterator) {
        int space = line.lastIndexOf(' ');
        long self = Long.parseLong(line.substring(space + 1));
        String[] stack = line.substring(0, space).split(";");
        if (stack.length > 1) {
          Costs.add(costs.self(), stack[stack.length - 1], self);
        }
        total += self;
      }
    }
    return costs.withTotal(total);
  }

  /** The first profile, that of all tasks; the others must sum up to the same. */
  static Costs speedscope(Path file) throws IOException {
    Costs costs = Costs.none();
    List<Long> totals = new ArrayList<>();
    List<String> names = new ArrayList<>();
    ObjectMapper mapper = new ObjectMapper();
    try (JsonParser json = mapper.getFactory().createParser(file.toFile())) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token != JsonToken.START_ARRAY || json.currentName() == null) {
          continue;
        }
        if (json.currentName().equals("frames")) {
          JsonNode frames = mapper.readTree(json);
          frames.forEach(frame -> names.add(frame.get("name").asText()));
        } else if (json.currentName().equals("profiles")) {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            totals.add(profile(json, names, totals.isEmpty() ? costs : Costs.none()));
          }
        }
      }
    }
    long tasks = totals.stream().skip(1).mapToLong(Long::longValue).sum();
    if (tasks != totals.getFirst()) {
      throw new AssertionError("tasks " + tasks + ", all " + totals.getFirst());
    }
    return costs.withTotal(totals.getFirst());
  }

  /** By the weights of samples; each sample's stack leads to its innermost frame and function. */
  static Costs firefox(Path file) throws IOException {
    JsonNode root = new ObjectMapper().readTree(file.toFile());
    Costs costs = Costs.none();
    long total = 0;
    for (JsonNode thread : root.get("threads")) {
      for (String table :
          List.of("samples", "stackTable", "frameTable", "funcTable", "resourceTable")) {
        long length = thread.get(table).get("length").asLong();
        thread
            .get(table)
            .properties()
            .forEach(
                column -> {
                  if (column.getValue().isArray() && column.getValue().size() != length) {
                    throw new AssertionError(table + ": " + column.getKey());
                  }
                });
      }
      JsonNode samples = thread.get("samples");
      double before = -1;
      for (int i = 0; i < samples.get("length").asInt(); i++) {
        int stack = samples.get("stack").get(i).asInt();
        long self = samples.get("weight").get(i).asLong();
        double time = samples.get("time").get(i).asDouble();
        if (time <= before) {
          throw new AssertionError("sample " + i + " at " + time);
        }
        before = time;
        JsonNode prefix = thread.get("stackTable").get("prefix").get(stack);
        if (!prefix.isNull()) {
          if (prefix.asInt() >= stack) {
            throw new AssertionError("stack " + stack + " is before its caller");
          }
          int frame = thread.get("stackTable").get("frame").get(stack).asInt();
          int function = thread.get("frameTable").get("func").get(frame).asInt();
          int name = thread.get("funcTable").get("name").get(function).asInt();
          Costs.add(costs.self(), thread.get("stringArray").get(name).asText(), self);
        }
        total += self;
      }
    }
    return costs.withTotal(total);
  }

  /** One by one: there may be a million stacks. Of each, the innermost frame has the weight. */
  private static long profile(JsonParser json, List<String> names, Costs costs) throws IOException {
    List<String> innermost = new ArrayList<>();
    long end = -1;
    long total = 0;
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      json.nextToken();
      if (key.equals("endValue")) {
        end = json.getLongValue();
      } else if (key.equals("samples")) {
        while (json.nextToken() == JsonToken.START_ARRAY) {
          int size = 0;
          int frame = -1;
          while (json.nextToken() != JsonToken.END_ARRAY) {
            frame = json.getIntValue();
            size++;
          }
          innermost.add(size > 1 ? names.get(frame) : "");
        }
      } else if (key.equals("weights")) {
        for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
          total += json.getLongValue();
          if (!innermost.get(i).isEmpty()) {
            Costs.add(costs.self(), innermost.get(i), json.getLongValue());
          }
        }
      }
    }
    if (total != end) {
      throw new AssertionError("weights " + total + " are not the length " + end);
    }
    return total;
  }

  /**
   * By the periods of the samples, which must be what their times say, too: a sample lasts from the
   * middle between it and the one before it to the middle between it and the next of its task.
   */
  static Costs perfScript(Path file) throws IOException {
    Costs costs = Costs.none();
    SortedMap<String, Long> lasted = new TreeMap<>();
    long total = 0;
    long period = 0;
    String task = "";
    String function = "";
    long begun = 0;
    long before = 0;
    try (Stream<String> lines = lines(file)) {
      for (String line : (Iterable<String>) lines::iterator) {
        Matcher sample = SAMPLE.matcher(line);
        Matcher frame = FRAME.matcher(line);
        if (sample.matches()) {
          period = Long.parseLong(sample.group(3));
          total += period;
          // Twice the nanoseconds, of which the middle is a whole number.
          long at = 2 * Long.parseLong(sample.group(2).replace(".", ""));
          boolean same = sample.group(1).equals(task);
          long begins = same ? (before + at) / 2 : at;
          Costs.add(lasted, function, (same ? begins : before) - begun);
          task = sample.group(1);
          function = "";
          begun = begins;
          before = at;
        } else if (frame.matches()) {
          // The innermost frame comes first; the others follow with nothing left.
          Costs.add(costs.self(), frame.group(2), period);
          function = function.isEmpty() ? frame.group(2) : function;
          period = 0;
        } else if (!line.isEmpty()) {
          throw new AssertionError("not perf script's: " + line);
        }
      }
    }
    Costs.add(lasted, function, before - begun);
    lasted.remove("");
    lasted.replaceAll((name, twice) -> twice / 2);
    assertEquals(costs.self(), lasted, "periods, and what times say");
    return costs.withTotal(total);
  }

  static Costs callgrind(Path file) throws IOException {
    return callgrind(file, 0);
  }

  /** Reads one of the events that the file counts. */
  static Costs callgrind(Path file, int event) throws IOException {
    Costs costs = Costs.none();
    Map<String, String> names = new HashMap<>();
    String function = null;
    String callee = null;
    long summary = -1;
    long total = 0;
    boolean called = false;
    boolean counted = true;
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("summary: ")) {
        summary = Long.parseLong(line.substring(9).split(" ")[event]);
      } else if (line.equals("# no call")) {
        counted = false;
      } else if (line.startsWith("fn=")) {
        function = name(names, line.substring(3));
      } else if (line.startsWith("cfn=")) {
        callee = name(names, line.substring(4));
      } else if (line.startsWith("calls=")) {
        long calls = Long.parseLong(line.substring(6, line.indexOf(' ')));
        if (!callee.startsWith("[") && counted) {
          Costs.add(costs.calls(), callee, calls);
        }
        if (calls == 0) {
          throw new AssertionError("callgrind_annotate takes an edge without calls for self cost");
        }
        called = true;
        counted = true;
      } else if (!line.isEmpty() && Character.isDigit(line.charAt(0))) {
        if (!called) {
          long self = Long.parseLong(line.split(" ")[1 + event]);
          Costs.add(costs.self(), function, self);
          total += self;
        }
        called = false;
      }
    }
    if (total != summary) {
      throw new AssertionError("callgrind: summary " + summary + ", functions " + total);
    }
    return costs.withTotal(total);
  }

  /** Self costs by {@code FILE:LINE}; those without a line are left out. */
  static SortedMap<String, Long> callgrindLines(Path file) throws IOException {
    SortedMap<String, Long> lines = new TreeMap<>();
    Map<String, String> names = new HashMap<>();
    String source = null;
    boolean called = false;
    for (String line : Files.readAllLines(file)) {
      if (line.matches("(fl|fi|fe)=.*")) {
        source = name(names, line.substring(3));
      } else if (line.startsWith("cfi=")) {
        name(names, line.substring(4));
      } else if (line.startsWith("calls=")) {
        called = true;
      } else if (!line.isEmpty() && Character.isDigit(line.charAt(0))) {
        int space = line.indexOf(' ');
        if (!called && !line.startsWith("0 ")) {
          Costs.add(
              lines,
              source + ":" + line.substring(0, space),
              Long.parseLong(line.substring(space + 1)));
        }
        called = false;
      }
    }
    return lines;
  }

  /** {@code (7) name} the first time, {@code (7)} from then on. */
  private static String name(Map<String, String> names, String text) {
    int end = text.indexOf(')') + 1;
    String id = text.substring(0, end);
    if (end < text.length()) {
      names.put(id, text.substring(end + 1).replaceAll("@0x[0-9a-f]+$", ""));
    }
    return names.get(id);
  }

  static Costs json(Path file) throws IOException {
    JsonNode root = new ObjectMapper().readTree(file.toFile());
    Costs costs = Costs.none();
    for (JsonNode f : root.get("functions")) {
      String name = f.get("name").asText();
      Costs.add(costs.self(), name, f.get("self").asLong());
      Costs.add(costs.inclusive(), name, f.get("inclusive").asLong());
      Costs.add(costs.calls(), name, f.get("calls").asLong());
    }
    long tree = 0;
    for (JsonNode self : root.get("callTree").get("self")) {
      tree += self.asLong();
    }
    long tasks = 0;
    for (JsonNode task : root.get("tasks")) {
      tasks += task.get("instructions").asLong();
    }
    if (tree != tasks || tree != root.get("report").get("instructions").asLong()) {
      throw new AssertionError("call tree " + tree + ", tasks " + tasks);
    }
    return costs.withTotal(tree);
  }
}

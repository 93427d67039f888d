package bbt.reconstruct.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** Functions' own instructions as exported files have them: by name, all of one name together. */
public final class ExportedSelf {
  private static final Pattern FUNCTIONS =
      Pattern.compile("<script [^>]*id=\"data-functions\"[^>]*>([^<]*)</script>");

  private ExportedSelf() {}

  /**
   * Reads a file.
   *
   * @param format callgrind, folded, html, pprof or speedscope
   */
  public static Map<String, Long> read(Path file, String format) throws IOException {
    Map<String, Long> self = new HashMap<>();
    switch (format) {
      case "callgrind" -> callgrind(Files.readAllLines(file), self);
      case "folded" -> {
        for (String line : Files.readAllLines(file)) {
          int space = line.lastIndexOf(' ');
          String stack = line.substring(0, space);
          String name = stack.substring(stack.lastIndexOf(';') + 1);
          self.merge(name, Long.parseLong(line.substring(space + 1)), Long::sum);
        }
      }
      case "html" -> {
        Matcher block = FUNCTIONS.matcher(Files.readString(file));
        block.find();
        byte[] packed = Base64.getMimeDecoder().decode(block.group(1).strip());
        JsonNode functions = new ObjectMapper().readTree(unpacked(packed));
        for (int i = 0; i < functions.get("name").size(); i++) {
          long value = functions.get("self").get(i).asLong();
          self.merge(functions.get("name").get(i).asText(), value, Long::sum);
        }
      }
      case "pprof" -> pprof(unpacked(Files.readAllBytes(file)), self);
      case "speedscope" -> {
        JsonNode root = new ObjectMapper().readTree(file.toFile());
        JsonNode all = root.get("profiles").get(0);
        for (int i = 0; i < all.get("samples").size(); i++) {
          JsonNode stack = all.get("samples").get(i);
          int top = stack.get(stack.size() - 1).asInt();
          String name = root.get("shared").get("frames").get(top).get("name").asText();
          self.merge(name, all.get("weights").get(i).asLong(), Long::sum);
        }
      }
      default -> throw new IllegalArgumentException(format);
    }
    return self;
  }

  private static byte[] unpacked(byte[] packed) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    }
  }

  private static void callgrind(List<String> lines, Map<String, Long> self) {
    Map<String, String> names = new HashMap<>();
    String function = "";
    boolean called = false;
    for (String line : lines) {
      int id = line.indexOf(')') + 1;
      if (line.matches("c?fn=.*")) {
        String key = line.substring(line.indexOf('('), id);
        if (id < line.length()) {
          names.put(key, line.substring(id + 1));
        }
        function = line.startsWith("fn=") ? names.get(key) : function;
      } else if (line.matches("[0-9].*")) {
        long value = Long.parseLong(line.split(" ")[1]);
        self.merge(function, called ? 0 : value, Long::sum);
      }
      called = line.startsWith("calls=");
    }
  }

  /** Samples' second values, by the names of the functions of their first locations. */
  private static void pprof(byte[] bytes, Map<String, Long> self) {
    Map<Integer, List<Object>> profile = fields(bytes);
    Map<Object, Object> functions = new HashMap<>();
    Map<Object, Object> names = new HashMap<>();
    for (Object each : profile.get(4)) {
      Map<Integer, List<Object>> location = fields(each);
      functions.put(location.get(1).get(0), fields(location.get(4).get(0)).get(1).get(0));
    }
    for (Object each : profile.get(5)) {
      names.put(fields(each).get(1).get(0), fields(each).get(2).get(0));
    }
    for (Object each : profile.get(2)) {
      Map<Integer, List<Object>> sample = fields(each);
      Object location = varint(ByteBuffer.wrap((byte[]) sample.get(1).get(0)));
      ByteBuffer values = ByteBuffer.wrap((byte[]) sample.get(2).get(0));
      varint(values);
      Long name = (Long) names.get(functions.get(location));
      byte[] text = (byte[]) profile.get(6).get(name.intValue());
      self.merge(new String(text, StandardCharsets.UTF_8), varint(values), Long::sum);
    }
  }

  /** The fields of a message of Protocol Buffers: numbers, or bytes. */
  private static Map<Integer, List<Object>> fields(Object message) {
    ByteBuffer in = ByteBuffer.wrap((byte[]) message);
    Map<Integer, List<Object>> fields = new HashMap<>();
    while (in.hasRemaining()) {
      long key = varint(in);
      Object value = varint(in);
      if ((key & 7) == 2) {
        value = new byte[((Long) value).intValue()];
        in.get((byte[]) value);
      }
      fields.computeIfAbsent((int) (key >>> 3), k -> new ArrayList<>()).add(value);
    }
    return fields;
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

package bbt.samples.agree;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads what happened over time, from Chrome's trace events or Perfetto's packets. */
final class EventReader {
  /** Is told the events in the order of the file. */
  interface Consumer {
    /**
     * An event.
     *
     * @param phase B, E, i or C
     * @param id number of the track: several may have one name
     * @param track of slices its name; of counters their common name and that of one
     * @param with numbers; of a counter its value by the empty name
     */
    void event(
        char phase,
        String group,
        long id,
        String track,
        long nanos,
        String name,
        Map<String, Long> with);

    /** Facts about the file. */
    void facts(Map<String, Long> facts);
  }

  private EventReader() {}

  static void chrome(Path file, Consumer consumer) throws IOException {
    Map<List<Integer>, String> names = new HashMap<>();
    ObjectMapper mapper = new ObjectMapper();
    try (JsonParser json = mapper.getFactory().createParser(file.toFile())) {
      json.nextToken();
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        json.nextToken();
        if (key.equals("traceEvents")) {
          // One by one: there may be a million.
          while (json.nextToken() == JsonToken.START_OBJECT) {
            chrome(mapper.readTree(json), names, consumer);
          }
        } else {
          JsonNode value = mapper.readTree(json);
          if (key.equals("otherData")) {
            consumer.facts(numbers(value));
          }
        }
      }
    }
  }

  private static void chrome(JsonNode event, Map<List<Integer>, String> names, Consumer consumer) {
    String phase = event.get("ph").asText();
    int pid = event.get("pid").asInt();
    List<Integer> track = List.of(pid, event.path("tid").asInt());
    JsonNode args = event.path("args");
    if (phase.equals("M")) {
      if (event.get("name").asText().endsWith("_name")) {
        names.put(track, args.get("name").asText());
      }
      return;
    }
    String group = names.get(List.of(pid, 0));
    long nanos = event.get("ts").decimalValue().multiply(new BigDecimal(1000)).longValueExact();
    if (phase.equals("C")) {
      args.properties()
          .forEach(
              each ->
                  consumer.event(
                      'C',
                      group,
                      0,
                      event.get("name").asText() + ": " + each.getKey(),
                      nanos,
                      null,
                      Map.of("", each.getValue().asLong())));
    } else if (Set.of("B", "E", "i").contains(phase)) {
      consumer.event(
          phase.charAt(0),
          group,
          event.get("tid").asLong(),
          names.get(track),
          nanos,
          event.path("name").asText(),
          numbers(args));
    } else {
      throw new AssertionError("unexpected event: " + event);
    }
  }

  private static Map<String, Long> numbers(JsonNode object) {
    Map<String, Long> numbers = new TreeMap<>();
    object
        .properties()
        .forEach(
            e -> {
              if (e.getValue().isNumber()) {
                numbers.put(e.getKey(), e.getValue().asLong());
              }
            });
    return numbers;
  }

  /** By the numbers of fields in perfetto_trace.proto. */
  static void perfetto(Path file, Consumer consumer) throws IOException {
    Map<Long, String> groups = new HashMap<>();
    Map<Long, String> tracks = new HashMap<>();
    Map<Long, Long> parents = new HashMap<>();
    Map<Integer, Map<Long, String>> interned = new HashMap<>();
    boolean started = false;
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      for (int tag = in.read(); tag >= 0; tag = in.read()) {
        if (tag != (1 << 3 | 2)) {
          throw new AssertionError("no packet");
        }
        Map<Integer, List<Object>> packet = Proto.fields(in.readNBytes(length(in)));
        long flags = Proto.number(packet, 13, 0);
        if (Proto.number(packet, 10, 0) != 1 || flags != (started ? 2 : 3)) {
          throw new AssertionError("sequence, flags " + flags);
        }
        started = true;
        if (packet.containsKey(12)) {
          Proto.message(packet, 12)
              .forEach(
                  (kind, entries) ->
                      entries.forEach(
                          entry -> {
                            Map<Integer, List<Object>> fields = Proto.fields((byte[]) entry);
                            interned
                                .computeIfAbsent(kind, k -> new HashMap<>())
                                .put(Proto.number(fields, 1, -1), Proto.text(fields, 2));
                          }));
        }
        if (packet.containsKey(60)) {
          Map<Integer, List<Object>> track = Proto.message(packet, 60);
          long uuid = Proto.number(track, 1, -1);
          if (track.containsKey(3)) {
            groups.put(uuid, Proto.text(Proto.message(track, 3), 6));
          } else {
            tracks.put(uuid, Proto.text(track, 2));
            parents.put(uuid, Proto.number(track, 5, -1));
          }
          continue;
        }
        Map<Integer, List<Object>> event = Proto.message(packet, 11);
        long track = Proto.number(event, 11, -1);
        long nanos = Proto.number(packet, 8, -1);
        Map<String, Long> with = new TreeMap<>();
        for (Object each : event.getOrDefault(4, List.of())) {
          Map<Integer, List<Object>> fields = Proto.fields((byte[]) each);
          if (fields.containsKey(4)) {
            with.put(interned.get(3).get(Proto.number(fields, 1, -1)), Proto.number(fields, 4, -1));
          }
        }
        int type = (int) Proto.number(event, 9, 0);
        if (groups.containsKey(track)) {
          consumer.facts(with);
          continue;
        }
        String name = event.containsKey(10) ? interned.get(2).get(Proto.number(event, 10, -1)) : "";
        if (type == 4) {
          with.put("", Proto.number(event, 30, -1));
        }
        String group = groups.get(parents.get(track));
        consumer.event("?BEiC".charAt(type), group, track, tracks.get(track), nanos, name, with);
      }
    }
  }

  private static int length(DataInputStream in) throws IOException {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = in.readByte();
      value |= (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }
}

package bbt.reconstruct.export.events;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.List;

/** Writes trace events of Chrome as JSON: a group is a process, a track a thread. */
public final class ChromeSink implements EventSink {
  private final OutputStream out;
  private final JsonGenerator json;

  public ChromeSink(OutputStream out) throws IOException {
    this.out = out;
    json = new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.writeStartObject();
    json.writeStringField("displayTimeUnit", "ns");
    json.writeArrayFieldStart("traceEvents");
  }

  private void start(String phase, Group group) throws IOException {
    json.writeRaw("\n");
    json.writeStartObject();
    json.writeStringField("ph", phase);
    json.writeNumberField("pid", group.ordinal() + 1);
  }

  private void start(String phase, Group group, int track, long nanos) throws IOException {
    start(phase, group);
    json.writeNumberField("tid", track);
    time(nanos);
  }

  /** Trace events count microseconds; three digits more are nanoseconds. */
  private void time(long nanos) throws IOException {
    json.writeNumberField("ts", BigDecimal.valueOf(nanos, 3));
  }

  private void end(List<Argument> with) throws IOException {
    if (!with.isEmpty()) {
      json.writeObjectFieldStart("args");
      for (Argument each : with) {
        if (each.address()) {
          json.writeStringField(each.key(), "0x" + Long.toHexString(each.value()));
        } else {
          json.writeNumberField(each.key(), each.value());
        }
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void name(Group group, int track, String what, String key, String name, int index)
      throws IOException {
    start("M", group);
    json.writeNumberField("tid", track);
    json.writeStringField("name", what);
    json.writeObjectFieldStart("args");
    if (name == null) {
      json.writeNumberField(key, index);
    } else {
      json.writeStringField(key, name);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  @Override
  public void group(Group group, String name) throws IOException {
    name(group, 0, "process_name", "name", name, 0);
    name(group, 0, "process_sort_index", "sort_index", null, group.ordinal());
  }

  @Override
  public void track(Group group, int track, String name) throws IOException {
    name(group, track, "thread_name", "name", name, 0);
    name(group, track, "thread_sort_index", "sort_index", null, track);
  }

  /** Counters need no declaration here: one event has the values of all. */
  @Override
  public void counters(Group group, int track, String name, List<String> names, String unit) {}

  @Override
  public void begin(
      Group group, int track, long nanos, String name, String category, List<Argument> with)
      throws IOException {
    start("B", group, track, nanos);
    json.writeStringField("name", name);
    json.writeStringField("cat", category);
    end(with);
  }

  @Override
  public void end(Group group, int track, long nanos, List<Argument> with) throws IOException {
    start("E", group, track, nanos);
    end(with);
  }

  @Override
  public void instant(
      Group group, int track, long nanos, String name, String category, List<Argument> with)
      throws IOException {
    start("i", group, track, nanos);
    json.writeStringField("s", "t");
    json.writeStringField("name", name);
    json.writeStringField("cat", category);
    end(with);
  }

  @Override
  public void count(
      Group group, int track, long nanos, String name, List<String> names, long[] values)
      throws IOException {
    start("C", group);
    time(nanos);
    json.writeStringField("name", name);
    json.writeObjectFieldStart("args");
    for (int i = 0; i < values.length; i++) {
      json.writeNumberField(names.get(i), values[i]);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  @Override
  public void facts(String trace, List<Argument> facts) throws IOException {
    json.writeEndArray();
    json.writeObjectFieldStart("otherData");
    json.writeStringField("creator", "bbt");
    json.writeStringField("trace", trace);
    for (Argument fact : facts) {
      json.writeNumberField(fact.key(), fact.value());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  @Override
  public void close() throws IOException {
    json.close();
    out.write('\n');
  }
}

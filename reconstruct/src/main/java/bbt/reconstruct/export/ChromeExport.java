package bbt.reconstruct.export;

import bbt.reconstruct.profile.Frame;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.report.Report;
import bbt.reconstruct.trace.TraceClock;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Trace events of Chrome, for Perfetto: a track for each task with a slice for each frame, in guest
 * time.
 */
final class ChromeExport {
  private static final int TASKS = 1;

  private final Report report;
  private final ChromeEvents events;
  private final TraceClock clock;

  ChromeExport(Report report, ChromeEvents events, TraceClock clock) {
    this.report = report;
    this.events = events;
    this.clock = clock;
  }

  void write(OutputStream out) throws IOException {
    events.thinOut();
    try (JsonGenerator json =
        new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      json.writeStartObject();
      json.writeStringField("displayTimeUnit", "ns");
      json.writeObjectFieldStart("otherData");
      json.writeStringField("creator", "bbt");
      json.writeStringField("trace", report.file());
      json.writeNumberField("instructions", report.profile().instructions());
      json.writeNumberField("frames", events.all());
      json.writeNumberField("framesLeftOut", events.all() - events.size());
      json.writeNumberField("shortestFrame", events.least());
      json.writeEndObject();
      json.writeArrayFieldStart("traceEvents");
      name(json, "process_name", 0, "tasks of " + report.file());
      for (TaskProfile task : report.profile().tasks()) {
        name(json, "thread_name", task.number() + 1, task.title());
      }
      for (int i = 0; i < events.size(); i++) {
        slice(json, i);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void name(JsonGenerator json, String what, int thread, String name)
      throws IOException {
    json.writeRaw("\n");
    json.writeStartObject();
    json.writeStringField("ph", "M");
    json.writeNumberField("pid", TASKS);
    json.writeNumberField("tid", thread);
    json.writeStringField("name", what);
    json.writeObjectFieldStart("args");
    json.writeStringField("name", name);
    json.writeEndObject();
    json.writeEndObject();
  }

  private void slice(JsonGenerator json, int i) throws IOException {
    Frame frame = report.profile().frames().get(events.frame(i));
    BigDecimal start = micros(clock.secondsAt(events.start(i)));
    BigDecimal end = micros(clock.secondsBefore(events.end(i)));
    json.writeRaw("\n");
    json.writeStartObject();
    json.writeStringField("ph", "X");
    json.writeNumberField("pid", TASKS);
    json.writeNumberField("tid", events.task(i) + 1);
    json.writeStringField("name", Labels.of(frame));
    json.writeStringField("cat", category(frame));
    json.writeNumberField("ts", start);
    json.writeNumberField("dur", end.subtract(start).max(BigDecimal.ZERO));
    json.writeObjectFieldStart("args");
    json.writeNumberField("instructions", events.inclusive(i));
    json.writeNumberField("self", events.self(i));
    json.writeNumberField("at", events.start(i));
    json.writeEndObject();
    json.writeEndObject();
  }

  private static String category(Frame frame) {
    return frame.kind().isFunction()
        ? frame.program()
        : frame.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Trace events count microseconds; three digits more are nanoseconds. */
  private static BigDecimal micros(double seconds) {
    return BigDecimal.valueOf(seconds * 1e6).setScale(3, RoundingMode.HALF_EVEN);
  }
}

package bbt.reconstruct.export;

import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.export.events.Labels;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.TaskProfile;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Writes the Firefox Profiler's processed format, version 47: a thread for each task, a sample for
 * each stack, weighted by what the stack cost itself. Samples stand in the order of the call tree,
 * a nanosecond for each instruction, not in that of time.
 */
final class FirefoxExport implements Exporter {
  /** Newer readers know how to read this version, and do so. */
  private static final int VERSION = 47;

  /** What a frame is, by colour. */
  private enum Category {
    OTHER("Other", "grey"),
    KERNEL("Kernel", "blue"),
    USER("User", "yellow"),
    TRAP("Trap", "orange");

    final String title;
    final String colour;

    Category(String title, String colour) {
      this.title = title;
      this.colour = colour;
    }

    static Category of(ProfileFrame frame) {
      return switch (frame.kind()) {
        case KERNEL -> KERNEL;
        case USER -> USER;
        default -> frame.kind().isTrap() ? TRAP : OTHER;
      };
    }
  }

  @Override
  public void write(Report report, CallTree tree, OutputStream out) throws IOException {
    Measure measure = Measure.of(report);
    try (JsonGenerator json =
        new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      json.writeStartObject();
      meta(json, report);
      for (String none : List.of("libs", "pages", "counters", "profilerOverhead")) {
        json.writeArrayFieldStart(none);
        json.writeEndArray();
      }
      json.writeArrayFieldStart("threads");
      // Children stand by descending cost.
      for (int n = tree.firstChild(CallTree.ROOT); n >= 0; n = tree.nextSibling(n)) {
        new Thread(json, tree, measure, n).write(report);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void meta(JsonGenerator json, Report report) throws IOException {
    json.writeObjectFieldStart("meta");
    json.writeNumberField("version", 27);
    json.writeNumberField("preprocessedProfileVersion", VERSION);
    json.writeStringField("product", "bbt");
    json.writeStringField("importedFrom", report.file());
    json.writeNumberField("startTime", 0);
    json.writeNumberField("interval", 1);
    json.writeNumberField("processType", 0);
    json.writeNumberField("stackwalk", 1);
    json.writeBooleanField("debug", false);
    json.writeBooleanField("symbolicated", true);
    json.writeBooleanField("symbolicationNotSupported", true);
    json.writeBooleanField("usesOnlyOneStackType", true);
    json.writeBooleanField("doesNotUseFrameImplementation", true);
    json.writeBooleanField("sourceCodeIsNotOnSearchfox", true);
    json.writeObjectFieldStart("extensions");
    json.writeNumberField("length", 0);
    for (String none : List.of("baseURL", "id", "name")) {
      json.writeArrayFieldStart(none);
      json.writeEndArray();
    }
    json.writeEndObject();
    json.writeArrayFieldStart("categories");
    for (Category each : Category.values()) {
      json.writeStartObject();
      json.writeStringField("name", each.title);
      json.writeStringField("color", each.colour);
      json.writeArrayFieldStart("subcategories");
      json.writeString("Other");
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("markerSchema");
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Writes the tables of a task; each thread has its own. */
  private static final class Thread {
    private final JsonGenerator json;
    private final CallTree tree;
    private final Measure measure;
    private final int top;

    /** Numbers of the tree's frames here, and the frames in that order. */
    private final Map<Integer, Integer> numbers = new HashMap<>();

    private final List<ProfileFrame> frames = new ArrayList<>();
    private final Map<String, Integer> strings = new HashMap<>();
    private final List<String> stringOrder = new ArrayList<>();
    private final List<String> images = new ArrayList<>();

    Thread(JsonGenerator json, CallTree tree, Measure measure, int top) {
      this.json = json;
      this.tree = tree;
      this.measure = measure;
      this.top = top;
    }

    void write(Report report) throws IOException {
      for (int n = top; n < tree.end(top); n++) {
        if (numbers.putIfAbsent(tree.frameNumber(n), frames.size()) == null) {
          frames.add(tree.frame(n));
        }
      }
      ProfileFrame frame = tree.frame(top);
      TaskProfile task =
          frame.kind() == ProfileFrame.Kind.TASK
              ? report.profile().tasks().get((int) frame.cause())
              : null;
      String name = task == null ? frame.name() : task.title();
      json.writeStartObject();
      json.writeStringField("name", name);
      json.writeStringField("processName", name);
      json.writeStringField("processType", "default");
      json.writeStringField("pid", task == null ? "0" : task.number() + 1 + "");
      json.writeNumberField("tid", task == null ? 0 : Math.max(0, task.pid()));
      json.writeBooleanField("isMainThread", true);
      json.writeNumberField("processStartupTime", 0);
      json.writeNullField("processShutdownTime");
      json.writeNumberField("registerTime", 0);
      json.writeNullField("unregisterTime");
      json.writeArrayFieldStart("pausedRanges");
      json.writeEndArray();
      samples();
      table("markers", List.of("data", "name", "startTime", "endTime", "phase", "category"));
      stacks();
      frames();
      functions();
      resources();
      table("nativeSymbols", List.of("libIndex", "address", "name", "functionSize"));
      json.writeArrayFieldStart("stringArray");
      for (String each : stringOrder) {
        json.writeString(each);
      }
      json.writeEndArray();
      json.writeEndObject();
    }

    private int string(String text) {
      Integer number = strings.putIfAbsent(text, stringOrder.size());
      if (number != null) {
        return number;
      }
      stringOrder.add(text);
      return stringOrder.size() - 1;
    }

    private void samples() throws IOException {
      List<Integer> nodes = new ArrayList<>();
      for (int n = top; n < tree.end(top); n++) {
        if (measure.self(tree, n) > 0) {
          nodes.add(n);
        }
      }
      json.writeObjectFieldStart("samples");
      json.writeNumberField("length", nodes.size());
      json.writeStringField("weightType", "samples");
      column("weight", nodes.size(), i -> measure.self(tree, nodes.get(i)));
      column("stack", nodes.size(), i -> nodes.get(i) - top);
      json.writeArrayFieldStart("time");
      long before = 0;
      for (int n : nodes) {
        json.writeNumber(before / 1e6);
        before += measure.self(tree, n);
      }
      json.writeEndArray();
      json.writeEndObject();
    }

    /** A node of the tree is a stack: its number is its distance from the task. */
    private void stacks() throws IOException {
      int length = tree.end(top) - top;
      json.writeObjectFieldStart("stackTable");
      json.writeNumberField("length", length);
      column("frame", length, i -> numbers.get(tree.frameNumber(top + i)));
      column("prefix", length, i -> i == 0 ? null : tree.parent(top + i) - top);
      column("category", length, i -> Category.of(tree.frame(top + i)).ordinal());
      column("subcategory", length, i -> 0);
      json.writeEndObject();
    }

    private void frames() throws IOException {
      int length = frames.size();
      json.writeObjectFieldStart("frameTable");
      json.writeNumberField("length", length);
      column("address", length, i -> -1);
      column("inlineDepth", length, i -> 0);
      column("category", length, i -> Category.of(frames.get(i)).ordinal());
      column("subcategory", length, i -> 0);
      column("func", length, i -> i);
      for (String none :
          List.of("nativeSymbol", "innerWindowID", "implementation", "line", "column")) {
        column(none, length, i -> null);
      }
      json.writeEndObject();
    }

    private void functions() throws IOException {
      int length = frames.size();
      json.writeObjectFieldStart("funcTable");
      json.writeNumberField("length", length);
      column("name", length, i -> string(Labels.of(frames.get(i))));
      column("isJS", length, i -> false);
      column("relevantForJS", length, i -> false);
      column("resource", length, i -> resource(frames.get(i)));
      for (String none : List.of("fileName", "lineNumber", "columnNumber")) {
        column(none, length, i -> null);
      }
      json.writeEndObject();
    }

    private int resource(ProfileFrame frame) {
      if (!frame.kind().isFunction()) {
        return -1;
      }
      int number = images.indexOf(frame.program());
      if (number < 0) {
        number = images.size();
        images.add(frame.program());
      }
      return number;
    }

    /** The images of the code, each as a library that nobody has symbols to fetch for. */
    private void resources() throws IOException {
      int length = images.size();
      json.writeObjectFieldStart("resourceTable");
      json.writeNumberField("length", length);
      column("lib", length, i -> null);
      column("name", length, i -> string(images.get(i)));
      column("host", length, i -> null);
      column("type", length, i -> 1);
      json.writeEndObject();
    }

    /** A table without rows. */
    private void table(String name, List<String> columns) throws IOException {
      json.writeObjectFieldStart(name);
      json.writeNumberField("length", 0);
      for (String each : columns) {
        column(each, 0, i -> null);
      }
      json.writeEndObject();
    }

    private void column(String name, int length, IntFunction<Object> value) throws IOException {
      json.writeArrayFieldStart(name);
      for (int i = 0; i < length; i++) {
        json.writePOJO(value.apply(i));
      }
      json.writeEndArray();
    }
  }
}

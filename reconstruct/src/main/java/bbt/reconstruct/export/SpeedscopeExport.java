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

/**
 * Writes the file format of speedscope: a profile of all tasks, then one for each, the costliest
 * first. Stacks stand in the order of the call tree, not of time.
 */
final class SpeedscopeExport implements Exporter {
  private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

  @Override
  public void write(Report report, CallTree tree, OutputStream out) throws IOException {
    Measure measure = Measure.of(report);
    try (JsonGenerator json =
        new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      json.writeStartObject();
      json.writeStringField("$schema", SCHEMA);
      json.writeStringField("exporter", "bbt");
      json.writeStringField("name", report.file());
      json.writeNumberField("activeProfileIndex", 0);
      json.writeObjectFieldStart("shared");
      json.writeArrayFieldStart("frames");
      for (ProfileFrame frame : tree.frames()) {
        json.writeStartObject();
        json.writeStringField("name", Labels.of(frame));
        json.writeStringField("file", Labels.image(frame));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeArrayFieldStart("profiles");
      profile(json, measure, tree, CallTree.ROOT, "all tasks");
      // Children stand by descending cost.
      for (int n = tree.firstChild(CallTree.ROOT); n >= 0; n = tree.nextSibling(n)) {
        if (tree.frame(n).kind() == ProfileFrame.Kind.TASK) {
          TaskProfile task = report.profile().tasks().get((int) tree.frame(n).cause());
          profile(json, measure, tree, n, task.title());
        } else {
          profile(json, measure, tree, n, tree.frame(n).name());
        }
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
  }

  /** Writes the profile of the tree below a node. */
  private static void profile(
      JsonGenerator json, Measure measure, CallTree tree, int top, String name) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "sampled");
    json.writeStringField("name", name);
    json.writeStringField("unit", "none");
    json.writeNumberField("startValue", 0);
    json.writeNumberField("endValue", measure.inclusive(tree, top));
    json.writeArrayFieldStart("samples");
    int[] path = new int[1];
    int base = tree.depth(top);
    for (int n = top; n < tree.end(top); n++) {
      int depth = tree.depth(n) - base;
      if (depth > path.length) {
        path = java.util.Arrays.copyOf(path, 2 * depth);
      }
      if (depth > 0) {
        path[depth - 1] = tree.frameNumber(n);
      }
      if (measure.self(tree, n) > 0) {
        json.writeArray(path, 0, depth);
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("weights");
    for (int n = top; n < tree.end(top); n++) {
      if (measure.self(tree, n) > 0) {
        json.writeNumber(measure.self(tree, n));
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}

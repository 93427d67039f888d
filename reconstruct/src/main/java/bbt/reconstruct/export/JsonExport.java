package bbt.reconstruct.export;

import bbt.reconstruct.analysis.JsonReport;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.ExceptionCost;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.TaskProfile;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;

/**
 * Writes everything as JSON: the report, all functions, tasks, causes and the call tree by task.
 */
final class JsonExport implements Exporter {
  @Override
  public void write(Report report, CallTree tree, OutputStream out) throws IOException {
    Profile profile = report.profile();
    try (JsonGenerator json =
        new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      json.writeStartObject();
      json.writeFieldName("report");
      json.writeRawValue(JsonReport.of(report, 1));
      functions(json, profile.functions(), tree.hasCycles());
      tasks(json, profile.tasks(), tree.hasCycles());
      causes(json, "causes", profile.costs());
      causes(json, "systemCalls", profile.systemCalls());
      tree(json, tree);
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void functions(JsonGenerator json, List<FunctionProfile> functions, boolean cycles)
      throws IOException {
    json.writeArrayFieldStart("functions");
    for (FunctionProfile f : functions) {
      json.writeStartObject();
      json.writeStringField("name", f.name());
      json.writeStringField("program", f.program());
      json.writeStringField("address", "0x" + Long.toHexString(f.address()));
      json.writeNumberField("self", f.self());
      json.writeNumberField("inclusive", f.inclusive());
      json.writeNumberField("calls", f.calls());
      if (cycles) {
        json.writeNumberField("cycles", f.cycles());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void tasks(JsonGenerator json, List<TaskProfile> tasks, boolean cycles)
      throws IOException {
    json.writeArrayFieldStart("tasks");
    for (TaskProfile task : tasks) {
      json.writeStartObject();
      json.writeStringField("name", task.name());
      json.writeNumberField("pid", task.pid());
      json.writeStringField("address", "0x" + Long.toHexString(task.id()));
      json.writeNumberField("instructions", task.instructions());
      json.writeNumberField("userInstructions", task.userInstructions());
      json.writeNumberField("switches", task.switches());
      if (cycles) {
        json.writeNumberField("cycles", task.cycles());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void causes(JsonGenerator json, String key, List<ExceptionCost> costs)
      throws IOException {
    json.writeArrayFieldStart(key);
    for (ExceptionCost cost : costs) {
      json.writeStartObject();
      json.writeStringField("name", cost.name());
      json.writeNumberField("count", cost.count());
      json.writeNumberField("instructions", cost.self().sum());
      json.writeNumberField("inclusiveInstructions", cost.inclusive().sum());
      json.writeNumberField("unfinished", cost.unfinished());
      json.writeNumberField("unfinishedInstructions", cost.unfinishedInstructions());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Columns over the nodes in depth-first order; node 0 is the root. */
  private static void tree(JsonGenerator json, CallTree tree) throws IOException {
    json.writeObjectFieldStart("callTree");
    json.writeArrayFieldStart("frames");
    for (ProfileFrame frame : tree.frames()) {
      json.writeStartObject();
      json.writeStringField("name", frame.name());
      json.writeStringField("kind", frame.kind().name().toLowerCase(Locale.ROOT));
      json.writeStringField("program", frame.program());
      json.writeStringField("address", "0x" + Long.toHexString(frame.address()));
      json.writeEndObject();
    }
    json.writeEndArray();
    column(json, "frame", tree, tree::frameNumber);
    column(json, "parent", tree, tree::parent);
    column(json, "self", tree, tree::self);
    // Of a trap, the times that it was taken are no calls.
    column(json, "calls", tree, n -> tree.frame(n).kind().isTrap() ? 0 : tree.calls(n));
    column(json, "taken", tree, n -> tree.frame(n).kind().isTrap() ? tree.calls(n) : 0);
    if (tree.hasCycles()) {
      column(json, "cycles", tree, tree::cycles);
    }
    json.writeEndObject();
  }

  private static void column(JsonGenerator json, String key, CallTree tree, IntToLongFunction value)
      throws IOException {
    json.writeArrayFieldStart(key);
    for (int n = 0; n < tree.size(); n++) {
      json.writeNumber(value.applyAsLong(n));
    }
    json.writeEndArray();
  }
}

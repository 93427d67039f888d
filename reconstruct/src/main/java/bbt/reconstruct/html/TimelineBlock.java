package bbt.reconstruct.html;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.boot.BootView;
import bbt.reconstruct.page.Keys;
import bbt.reconstruct.profile.ConsoleLog;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProfiledMark;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.profile.Timeline;
import bbt.reconstruct.trace.TraceClock;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes the block {@code timeline}: what each hart did over the run, and the tasks. */
final class TimelineBlock {
  private TimelineBlock() {}

  static ObjectNode of(Report report) {
    Profile profile = report.profile();
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    Timeline line = profile.timeline();
    block.put("start", line.start());
    block.put("end", line.end());
    block.put("width", line.width());
    ArrayNode seconds = block.putArray("seconds");
    for (int bin = 0; bin <= line.bins(); bin++) {
      // Nanoseconds are finer than any bin.
      double at = line.seconds(bin);
      seconds.add(TraceClock.orNull(Double.isNaN(at) ? at : Math.round(at * 1e9) / 1e9));
    }
    ArrayNode tasks = block.putArray("tasks");
    for (TaskProfile task : profile.tasks()) {
      tasks
          .addObject()
          .put("title", task.title())
          .put("instructions", task.instructions())
          .put("user", task.userInstructions())
          .put("switches", task.switches())
          .put("cycles", task.cycles());
    }
    ArrayNode marks = block.putArray("marks");
    for (ProfiledMark mark : profile.marks().first()) {
      marks
          .addObject()
          .put("at", mark.clock())
          .put("hart", mark.hart())
          .put("number", mark.number())
          .put("value", "0x" + Long.toHexString(mark.value()));
    }
    ArrayNode console = block.putArray("console");
    for (ConsoleLog.Line each : profile.console().first()) {
      console.addObject().put("at", each.clock()).put("hart", each.hart()).put("text", each.text());
    }
    if (report.boot() != null && !report.boot().isEmpty()) {
      boot(block.putObject("boot"), report);
    }
    ArrayNode lanes = block.putArray("lanes");
    for (Timeline.HartActivity lane : line.lanes()) {
      lane(lanes.addObject(), line, lane);
    }
    return block;
  }

  private static void boot(ObjectNode node, Report report) {
    ArrayNode milestones = node.putArray("milestones");
    for (BootView.Milestone each : report.boot().milestones()) {
      milestones
          .addObject()
          .put("at", each.at())
          .put("function", each.function())
          .put("text", each.text())
          .put("task", report.profile().tasks().get(each.task()).title());
    }
    ArrayNode initcalls = node.putArray("initcalls");
    for (BootView.Initcall each : report.boot().initcalls()) {
      initcalls
          .addObject()
          .put("name", each.name())
          .put("at", each.at())
          .put("instructions", each.instructions());
    }
  }

  private static void lane(ObjectNode node, Timeline line, Timeline.HartActivity lane) {
    node.put("hart", lane.hart());
    ArrayNode modes = node.putArray("modes");
    for (Timeline.Mode mode : Timeline.Mode.values()) {
      ArrayNode bins = modes.addArray();
      for (int bin = 0; bin < line.bins(); bin++) {
        bins.add(lane.instructions(bin, mode));
      }
    }
    ObjectNode exceptions = node.putObject("exceptions");
    for (ExceptionKind kind : ExceptionKind.values()) {
      ArrayNode bins = JsonNodeFactory.instance.arrayNode();
      long sum = 0;
      for (int bin = 0; bin < line.bins(); bin++) {
        bins.add(lane.exceptions(bin, kind));
        sum += lane.exceptions(bin, kind);
      }
      if (sum > 0) {
        exceptions.set(Keys.of(kind), bins);
      }
    }
    ArrayNode switches = node.putArray("switches");
    for (int bin = 0; bin < line.bins(); bin++) {
      switches.add(lane.switches(bin));
    }
    spans(node.putObject("tasks"), lane.taskSpans());
    spans(node.putObject("spans"), lane.spans());
  }

  /** Spans as the distance from the end of the one before, their length, task and mode. */
  private static void spans(ObjectNode node, Timeline.Spans spans) {
    ArrayNode gap = node.putArray("gap");
    ArrayNode length = node.putArray("length");
    ArrayNode task = node.putArray("task");
    ArrayNode mode = node.putArray("mode");
    long at = 0;
    for (int i = 0; i < spans.count(); i++) {
      gap.add(spans.from(i) - at);
      length.add(spans.to(i) - spans.from(i));
      task.add(spans.task(i));
      mode.add(spans.mode(i).ordinal());
      at = spans.to(i);
    }
    node.put("folded", spans.folded());
    node.put("threshold", spans.threshold());
  }
}

package bbt.reconstruct.analysis;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.boot.BootView;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.ConsoleLog;
import bbt.reconstruct.profile.Distribution;
import bbt.reconstruct.profile.ExceptionCost;
import bbt.reconstruct.profile.Marks;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.ProfiledMark;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.profile.Timeline;
import bbt.reconstruct.trace.TraceClock;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the parts of the JSON report that stand on their own. */
final class JsonParts {
  private JsonParts() {}

  /** A key of an enum's constant: {@code systemCall}. */
  static String key(Enum<?> constant) {
    StringBuilder key = new StringBuilder();
    for (String word : constant.name().toLowerCase(Locale.ROOT).split("_")) {
      key.append(
          key.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return key.toString();
  }

  // ---- exceptions

  static void costs(ArrayNode rows, List<ExceptionCost> costs, Report report) {
    for (ExceptionCost c : costs) {
      ObjectNode row = rows.addObject();
      row.put("name", c.name());
      row.put("kind", ExceptionRow.key(c.kind()));
      row.put("interrupt", c.kind() == ExceptionKind.INTERRUPT);
      row.put("cause", c.cause() & Long.MAX_VALUE);
      row.put("count", c.count());
      distribution(row.putObject("self"), c.self());
      distribution(row.putObject("inclusive"), c.inclusive());
      row.put("unfinished", c.unfinished());
      row.put("unfinishedInstructions", c.unfinishedInstructions());
      row.put("outsideInstructions", c.outsideInstructions());
      if (report.costs() != null) {
        row.put("cycles", c.cycles());
        row.put("inclusiveCycles", c.inclusiveCycles());
      }
    }
  }

  private static void distribution(ObjectNode node, Distribution d) {
    node.put("count", d.count());
    node.put("instructions", d.sum());
    node.put("minimum", d.minimum());
    node.put("mean", d.mean());
    node.put("p50", d.percentile(50));
    node.put("p90", d.percentile(90));
    node.put("p99", d.percentile(99));
    node.put("maximum", d.maximum());
    ArrayNode bars = node.putArray("histogram");
    for (Distribution.Bar bar : d.bars()) {
      bars.addArray().add(bar.low()).add(bar.high()).add(bar.count());
    }
  }

  // ---- tasks

  static void tasks(ArrayNode rows, Report report) {
    for (TaskProfile t : report.profile().tasks()) {
      if (t.instructions() == 0 && t.switches() == 0) {
        continue;
      }
      ObjectNode row = rows.addObject();
      row.put("number", t.number());
      row.put("task", "0x" + Long.toHexString(t.id()));
      if (t.pid() >= 0) {
        row.put("pid", t.pid());
      }
      row.put("name", t.name());
      row.put("instructions", t.instructions());
      row.put("userInstructions", t.userInstructions());
      row.put("switches", t.switches());
      if (report.costs() != null) {
        row.put("cycles", t.cycles());
      }
    }
  }

  // ---- tree

  /** A tree as columns; the frames that occur in it first. */
  static void tree(ObjectNode node, CallTree tree) {
    Map<Integer, Integer> numbers = new HashMap<>();
    ArrayNode frames = node.putArray("frames");
    ArrayNode frame = node.putArray("frame");
    ArrayNode parent = node.putArray("parent");
    ArrayNode self = node.putArray("self");
    ArrayNode inclusive = node.putArray("inclusive");
    ArrayNode calls = node.putArray("calls");
    ArrayNode cycles = tree.hasCycles() ? node.putArray("cycles") : null;
    for (int n = 0; n < tree.size(); n++) {
      Integer number = numbers.get(tree.frameNumber(n));
      if (number == null) {
        number = numbers.size();
        numbers.put(tree.frameNumber(n), number);
        frame(frames.addObject(), tree.frame(n));
      }
      frame.add(number);
      parent.add(tree.parent(n));
      self.add(tree.self(n));
      inclusive.add(tree.inclusive(n));
      calls.add(tree.calls(n));
      if (cycles != null) {
        cycles.add(tree.cycles(n));
      }
    }
  }

  private static void frame(ObjectNode node, ProfileFrame f) {
    node.put("kind", key(f.kind()));
    node.put("name", f.name());
    if (f.kind().isFunction()) {
      node.put("program", f.program());
      node.put("address", "0x" + Long.toHexString(f.address()));
    } else if (f.kind().isTrap()) {
      node.put("interrupt", f.kind() == ProfileFrame.Kind.INTERRUPT);
      node.put("cause", f.cause() & Long.MAX_VALUE);
    } else if (f.kind() == ProfileFrame.Kind.TASK) {
      node.put("task", f.cause());
    }
  }

  // ---- marks

  static void marks(ObjectNode node, Marks marks) {
    node.put("count", marks.count());
    ArrayNode numbers = node.putArray("byNumber");
    marks
        .byNumber()
        .forEach(
            (number, tally) ->
                numbers
                    .addObject()
                    .put("number", number)
                    .put("count", tally.count())
                    .put("first", tally.first())
                    .put("last", tally.last()));
    ArrayNode first = node.putArray("first");
    for (ProfiledMark mark : marks.first()) {
      first
          .addObject()
          .put("number", mark.number())
          .put("value", "0x" + Long.toHexString(mark.value()))
          .put("hart", mark.hart())
          .put("at", mark.clock())
          .put("address", "0x" + Long.toHexString(mark.pc()))
          .put("task", mark.task() < 0 ? null : mark.task());
    }
  }

  static void console(ObjectNode node, Report report) {
    node.put("count", report.profile().console().count());
    ArrayNode first = node.putArray("first");
    for (ConsoleLog.Line line : report.profile().console().first()) {
      first
          .addObject()
          .put("at", line.clock())
          .put("seconds", TraceClock.orNull(report.time().secondsAt(line.clock())))
          .put("hart", line.hart())
          .put("text", line.text());
    }
  }

  // ---- timeline

  static void timeline(ObjectNode node, Timeline timeline) {
    node.put("start", timeline.start());
    node.put("end", timeline.end());
    node.put("width", timeline.width());
    ArrayNode seconds = node.putArray("seconds");
    for (int bin = 0; bin <= timeline.bins(); bin++) {
      seconds.add(TraceClock.orNull(timeline.seconds(bin)));
    }
    ArrayNode lanes = node.putArray("lanes");
    for (Timeline.HartActivity lane : timeline.lanes()) {
      lane(lanes.addObject(), timeline, lane);
    }
  }

  private static void lane(ObjectNode node, Timeline timeline, Timeline.HartActivity lane) {
    node.put("hart", lane.hart());
    ObjectNode instructions = node.putObject("instructions");
    for (Timeline.Mode mode : Timeline.Mode.values()) {
      ArrayNode column = instructions.putArray(key(mode));
      for (int bin = 0; bin < timeline.bins(); bin++) {
        column.add(lane.instructions(bin, mode));
      }
    }
    ObjectNode exceptions = node.putObject("exceptions");
    for (ExceptionKind kind : ExceptionKind.values()) {
      ArrayNode column = exceptions.putArray(ExceptionRow.key(kind));
      for (int bin = 0; bin < timeline.bins(); bin++) {
        column.add(lane.exceptions(bin, kind));
      }
    }
    ArrayNode switches = node.putArray("contextSwitches");
    ArrayNode tasks = node.putArray("tasks");
    for (int bin = 0; bin < timeline.bins(); bin++) {
      switches.add(lane.switches(bin));
      ArrayNode its = tasks.addArray();
      for (int i = 0; i < lane.tasks(bin).length; i++) {
        its.addArray().add(lane.tasks(bin)[i]).add(lane.taskInstructions(bin)[i]);
      }
    }
  }

  static void boot(ObjectNode node, Report report) {
    ArrayNode milestones = node.putArray("milestones");
    for (BootView.Milestone each : report.boot().milestones()) {
      milestones
          .addObject()
          .put("at", each.at())
          .put("seconds", TraceClock.orNull(report.time().secondsAt(each.at())))
          .put("function", each.function().isEmpty() ? null : each.function())
          .put("text", each.text())
          .put("task", report.profile().tasks().get(each.task()).title());
    }
    node.put("instructions", report.boot().instructions());
    ArrayNode initcalls = node.putArray("initcalls");
    for (BootView.Initcall each : report.boot().initcalls()) {
      initcalls
          .addObject()
          .put("name", each.name())
          .put("address", "0x" + Long.toHexString(each.address()))
          .put("at", each.at())
          .put("seconds", TraceClock.orNull(report.time().secondsAt(each.at())))
          .put("instructions", each.instructions())
          .put("nested", each.nested())
          .put("returned", each.returned());
    }
  }
}

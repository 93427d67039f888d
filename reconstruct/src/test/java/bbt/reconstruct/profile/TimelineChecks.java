package bbt.reconstruct.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ExceptionKind;
import java.util.Arrays;

/** Checks that hold for every profile with a timeline. */
public final class TimelineChecks {
  private TimelineChecks() {}

  /** The bins hold exactly what the profile counts. */
  public static void agrees(Profile profile) {
    Timeline timeline = profile.timeline();
    assertEquals(profile.harts().size(), timeline.lanes().size());
    long[] byTask = new long[profile.tasks().size()];
    long user = 0;
    for (Timeline.HartActivity lane : timeline.lanes()) {
      HartProfile hart = profile.harts().get(lane.hart());
      long all = 0;
      long switches = 0;
      long[] exceptions = new long[ExceptionKind.values().length];
      for (int bin = 0; bin < timeline.bins(); bin++) {
        long its = lane.instructions(bin);
        all += its;
        user += lane.instructions(bin, Timeline.Mode.USER);
        switches += lane.switches(bin);
        for (ExceptionKind kind : ExceptionKind.values()) {
          exceptions[kind.ordinal()] += lane.exceptions(bin, kind);
        }
        long tasks = 0;
        for (int i = 0; i < lane.tasks(bin).length; i++) {
          tasks += lane.taskInstructions(bin)[i];
          byTask[lane.tasks(bin)[i]] += lane.taskInstructions(bin)[i];
        }
        assertEquals(its, tasks, "bin " + bin + ": every instruction is some task's");
        assertTrue(its <= timeline.width());
      }
      assertEquals(hart.instructions(), all);
      assertEquals(hart.switches(), switches);
      for (ExceptionKind kind : ExceptionKind.values()) {
        assertEquals(hart.exceptions(kind), exceptions[kind.ordinal()], kind::name);
      }
      spans(lane.spans(), all);
      spans(lane.taskSpans(), all);
    }
    for (TaskProfile task : profile.tasks()) {
      assertEquals(task.instructions(), byTask[task.number()], task::title);
    }
    assertEquals(profile.tasks().stream().mapToLong(TaskProfile::userInstructions).sum(), user);
    double[] seconds = new double[timeline.bins() + 1];
    Arrays.setAll(seconds, timeline::seconds);
    for (int i = 0; i < timeline.bins(); i++) {
      assertTrue(seconds[i] <= seconds[i + 1]);
    }
  }

  private static void spans(Timeline.Spans spans, long instructions) {
    long sum = 0;
    long last = 0;
    for (int i = 0; i < spans.count(); i++) {
      assertTrue(spans.from(i) >= last && spans.to(i) > spans.from(i));
      last = spans.to(i);
      sum += spans.to(i) - spans.from(i);
    }
    if (spans.exact()) {
      assertEquals(instructions, sum);
    } else {
      assertTrue(sum >= instructions);
    }
  }
}

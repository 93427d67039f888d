package bbt.reconstruct.export;

import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.export.events.Labels;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.TaskProfile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Writes the text of {@code perf script}: a sample or two for each stack, whose periods come to the
 * stack's instructions. Time goes on by a nanosecond with each of them; stacks stand in the order
 * of the call tree, but for the {@linkplain #last last} one of a task.
 *
 * <p>Some readers add up periods, others (speedscope) only look at times: to them a sample lasts
 * from the middle between it and the one before it to the middle between it and the next of its
 * task, the first one from its time, the last one until its time. {@link Samples} chooses times of
 * which that makes what each stack cost.
 */
final class PerfScriptExport implements Exporter {
  @Override
  public void write(Report report, CallTree tree, OutputStream out) throws IOException {
    Profile profile = report.profile();
    Measure measure = Measure.of(report);
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    Samples samples = new Samples(tree, measure.unit(), text);
    for (int t = tree.firstChild(CallTree.ROOT); t >= 0; t = tree.nextSibling(t)) {
      samples.task(task(tree.frame(t), profile));
      int last = last(tree, measure, t);
      for (int n = t; n < tree.end(t); n++) {
        if (n != last) {
          samples.stack(n, measure.self(tree, n));
        }
      }
      if (last >= 0) {
        samples.stack(last, measure.self(tree, last));
      }
      samples.end();
    }
    text.flush();
  }

  /**
   * The first of a task's stacks that can be divided, since a task must end with such a one; -1 if
   * there is none.
   */
  private static int last(CallTree tree, Measure measure, int task) {
    for (int n = task; n < tree.end(task); n++) {
      if (measure.self(tree, n) > 1) {
        return n;
      }
    }
    return -1;
  }

  /** A command's name has no spaces there; a pid that is not known is 0. */
  private static String task(ProfileFrame frame, Profile profile) {
    if (frame.kind() != ProfileFrame.Kind.TASK) {
      return word(frame.name()) + " 0";
    }
    TaskProfile task = profile.tasks().get((int) frame.cause());
    return word(task.name()) + " " + Math.max(0, task.pid());
  }

  private static String word(String name) {
    return name.replaceAll("\\s+", "_");
  }

  /** Writes samples, one stack late: a stack's times depend on the next one's cost. */
  private static final class Samples {
    private final CallTree tree;
    private final String unit;
    private final Writer text;
    private String task;

    /** The cost of all stacks before the one that is held back: it lasts from there. */
    private long begin;

    /** The stack that is held back, or -1. */
    private int held = -1;

    private long cost;

    /**
     * The time after its beginning at which its first sample must be taken, at most {@link #cost}:
     * as long as the last sample was taken before it.
     */
    private long lead;

    Samples(CallTree tree, String unit, Writer text) {
      this.tree = tree;
      this.unit = unit;
      this.text = text;
    }

    void task(String name) {
      task = name;
    }

    /** The next stack of the task; one that cost nothing is no sample. */
    void stack(int node, long self) throws IOException {
      if (self == 0) {
        return;
      }
      flush(self);
      held = node;
      cost = self;
    }

    /** The task has no more stacks. */
    void end() throws IOException {
      flush(0);
      held = -1;
      // Not 0 here only if each of the task's stacks cost 1, and their number is odd.
      lead = 0;
    }

    private void flush(long next) throws IOException {
      if (held < 0) {
        return;
      }
      long rest = cost - lead;
      if (rest > next && cost > 1) {
        // What is left would reach beyond the next stack's end: a second sample takes it.
        long first = (lead + cost) / 2;
        sample(begin + lead, first);
        sample(begin + cost, cost - first);
        lead = 0;
      } else {
        sample(begin + lead, cost);
        lead = rest;
      }
      begin += cost;
    }

    private void sample(long time, long period) throws IOException {
      text.write(
          String.format(
              Locale.ROOT,
              "%s [000] %d.%09d: %10d %s:\n",
              task,
              time / 1_000_000_000,
              time % 1_000_000_000,
              period,
              unit));
      for (int n = held; tree.depth(n) > 1; n = tree.parent(n)) {
        text.write(frame(tree.frame(n)));
      }
      text.write("\n");
    }

    private static String frame(ProfileFrame frame) {
      String image =
          switch (frame.kind()) {
            case KERNEL -> "[kernel.kallsyms]";
            case USER -> frame.program();
            default -> "[trap]";
          };
      return String.format(
          Locale.ROOT, "\t%16x %s (%s)\n", frame.address(), word(Labels.of(frame)), word(image));
    }
  }
}

package bbt.reconstruct.export;

import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.Frame;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.report.Report;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The text of {@code perf script}: one sample for each stack, whose period is the stack's
 * instructions. Time is the sum of the periods before it, in nanoseconds: stacks stand in the order
 * of the call tree.
 */
final class PerfScriptExport implements Exporter {
  @Override
  public void write(Report report, CallTree tree, OutputStream out) throws IOException {
    Profile profile = report.profile();
    Measure measure = Measure.of(report);
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    int[] path = new int[1];
    long time = 0;
    String task = "";
    for (int n = 1; n < tree.size(); n++) {
      int depth = tree.depth(n);
      if (depth > path.length) {
        path = java.util.Arrays.copyOf(path, 2 * depth);
      }
      path[depth - 1] = n;
      if (depth == 1) {
        task = task(tree.frame(n), profile);
      }
      long self = measure.self(tree, n);
      if (self > 0) {
        text.write(
            String.format(
                Locale.ROOT,
                "%s [000] %d.%09d: %10d %s:\n",
                task,
                time / 1_000_000_000,
                time % 1_000_000_000,
                self,
                measure.unit()));
        for (int i = depth - 1; i > 0; i--) {
          text.write(frame(tree.frame(path[i])));
        }
        text.write("\n");
        time += self;
      }
    }
    text.flush();
  }

  /** A command's name has no spaces there; a pid that is not known is 0. */
  private static String task(Frame frame, Profile profile) {
    if (frame.kind() != Frame.Kind.TASK) {
      return frame.name().replaceAll("\\s+", "_") + " 0";
    }
    TaskProfile task = profile.tasks().get((int) frame.cause());
    return task.name().replaceAll("\\s+", "_") + " " + Math.max(0, task.pid());
  }

  private static String frame(Frame frame) {
    String image =
        switch (frame.kind()) {
          case KERNEL -> "[kernel.kallsyms]";
          case USER -> frame.program();
          default -> "[trap]";
        };
    return String.format(
        Locale.ROOT,
        "\t%16x %s (%s)\n",
        frame.address(),
        Labels.of(frame).replace(' ', '_'),
        image);
  }
}

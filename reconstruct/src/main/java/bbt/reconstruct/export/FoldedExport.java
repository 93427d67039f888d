package bbt.reconstruct.export;

import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.export.events.Labels;
import bbt.reconstruct.profile.CallTree;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes folded stacks, the input of flame graph tools: a line for each stack, {@code
 * task;outer;inner COUNT}.
 */
final class FoldedExport implements Exporter {
  @Override
  public void write(Report report, CallTree tree, OutputStream out) throws IOException {
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    Measure measure = Measure.of(report);
    String[] names =
        tree.frames().stream()
            .map(frame -> Labels.of(frame).replace(';', ','))
            .toArray(String[]::new);
    StringBuilder line = new StringBuilder();
    int[] ends = new int[16];
    for (int n = 1; n < tree.size(); n++) {
      int depth = tree.depth(n);
      if (depth >= ends.length) {
        ends = Arrays.copyOf(ends, 2 * depth);
      }
      line.setLength(ends[depth - 1]);
      line.append(depth == 1 ? "" : ";").append(names[tree.frameNumber(n)]);
      ends[depth] = line.length();
      if (measure.self(tree, n) > 0) {
        text.append(line).append(' ').append(Long.toString(measure.self(tree, n))).append('\n');
      }
    }
    text.flush();
  }
}

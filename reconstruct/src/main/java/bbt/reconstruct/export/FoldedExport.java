package bbt.reconstruct.export;

import bbt.reconstruct.profile.Frame;
import bbt.reconstruct.report.Report;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Folded stacks, the input of flame graph tools: a line for each stack, {@code task;outer;inner
 * COUNT}.
 */
final class FoldedExport implements Exporter {
  @Override
  public void write(Report report, OutputStream out) throws IOException {
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    try {
      report.profile().taskTree().folded((path, self, node) -> line(text, path, self));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    text.flush();
  }

  private static void line(Writer text, List<Frame> path, long self) {
    try {
      for (int i = 0; i < path.size(); i++) {
        text.write(i == 0 ? "" : ";");
        text.write(Labels.of(path.get(i)).replace(';', ','));
      }
      text.write(" " + self + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

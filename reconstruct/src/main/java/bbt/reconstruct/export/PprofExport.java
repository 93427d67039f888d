package bbt.reconstruct.export;

import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.export.events.Labels;
import bbt.reconstruct.export.events.ProtoWriter;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.TaskProfile;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the profile.proto of pprof, compressed with gzip. One sample for each stack, with the
 * instructions of its innermost frame and the calls that arrived there, labelled with task, pid and
 * mode.
 *
 * <p>Messages are written one after the other, so that no more than one is in memory.
 */
final class PprofExport implements Exporter {
  // Fields of Profile.
  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int MAPPING = 3;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING_TABLE = 6;
  private static final int DURATION_NANOS = 10;
  private static final int COMMENT = 13;
  private static final int DEFAULT_SAMPLE_TYPE = 14;

  @Override
  public void write(Report report, CallTree tree, OutputStream out) throws IOException {
    GZIPOutputStream zipped = new GZIPOutputStream(out, 1 << 16);
    new File(report, tree, zipped).write();
    zipped.finish();
  }

  /** One file in the making. */
  private static final class File {
    private final Report report;
    private final CallTree tree;
    private final OutputStream out;
    private final Map<String, Integer> strings = new LinkedHashMap<>();
    private final Map<String, Integer> mappings = new LinkedHashMap<>();

    File(Report report, CallTree tree, OutputStream out) {
      this.report = report;
      this.tree = tree;
      this.out = out;
      string("");
      // Readers take the first mapping for the main binary. Where nothing ran there is none.
      report.profile().programs().stream()
          .findFirst()
          .ifPresent(program -> mappings.put(program.name(), 1));
    }

    private int string(String text) {
      return strings.computeIfAbsent(text, k -> strings.size());
    }

    private void put(int field, ProtoWriter message) throws IOException {
      out.write(new ProtoWriter().message(field, message).toBytes());
    }

    private ProtoWriter valueType(String type, String unit) {
      return new ProtoWriter().number(1, string(type)).number(2, string(unit));
    }

    void write() throws IOException {
      put(SAMPLE_TYPE, valueType("calls", "count"));
      put(SAMPLE_TYPE, valueType("instructions", "count"));
      if (tree.hasCycles()) {
        put(SAMPLE_TYPE, valueType("cycles", "count"));
      }
      samples();
      functions();
      for (Map.Entry<String, Integer> mapping : mappings.entrySet()) {
        put(
            MAPPING,
            new ProtoWriter()
                .number(1, mapping.getValue())
                .number(5, string(mapping.getKey()))
                // has_functions: names are here already, no tool need look for the binary.
                .number(7, 1));
      }
      ProtoWriter rest = new ProtoWriter();
      // Nothing where it is not known.
      rest.number(DURATION_NANOS, Math.round(report.virtualSeconds() * 1e9));
      rest.numbers(COMMENT, string("bbt export of " + report.file()));
      rest.number(DEFAULT_SAMPLE_TYPE, string("instructions"));
      for (String text : strings.keySet()) {
        rest.text(STRING_TABLE, text);
      }
      out.write(rest.toBytes());
    }

    private void samples() throws IOException {
      Profile profile = report.profile();
      long[] stack = new long[16];
      ProtoWriter[] labels = {};
      for (int n = 1; n < tree.size(); n++) {
        int depth = tree.depth(n);
        if (depth == 1) {
          labels = labels(tree.frame(n), profile);
        }
        if (depth > stack.length) {
          stack = Arrays.copyOf(stack, 2 * depth);
        }
        stack[depth - 1] = tree.frameNumber(n) + 1;
        // A trap is no call.
        long calls = tree.frame(n).kind().isTrap() ? 0 : tree.calls(n);
        if (tree.self(n) == 0 && calls == 0 && tree.cycles(n) == 0) {
          continue;
        }
        // The leaf goes first; the task is a label, but also the outermost frame.
        long[] leafFirst = new long[depth];
        for (int i = 0; i < depth; i++) {
          leafFirst[i] = stack[depth - 1 - i];
        }
        ProtoWriter sample = new ProtoWriter().numbers(1, leafFirst);
        if (tree.hasCycles()) {
          sample.numbers(2, calls, tree.self(n), tree.cycles(n));
        } else {
          sample.numbers(2, calls, tree.self(n));
        }
        for (ProtoWriter label : labels) {
          sample.message(3, label);
        }
        put(SAMPLE, sample);
      }
    }

    private ProtoWriter[] labels(ProfileFrame frame, Profile profile) {
      if (frame.kind() != ProfileFrame.Kind.TASK) {
        return new ProtoWriter[0];
      }
      TaskProfile task = profile.tasks().get((int) frame.cause());
      ProtoWriter name = new ProtoWriter().number(1, string("task")).number(2, string(task.name()));
      ProtoWriter pid = new ProtoWriter().number(1, string("pid")).number(3, task.pid());
      return task.pid() > 0 ? new ProtoWriter[] {name, pid} : new ProtoWriter[] {name};
    }

    /** A location and a function for each frame that occurs, of the same number. */
    private void functions() throws IOException {
      boolean[] done = new boolean[tree.frames().size()];
      for (int n = 1; n < tree.size(); n++) {
        int number = tree.frameNumber(n);
        if (done[number]) {
          continue;
        }
        done[number] = true;
        ProfileFrame frame = tree.frame(n);
        String image = Labels.image(frame);
        int mapping = mappings.computeIfAbsent(image, k -> mappings.size() + 1);
        put(
            LOCATION,
            new ProtoWriter()
                .number(1, number + 1)
                .number(2, mapping)
                .number(3, frame.kind().isFunction() ? frame.address() : 0)
                .message(4, new ProtoWriter().number(1, number + 1)));
        int name = string(Labels.of(frame));
        put(
            FUNCTION,
            new ProtoWriter()
                .number(1, number + 1)
                .number(2, name)
                .number(3, name)
                .number(4, string(image)));
      }
    }
  }
}

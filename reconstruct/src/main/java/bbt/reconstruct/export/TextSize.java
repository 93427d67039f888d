package bbt.reconstruct.export;

import bbt.reconstruct.export.events.Labels;
import bbt.reconstruct.profile.CallTree;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/** Finds out how large a text with all stacks will be, without writing it. */
final class TextSize {
  private TextSize() {}

  /** Bytes, within a few percent; none of formats whose size is no trouble. */
  static OptionalLong of(ExportFormat format, CallTree tree, Measure measure) {
    return switch (format) {
      case FOLDED -> OptionalLong.of(stacks(tree, measure, 2, 1));
      // A line for each sample and one for each frame: address, image.
      case PERF_SCRIPT -> OptionalLong.of(stacks(tree, measure, 60, 32));
      // Numbers for names, in the profile of all tasks and in that of the task.
      case SPEEDSCOPE -> OptionalLong.of(2 * numbers(tree, measure));
      case FIREFOX,
          PPROF,
          CALLGRIND,
          CHROME,
          PERFETTO,
          DOT,
          LCOV,
          DRCOV,
          JSON,
          CSV,
          PARQUET,
          E_TRACE,
          N_TRACE ->
          OptionalLong.empty();
    };
  }

  private static long stacks(CallTree tree, Measure measure, int each, int perFrame) {
    int[] names = new int[tree.frames().size()];
    for (int i = 0; i < names.length; i++) {
      String name = Labels.of(tree.frames().get(i));
      names[i] = name.getBytes(StandardCharsets.UTF_8).length + perFrame;
    }
    return sum(tree, measure, each, names);
  }

  private static long numbers(CallTree tree, Measure measure) {
    int[] digits = new int[tree.frames().size()];
    for (int i = 0; i < digits.length; i++) {
      digits[i] = digits(i) + 1;
    }
    return sum(tree, measure, 4, digits);
  }

  private static long sum(CallTree tree, Measure measure, int each, int[] frame) {
    long[] path = new long[tree.size()];
    long sum = 0;
    for (int n = 1; n < tree.size(); n++) {
      path[n] = path[tree.parent(n)] + frame[tree.frameNumber(n)];
      long self = measure.self(tree, n);
      sum += self > 0 ? path[n] + each + digits(self) : 0;
    }
    return sum;
  }

  private static int digits(long value) {
    return Long.toString(value).length();
  }
}

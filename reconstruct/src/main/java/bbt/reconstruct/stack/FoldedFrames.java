package bbt.reconstruct.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;

/**
 * Frames of a call stack that follow each other and are alike, as a recursion leaves them: people
 * are shown the innermost and how many there are.
 *
 * @param number of the innermost, from 0
 * @param frame the innermost
 * @param count at least 1
 */
public record FoldedFrames<T>(int number, T frame, int count) {
  /**
   * Folds a stack.
   *
   * @param frames innermost first
   * @param alike whether a frame looks like the one that it called
   */
  public static <T> List<FoldedFrames<T>> of(List<T> frames, BiPredicate<T, T> alike) {
    List<FoldedFrames<T>> folded = new ArrayList<>();
    for (int i = 0; i < frames.size(); i++) {
      boolean same = i > 0 && alike.test(frames.get(i - 1), frames.get(i));
      if (same) {
        FoldedFrames<T> last = folded.removeLast();
        folded.add(new FoldedFrames<>(last.number, last.frame, last.count + 1));
      } else {
        folded.add(new FoldedFrames<>(i, frames.get(i), 1));
      }
    }
    return folded;
  }

  /** How many there are, to be written behind the frame; nothing of a single one. */
  public String times() {
    return count == 1 ? "" : String.format(Locale.ROOT, "  (x %,d)", count);
  }
}

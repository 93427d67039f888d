package bbt.reconstruct.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class FoldedFramesTest {
  @Property
  void everyFrameIsThereAndNoTwoFoldsAreAlike(
      @ForAll List<@IntRange(min = 0, max = 2) Integer> stack) {
    List<FoldedFrames<Integer>> folded = FoldedFrames.of(stack, Integer::equals);
    List<Integer> unfolded = new ArrayList<>();
    for (FoldedFrames<Integer> frames : folded) {
      assertEquals(unfolded.size(), frames.number());
      for (int i = 0; i < frames.count(); i++) {
        unfolded.add(frames.frame());
      }
      assertEquals(frames.count() == 1 ? "" : "  (x " + frames.count() + ")", frames.times());
    }
    assertEquals(stack, unfolded);
    for (int i = 1; i < folded.size(); i++) {
      assertNotEquals(folded.get(i - 1).frame(), folded.get(i).frame());
    }
  }
}

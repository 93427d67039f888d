package bbt.samples.conformance.fuzz.kind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class DeltaDebuggingTest {
  /** What is needed for the failure is all that is left, in its order. */
  @Property(tries = 300)
  void leavesWhatIsNeeded(
      @ForAll @IntRange(min = 0, max = 200) int length,
      @ForAll @Size(max = 6) Set<@IntRange(max = 199) Integer> needed) {
    List<Integer> all = IntStream.range(0, length).boxed().toList();
    List<Integer> reachable = needed.stream().filter(all::contains).sorted().toList();
    assertEquals(reachable, DeltaDebugging.minimise(all, list -> list.containsAll(reachable)));
  }

  /** No single piece can be dropped from the result, even where pieces depend on one another. */
  @Property(tries = 300)
  void noSinglePieceCanGo(@ForAll @IntRange(min = 1, max = 60) int length) {
    Predicate<List<Integer>> fails =
        list -> list.stream().mapToInt(i -> i).sum() % 7 == length * (length - 1) / 2 % 7;
    List<Integer> all = IntStream.range(0, length).boxed().toList();
    List<Integer> left = DeltaDebugging.minimise(all, fails);
    assertTrue(fails.test(left));
    for (int i = 0; i < left.size(); i++) {
      List<Integer> without = new ArrayList<>(left);
      without.remove(i);
      assertTrue(!fails.test(without), left.toString());
    }
  }
}

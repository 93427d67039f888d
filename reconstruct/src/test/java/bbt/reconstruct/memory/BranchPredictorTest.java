package bbt.reconstruct.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.memory.PredictorShape.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** {@link BranchPredictor} against predictors written with maps and strings. */
class BranchPredictorTest {
  private record Branch(long pc, boolean taken) {}

  @Provide
  Arbitrary<List<Branch>> branches() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 70).map(n -> 0x8000_0000L + 2 * n),
            Arbitraries.of(true, true, false))
        .as(Branch::new)
        .list()
        .ofMaxSize(400);
  }

  @Property
  void twoBitsCountAndTheAddressChooses(@ForAll("branches") List<Branch> branches) {
    BranchPredictor predictor = new BranchPredictor(new PredictorShape(Kind.BIMODAL, 32, 0, 0, 0));
    check(branches, predictor, 0, 32);
  }

  @Property
  void gshareMixesTheLastOutcomesIn(@ForAll("branches") List<Branch> branches) {
    BranchPredictor predictor = new BranchPredictor(new PredictorShape(Kind.GSHARE, 64, 4, 0, 0));
    check(branches, predictor, 4, 64);
  }

  private static void check(
      List<Branch> branches, BranchPredictor predictor, int bits, int counters) {
    Map<Long, Integer> plain = new HashMap<>();
    String outcomes = "0".repeat(bits);
    for (Branch b : branches) {
      long history = bits == 0 ? 0 : Long.parseLong(outcomes, 2);
      long which = (b.pc / 2 ^ history) % counters;
      int counter = plain.getOrDefault(which, 1);
      assertEquals(counter > 1 == b.taken, predictor.branch(b.pc, false, b.taken));
      plain.put(which, b.taken ? Math.min(counter + 1, 3) : Math.max(counter - 1, 0));
      outcomes = bits == 0 ? "" : outcomes.substring(1) + (b.taken ? "1" : "0");
    }
  }

  /** A call of a depth, or a return to the last one, or to somewhere else. */
  @Property
  void theReturnStackKnowsTheLastCalls(@ForAll List<Boolean> calls) {
    BranchPredictor predictor = new BranchPredictor(new PredictorShape(Kind.STATIC, 0, 0, 3, 0));
    Deque<Long> plain = new ArrayDeque<>();
    long link = 100;
    for (boolean call : calls) {
      if (call) {
        predictor.call(link);
        plain.push(link);
        if (plain.size() > 3) {
          plain.removeLast();
        }
        link += 4;
      } else {
        Long expected = plain.poll();
        assertEquals(expected != null, predictor.returned(8, expected == null ? 1 : expected));
      }
    }
    predictor.call(link);
    assertFalse(predictor.returned(8, link + 2), "a return to somewhere else");
  }

  @Example
  void staticallyBackIsTaken() {
    BranchPredictor predictor = new BranchPredictor(new PredictorShape(Kind.STATIC, 0, 0, 0, 0));
    assertTrue(predictor.branch(8, true, true));
    assertFalse(predictor.branch(8, true, false));
    assertTrue(predictor.branch(8, false, false));
    assertFalse(predictor.branch(8, false, true));
    assertFalse(predictor.jump(8, 40), "without a table no target is guessed");
  }

  @Example
  void targetsAreTheLastOnes() {
    BranchPredictor predictor = new BranchPredictor(new PredictorShape(Kind.STATIC, 0, 0, 0, 4));
    assertFalse(predictor.jump(8, 40));
    assertTrue(predictor.jump(8, 40));
    assertFalse(predictor.jump(8, 44));
    assertTrue(predictor.jump(16, 44), "no tags: 8 and 16 share an entry");
    assertTrue(predictor.returned(8, 44), "without a return stack a return is a jump");
  }
}

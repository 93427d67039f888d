package bbt.reconstruct.diff.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.diff.align.Calls.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Script that makes B of A: it does, its sums are exact, and it is as short as it should be. */
class EditScriptTest {
  private static final int MANY = 100_000;

  // ---- the script makes B of A

  /** Carries a script out. What it needs of B it takes from the script's steps alone. */
  private static final class Check {
    final CallForest a;
    final CallForest b;
    final EditScript script;
    final Map<Integer, Long> changed = new HashMap<>();
    final Set<Integer> vanished = new HashSet<>();
    final Set<Integer> appeared = new HashSet<>();
    final Map<Integer, Integer> moved = new HashMap<>();

    Check(Call left, Call right) {
      a = Calls.forest(left);
      b = Calls.forest(right);
      script = Calls.script(a, b);
      for (EditScript.Step s : script.steps()) {
        for (int i = 0; i < s.calls(); i++) {
          boolean fresh =
              switch (s.kind()) {
                case VANISHED -> vanished.add(s.node() + i);
                case APPEARED -> appeared.add(s.inB() + i);
                case MOVED -> moved.put(s.node(), s.inB()) == null;
                case CHANGED -> {
                  assertEquals(a.own(s.node()), s.a());
                  yield changed.put(s.node(), s.b()) == null;
                }
              };
          assertTrue(fresh, "one step for each call: " + s);
        }
      }
    }

    /** Its steps are of these kinds and change so much, in this order. */
    void tells(List<Edit.Kind> kinds, List<Long> changes) {
      assertEquals(kinds, script.steps().stream().map(EditScript.Step::kind).toList());
      assertEquals(changes, script.steps().stream().map(EditScript.Step::change).toList());
    }

    void all() {
      assertEquals(written(b, 0, appeared, Set.copyOf(moved.values()), Map.of()), made(0));
      moved.forEach(
          (x, y) ->
              assertEquals(written(b, y, appeared, without(moved.values(), y), Map.of()), made(x)));
      assertEquals(b.inclusive(0) - a.inclusive(0), script.change());
      for (int n = 0; n < a.size(); n++) {
        assertTrue(a.own(n) >= 0);
      }
    }

    private String made(int x) {
      return written(a, x, vanished, without(moved.keySet(), x), changed);
    }

    private static Set<Integer> without(java.util.Collection<Integer> nodes, int node) {
      Set<Integer> all = new HashSet<>(nodes);
      all.remove(node);
      return all;
    }

    /** A tree as text, without some of its calls, with other own costs. */
    private static String written(
        CallForest in,
        int root,
        Set<Integer> gone,
        Set<Integer> elsewhere,
        Map<Integer, Long> costs) {
      StringBuilder text = new StringBuilder();
      List<Integer> open = new ArrayList<>(List.of(root));
      while (!open.isEmpty()) {
        int n = open.removeLast();
        if (n < 0) {
          text.append(')');
        } else if (!gone.contains(n) && !elsewhere.contains(n)) {
          text.append(in.key(n)).append(':').append(costs.getOrDefault(n, in.own(n))).append('(');
          open.add(-1);
          for (int k = in.first(n) + in.count(n) - 1; k >= in.first(n); k--) {
            open.add(k);
          }
        }
      }
      return text.toString();
    }
  }

  private static Call any(List<Call> calls, Random random) {
    return calls.get(random.nextInt(calls.size()));
  }

  private static Call edited(Call from, Random random, int edits) {
    Call to = from.copy();
    for (int i = 0; i < edits; i++) {
      List<Call> all = to.all();
      Call at = any(all, random);
      int place = random.nextInt(at.callees.size() + 1);
      boolean leaf = at.callees.isEmpty();
      switch (random.nextInt(6)) {
        case 0 -> at.self += 1 + random.nextInt(100);
        case 1 -> at.callees.add(place, Calls.random(random, 1 + random.nextInt(5)));
        case 2 -> {
          if (!leaf) {
            at.callees.remove(Math.min(place, at.callees.size() - 1));
          }
        }
        case 3 -> Collections.shuffle(at.callees, random);
        case 4 -> at.callees.add(place, any(all, random).copy());
        default -> {
          Call wrapper = new Call("wrapper", 2);
          wrapper.callees.addAll(at.callees);
          at.callees.clear();
          at.callees.add(wrapper);
        }
      }
    }
    return to;
  }

  @Property(tries = 400)
  void theScriptMakesOneRunOfTheOther(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int size) {
    Random random = new Random(seed);
    Call a = Calls.random(random, size);
    new Check(a, edited(a, random, random.nextInt(8))).all();
    new Check(a, Calls.random(random, size)).all();
  }

  @Property(tries = 100)
  void aRunNeedsNoScriptAgainstItself(@ForAll long seed) {
    Call a = Calls.random(new Random(seed), 300);
    assertEquals(0, Calls.script(Calls.forest(a), Calls.forest(a.copy())).size());
  }

  // ---- single edits are found as what they are

  private static Call any(Call root, Random random) {
    return any(root.all(), random);
  }

  private static Edit only(Call a, Call b) {
    Check check = new Check(a, b);
    check.all();
    assertEquals(1, check.script.size(), () -> check.script.steps().toString());
    return check.script.get(0);
  }

  @Property(tries = 300)
  void oneCallMoreOrFewerIsOneEdit(@ForAll long seed) {
    Random random = new Random(seed);
    Call a = Calls.random(random, 150);
    Call b = a.copy();
    Call extra = Calls.random(random, 1 + random.nextInt(10));
    Call caller = any(b, random);
    caller.callees.add(random.nextInt(caller.callees.size() + 1), extra);
    Edit more = only(a, b);
    assertEquals(Edit.Kind.APPEARED, more.kind());
    assertEquals(extra.inclusive(), more.b());
    assertEquals("root", more.path().getLast());
    Edit fewer = only(b, a);
    assertEquals(Edit.Kind.VANISHED, fewer.kind());
    assertEquals(extra.inclusive(), fewer.a());
    assertEquals(more.path(), fewer.path());
    assertEquals(more.clockA(), fewer.clockB());
    assertEquals(more.clockB(), fewer.clockA());
  }

  @Property(tries = 200)
  void aCallMadeTwiceIsFoundAsSuch(@ForAll long seed) {
    Random random = new Random(seed);
    Call a = Calls.random(random, 150);
    Call b = a.copy();
    Call caller = any(b, random);
    while (caller.callees.isEmpty()) {
      caller = any(b, random);
    }
    int place = random.nextInt(caller.callees.size());
    Call again = caller.callees.get(place).copy();
    caller.callees.add(place, again);
    Edit edit = only(a, b);
    assertEquals(Edit.Kind.APPEARED, edit.kind());
    assertEquals(again.name, edit.path().getLast());
    assertEquals(again.inclusive(), edit.change());
  }

  @Property(tries = 200)
  void aCallElsewhereHasMoved(@ForAll long seed) {
    Random random = new Random(seed);
    // Of calls of one function it is not sure which of them stand for each other.
    Call a = Calls.random(random, 150, 1 << 20);
    // Of calls that change places those that weigh least have moved: two others weigh more.
    Call mover = new Call("mover", 2, new Call("below", 3));
    Call b = a.copy();
    List<Call> places = a.all();
    int from = random.nextInt(places.size());
    int to = random.nextInt(places.size());
    places.get(from).callees.addFirst(mover);
    b.all().get(to).callees.add(mover.copy());
    Check check = new Check(a, b);
    check.all();
    if (from != to || places.get(from).callees.size() > 1) {
      assertEquals(1, check.script.size(), () -> check.script.steps().toString());
      Edit edit = check.script.get(0);
      // Past a single other call it may be that one that moved.
      assertEquals(Edit.Kind.MOVED, edit.kind(), () -> check.script.steps().toString());
      assertEquals(0, edit.change());
    }
  }

  @Example
  void callsThatWeighLessHaveMovedPastOneThatWeighsMore() {
    Call dear = new Call("dear", 1_000);
    Call x = new Call("x", 1);
    Call y = new Call("y", 1);
    Check check = new Check(new Call("main", 5, dear, x, y), new Call("main", 5, x, y, dear));
    check.tells(List.of(Edit.Kind.MOVED, Edit.Kind.MOVED), List.of(0L, 0L));
    check.all();
  }

  @Example
  void oneOfManyCallsThatCostsTenTimesIsFound() {
    Call a = new Call("main", 5);
    Call b = new Call("main", 5);
    for (int i = 1; i <= 500; i++) {
      a.callees.add(new Call("bar", 100 + i % 3));
      b.callees.add(new Call("bar", i == 37 ? 1010 : 100 + i % 3));
    }
    Edit edit = only(a, b);
    assertEquals(Edit.Kind.CHANGED, edit.kind());
    assertEquals(List.of("main", "bar"), edit.path());
    assertEquals(37, edit.ordinalA());
    assertEquals(37, edit.ordinalB());
    assertEquals(101, edit.a());
    assertEquals(1010, edit.b());
    // 5 of its own and 36 calls of 100, 101, 102 and so on.
    assertEquals(5 + 36 * 101, edit.clockA());
    assertEquals(5 + 36 * 101, edit.sameBefore());
  }

  @Example
  void callsStandForThoseThatAreMostLikeThem() {
    Call a = new Call("main", 5, new Call("bar", 100), new Call("bar", 3000));
    Call b =
        new Call("main", 5, new Call("bar", 3100), new Call("bar", 110), new Call("bar", 3020));
    Check check = new Check(a, b);
    check.all();
    assertEquals(
        List.of(3100L, 10L, 20L),
        check.script.steps().stream().map(EditScript.Step::change).toList());
  }

  @Example
  void callsThatChangeAlikeAreOneEdit() {
    Call a = new Call("main", 5);
    Call b = new Call("main", 5);
    for (int i = 0; i < 90; i++) {
      a.callees.add(new Call(i % 3 == 0 ? "other" : "bar", 100 + i));
      b.callees.add(new Call(i % 3 == 0 ? "other" : "bar", 100 + i + (i % 3 == 0 ? 0 : 20)));
    }
    b.callees.get(50).self += 7;
    Check check = new Check(a, b);
    check.all();
    assertEquals(3, check.script.size());
    assertEquals(33, check.script.get(0).calls());
    assertEquals(33 * 20, check.script.get(0).change());
    assertEquals(27, check.script.get(1).change());
    assertEquals(34, check.script.get(1).ordinalA());
    assertEquals(60 * 20 + 7, check.script.change());
  }

  /** Its calls stand for each other in their order, though some cost what others did. */
  @Property(tries = 50)
  void theCallsOfAFunctionThatWasWrittenAnewAreOneEdit(
      @ForAll long seed, @ForAll @IntRange(min = 60, max = 1500) int calls) {
    Random random = new Random(seed);
    Call a = new Call("root", 100);
    Call b = new Call("root", 100);
    long change = 0;
    for (int i = 0; i < calls; i++) {
      Call mix = new Call("mix", 12);
      int before = 100 + random.nextInt(20);
      int now = i % 20 == 0 ? 103 : 200 + random.nextInt(4000);
      now += now == before ? 1 : 0;
      change += now - before;
      a.callees.addAll(List.of(mix, new Call("find", before)));
      b.callees.addAll(List.of(mix, new Call("find", now)));
    }
    EditScript script = Calls.script(Calls.forest(a), Calls.forest(b));
    assertEquals(1, script.size());
    Edit edit = script.get(0);
    assertEquals(List.of("root", "find"), edit.path());
    assertEquals(calls, edit.calls());
    assertEquals(change, edit.change());
    assertEquals(1, edit.ordinalA());
    assertEquals(1, edit.ordinalB());
  }

  @Example
  void theSameCallsInAnotherOrderDiffer() {
    Call a = new Call("main", 1, new Call("open", 10), new Call("read", 30), new Call("shut", 7));
    Call b = new Call("main", 1, new Call("shut", 7), new Call("open", 10), new Call("read", 30));
    Edit edit = only(a, b);
    assertEquals(Edit.Kind.MOVED, edit.kind());
    assertEquals("shut", edit.path().getLast());
  }

  @Example
  void aCallThroughANewFunctionIsFoundAgainInIt() {
    Call inner = new Call("work", 50, new Call("leaf", 400), new Call("leaf", 300));
    Call other = new Call("work", 55, new Call("leaf", 400), new Call("leaf", 300));
    Call a = new Call("main", 1, new Call("first", 9), inner);
    Call b = new Call("main", 1, new Call("first", 9), new Call("outer", 3, other));
    Check check = new Check(a, b);
    check.all();
    check.tells(
        List.of(Edit.Kind.APPEARED, Edit.Kind.MOVED, Edit.Kind.CHANGED), List.of(3L, 0L, 5L));
  }

  /** What lies in a call that did the same stays there, though that call is in one that moved. */
  @Example
  void nothingMovesOutOfWhatIsTheSame() {
    Call part = new Call("part", 300);
    Call a = new Call("main", 1, new Call("work", 50, new Call("leaf", 100, part)));
    Call b =
        new Call(
            "main",
            1,
            new Call("outer", 3, new Call("work", 55, new Call("leaf", 100, part))),
            new Call("extra", 2, part));
    Check check = new Check(a, b);
    check.all();
    check.tells(
        List.of(Edit.Kind.APPEARED, Edit.Kind.MOVED, Edit.Kind.CHANGED, Edit.Kind.APPEARED),
        List.of(3L, 0L, 5L, 302L));
    new Check(b, a).all();
  }

  /** A call that moved and changed does not hold what B makes elsewhere. */
  @Example
  void whatACallThatMovedNoLongerMakesMayHaveMovedOn() {
    Call part = new Call("part", 300);
    Call a = new Call("main", 1, new Call("work", 700, part), new Call("last", 4));
    Call b =
        new Call(
            "main",
            1,
            new Call("last", 4),
            new Call("outer", 3, new Call("work", 700)),
            new Call("extra", 2, part));
    Check check = new Check(a, b);
    check.all();
    check.tells(
        List.of(Edit.Kind.APPEARED, Edit.Kind.MOVED, Edit.Kind.APPEARED, Edit.Kind.MOVED),
        List.of(3L, 0L, 2L, 0L));
    new Check(b, a).all();
  }

  @Example
  void callsThatVanishTogetherAreOneEdit() {
    Call a = new Call("main", 1, new Call("go", 5));
    Call b = new Call("main", 1, new Call("go", 5));
    for (int i = 0; i < 12; i++) {
      a.callees.add(new Call("print", 20 + i));
    }
    Edit edit = only(a, b);
    assertEquals(12, edit.calls());
    assertEquals(12 * 20 + 66, edit.a());
  }

  // ---- interrupts

  @Property(tries = 200)
  void anInterruptChangesNothing(@ForAll long seed) {
    Random random = new Random(seed);
    Call a = Calls.random(random, 120);
    Call b = edited(a, random, random.nextInt(5));
    Call hit = b.copy();
    Call interrupt = new Call("!timer", 40, Calls.random(random, 8), new Call("!nested", 9));
    Call caller = any(hit, random);
    caller.callees.add(random.nextInt(caller.callees.size() + 1), interrupt);
    Check before = new Check(a, b);
    Check after = new Check(a, hit);
    assertEquals(before.script.size(), after.script.size());
    for (int i = 0; i < before.script.size(); i++) {
      EditScript.Step x = before.script.steps().get(i);
      EditScript.Step y = after.script.steps().get(i);
      assertEquals(x.kind(), y.kind());
      assertEquals(x.change(), y.change());
      assertEquals(x.calls(), y.calls());
      assertEquals(x.clockA(), y.clockA());
    }
    assertEquals(before.b.hash(0), after.b.hash(0));
  }

  // ---- bounds

  @Property(tries = 60)
  void fewerCallsAreKeptButNothingIsLost(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 300) int most) {
    Random random = new Random(seed);
    Call left = Calls.random(random, 2000);
    Call right = edited(left, random, 5);
    CallRecorder x = Calls.recorded(left, most);
    CallRecorder y = Calls.recorded(right, most);
    assertTrue(x.size() <= most);
    long least = Math.max(x.least(), y.least());
    CallForest a = Calls.forest(x, least);
    CallForest b = Calls.forest(y, least);
    CallForest whole = Calls.forest(left);
    assertEquals(whole.hash(0), a.hash(0), "a hash covers what is not kept");
    assertEquals(whole.inclusive(0), a.inclusive(0));
    // The calls that are kept are those that cost enough, in their order.
    List<String> expected = new ArrayList<>();
    for (int n = 1; n < whole.size(); n++) {
      if (whole.inclusive(n) >= least) {
        expected.add(whole.key(n) + " " + whole.inclusive(n) + " " + whole.entered(n));
      }
    }
    List<String> found =
        IntStream.range(1, a.size())
            .mapToObj(n -> a.key(n) + " " + a.inclusive(n) + " " + a.entered(n))
            .toList();
    assertEquals(expected, found);
    assertEquals(right.inclusive() - left.inclusive(), Calls.script(a, b).change());
  }

  private static void quick(Call a, Call b, long change) {
    assertTimeout(
        Duration.ofSeconds(300),
        () -> {
          EditScript script = Calls.script(Calls.forest(a), Calls.forest(b));
          assertEquals(change, script.change());
          script.largest(10);
        });
  }

  private static Call wide(int count, java.util.function.IntFunction<Call> callee) {
    Call root = new Call("root", 1);
    for (int i = 0; i < count; i++) {
      root.callees.add(callee.apply(i));
    }
    return root;
  }

  @Example
  void longSequencesTakeNoLongTime() {
    Random random = new Random(1);
    // All the same; all different; one function at random costs; two functions by turns.
    quick(wide(MANY, i -> new Call("f", 5)), wide(MANY - 7, i -> new Call("f", 5)), -35);
    quick(wide(MANY, i -> new Call("f" + i % 1000, 5)), wide(MANY, i -> new Call("g", 5)), 0);
    Call a = wide(MANY, i -> new Call("f", 1000 + random.nextInt(1000)));
    Call b = wide(MANY / 3, i -> new Call("f", 1000 + random.nextInt(1000)));
    quick(a, b, b.inclusive() - a.inclusive());
    Call c = wide(MANY, i -> new Call(i % 2 == 0 ? "f" : "g", 1 + random.nextInt(3)));
    Call d = wide(MANY, i -> new Call(i % 2 == 0 ? "g" : "f", 1 + random.nextInt(3)));
    quick(c, d, d.inclusive() - c.inclusive());
    quick(wide(3, i -> new Call("f", 1 + i)), a, a.inclusive() - 7);
  }

  @Example
  void oneEditInALongSequenceIsFoundWhereItIs() {
    Random random = new Random(2);
    Call a = wide(MANY, i -> new Call("f" + random.nextInt(40), 1 + random.nextInt(50)));
    Call b = a.copy();
    b.callees.add(60_000, new Call("new", 7));
    b.callees.remove(20_000);
    b.callees.get(80_000).self += 5;
    EditScript script = Calls.script(Calls.forest(a), Calls.forest(b));
    assertEquals(
        List.of(Edit.Kind.VANISHED, Edit.Kind.APPEARED, Edit.Kind.CHANGED),
        script.steps().stream().map(EditScript.Step::kind).toList());
  }

  @Example
  void deepStacksAreNoRecursion() {
    Call a = new Call("f", 1);
    Call b = new Call("f", 2);
    for (int i = 0; i < 16_000; i++) {
      a = new Call("f", 1, a);
      b = new Call("f", 1, b);
    }
    CallForest x = Calls.forest(a.callees.get(0));
    assertEquals(16_000, x.path(x.size() - 1).length);
    Edit edit = Calls.script(x, Calls.forest(b.callees.get(0))).get(0);
    assertEquals(16_000, edit.path().size());
    assertEquals(1, edit.change());
  }
}

package bbt.reconstruct.diff.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.diff.align.FrameKeys;
import bbt.reconstruct.diff.align.TaskPair;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.profile.TreeBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Who is the cause of what changed: the function that does otherwise itself, and nobody else. */
class CausesTest {
  /** A run's call paths: {@code main/f/g}; a trap's name stands in brackets. */
  private static final class Run {
    private final List<ProfileFrame> frames = new ArrayList<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final TreeBuilder tree = TreeBuilder.unbounded(false);

    Run() {
      frames.add(ProfileFrame.ALL);
      frames.add(ProfileFrame.TRUNCATED);
    }

    private int number(String name, boolean task) {
      return numbers.computeIfAbsent(
          name,
          k -> {
            ProfileFrame.Kind kind =
                task
                    ? ProfileFrame.Kind.TASK
                    : k.equals("[timer]")
                        ? ProfileFrame.Kind.INTERRUPT
                        : k.startsWith("[") ? ProfileFrame.Kind.MMU : ProfileFrame.Kind.USER;
            String title = k.replace("[", "").replace("]", "");
            frames.add(new ProfileFrame(kind, title, "prog", 0, 0));
            return frames.size() - 1;
          });
    }

    /** Adds calls of a path, with their own instructions in all. */
    Run path(String path, long calls, long self) {
      int node = tree.child(TreeBuilder.ROOT, number("task", true));
      for (String name : path.split("/")) {
        node = tree.child(node, number(name, false));
      }
      tree.called(node, calls);
      tree.add(node, self);
      return this;
    }

    CallTree tree() {
      return CallTree.of(frames, tree);
    }
  }

  private static DiffTree tree(Run a, Run b) {
    FrameKeys keys = new FrameKeys();
    TraceSymbols none = new TraceSymbols(RiscvIsa.RV64);
    TaskProfile task = new TaskProfile(0, 1, 7, "task", 0, 0, 0, 1, 0);
    return DiffTree.of(
        a.tree(),
        keys.run(none),
        b.tree(),
        keys.run(none),
        keys,
        List.of(new TaskPair(task, task)));
  }

  private static List<ChangeCause> causes(Run a, Run b) {
    DiffTree tree = tree(a, b);
    List<ChangeCause> causes = Causes.of(tree);
    long change = tree.inclusiveB(DiffTree.ROOT) - tree.inclusiveA(DiffTree.ROOT);
    long told = causes.stream().mapToLong(ChangeCause::change).sum();
    assertTrue(Math.abs(change - told) <= causes.size(), change + ": " + causes);
    return causes;
  }

  private static ChangeCause only(Run a, Run b) {
    List<ChangeCause> causes = causes(a, b);
    assertEquals(1, causes.size(), causes::toString);
    return causes.getFirst();
  }

  /** A program of which everything below changes one thing. */
  private static Run usual() {
    return new Run()
        .path("main", 1, 50)
        .path("main/parse", 10, 1000)
        .path("main/parse/next", 2000, 30_000)
        .path("main/report", 1, 200)
        .path("main/report/next", 5, 75);
  }

  @Example
  void aLeafIsTheCauseAndNoneOfItsCallers() {
    Run b =
        new Run()
            .path("main", 1, 50)
            .path("main/parse", 10, 1000)
            .path("main/parse/next", 2000, 90_000)
            .path("main/report", 1, 200)
            .path("main/report/next", 5, 225);
    ChangeCause c = only(usual(), b);
    assertEquals("next", c.name());
    assertEquals(2005, c.callsA());
    assertEquals(2005, c.callsB());
    assertEquals(15, c.eachA());
    assertEquals(45, c.eachB());
    assertEquals(60_150, c.change());
    assertEquals(List.of("task (pid 7)", "main", "parse", "next"), c.path());
    assertEquals(List.of(), c.callees());
  }

  @Example
  void whoCallsMoreOftenIsTheCauseNotWhatIsCalled() {
    Run b =
        new Run()
            .path("main", 1, 50)
            .path("main/parse", 10, 1000)
            .path("main/parse/next", 5000, 75_000)
            .path("main/report", 1, 200)
            .path("main/report/next", 5, 75);
    ChangeCause c = only(usual(), b);
    assertEquals("parse", c.name());
    assertEquals(45_000, c.change());
    assertEquals(List.of(new ChangeCause.Callee("next", false, 2000, 5000, 45_000)), c.callees());
    assertEquals(100, c.eachB());
  }

  /** All below a caller that is called more often is called more often: the outermost is it. */
  @Example
  void whatIsCalledMoreOftenInTurnIsNoCause() {
    Run b =
        new Run()
            .path("main", 1, 50)
            .path("main/parse", 20, 2000)
            .path("main/parse/next", 4000, 60_000)
            .path("main/report", 1, 200)
            .path("main/report/next", 5, 75);
    ChangeCause c = only(usual(), b);
    assertEquals("main", c.name());
    assertEquals(List.of(new ChangeCause.Callee("parse", false, 10, 20, 31_000)), c.callees());
  }

  @Example
  void whatChangedInTwoPlacesIsTwoRows() {
    Run b =
        new Run()
            .path("main", 1, 50)
            .path("main/parse", 10, 1500)
            .path("main/parse/next", 2000, 30_000)
            .path("main/report", 1, 100)
            .path("main/report/next", 5, 75);
    List<ChangeCause> causes = causes(usual(), b);
    assertEquals(List.of("parse", "report"), causes.stream().map(ChangeCause::name).toList());
    assertEquals(List.of(500L, -100L), causes.stream().map(ChangeCause::change).toList());
  }

  @Example
  void aFunctionOfAnotherNameIsNoCause() {
    Run b =
        new Run()
            .path("main", 1, 50)
            .path("main/parse", 10, 1000)
            .path("main/parse/following", 2000, 30_000)
            .path("main/report", 1, 200)
            .path("main/report/following", 5, 75);
    assertEquals(List.of(), causes(usual(), b));
  }

  @Example
  void whereAFunctionIsInlinedItsCallerHasTheDifference() {
    Run b =
        new Run()
            .path("main", 1, 50)
            .path("main/parse", 10, 1000 + 22_000)
            .path("main/report", 1, 200)
            .path("main/report/next", 5, 75);
    ChangeCause c = only(usual(), b);
    assertEquals("parse", c.name());
    assertEquals(-8000, c.change());
    assertEquals(2300, c.eachB());
    assertEquals(List.of(new ChangeCause.Callee("next", false, 2000, 0, -30_000)), c.callees());
  }

  @Example
  void aRecursionThatGoesDeeperCallsItselfMoreOften() {
    Run a = new Run().path("main", 1, 5).path("main/f", 1, 10).path("main/f/f", 2, 20);
    Run b =
        new Run()
            .path("main", 1, 5)
            .path("main/f", 1, 10)
            .path("main/f/f", 2, 20)
            .path("main/f/f/f", 4, 40);
    ChangeCause c = only(a, b);
    assertEquals("f", c.name());
    assertEquals(3, c.callsA());
    assertEquals(7, c.callsB());
    assertEquals(40, c.change());
    assertEquals(List.of(new ChangeCause.Callee("f", false, 2, 6, 40)), c.callees());
  }

  /** The handler of a trap is entered, not called, as often as the trap is taken. */
  @Example
  void aTrapTakenMoreOftenIsWhatTheFunctionDoes() {
    Run a =
        new Run().path("main", 1, 5).path("main/[fault]", 3, 0).path("main/[fault]/handler", 0, 30);
    Run b =
        new Run().path("main", 1, 5).path("main/[fault]", 4, 0).path("main/[fault]/handler", 0, 40);
    ChangeCause c = only(a, b);
    assertEquals("main", c.name());
    assertEquals(List.of(new ChangeCause.Callee("[fault]", true, 3, 4, 10)), c.callees());
  }

  /** Interrupts are one row, behind all others: where they come is chance. */
  @Example
  void interruptsStandBehindAllOthers() {
    Run a = usual().path("[timer]", 1, 5).path("[timer]/tick", 1, 1000);
    Run b = usual().path("main/parse", 0, 7).path("[timer]", 2, 10).path("[timer]/tick", 2, 9000);
    List<ChangeCause> causes = causes(a, b);
    assertEquals(List.of("parse", "[timer]"), causes.stream().map(ChangeCause::name).toList());
    assertEquals(ChangeCause.Kind.INTERRUPT, causes.getLast().kind());
    assertEquals(8005, causes.getLast().change());
  }

  // ---- programs whose functions do the same in each call

  /** Function i has so many instructions, and calls j so often, j above i. */
  private record Program(int[] self, int[][] times) {
    Run run() {
      Run run = new Run();
      add(run, "f0", 0, 1);
      return run;
    }

    private void add(Run run, String path, int f, long calls) {
      run.path(path, calls, calls * self[f]);
      for (int g = f + 1; g < self.length; g++) {
        if (times[f][g] > 0) {
          add(run, path + "/f" + g, g, calls * times[f][g]);
        }
      }
    }
  }

  private static Program program(Random random, int size) {
    Program p = new Program(new int[size], new int[size][size]);
    for (int f = 0; f < size; f++) {
      p.self[f] = 1 + random.nextInt(100);
      for (int g = f + 1; g < size; g++) {
        p.times[f][g] = Math.max(0, random.nextInt(5) - 1);
      }
    }
    return p;
  }

  /** Whatever functions are written anew: nobody else is a cause, and all is told. */
  @Property
  void theFunctionsThatChangedAreTheCauses(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 7) int size) {
    Random random = new Random(seed);
    Program a = program(random, size);
    Program b = program(random, size);
    Set<String> changed = new TreeSet<>();
    for (int f = 0; f < size; f++) {
      if (random.nextInt(3) == 0) {
        changed.add("f" + f);
      } else {
        b.self[f] = a.self[f];
        b.times[f] = a.times[f];
      }
    }
    Set<String> named = new TreeSet<>();
    causes(a.run(), b.run()).forEach(c -> named.add(c.name()));
    assertTrue(changed.containsAll(named), changed + ": " + named);
    if (changed.isEmpty()) {
      assertEquals(Set.of(), named);
    }
  }
}

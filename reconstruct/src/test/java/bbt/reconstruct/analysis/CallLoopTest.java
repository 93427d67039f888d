package bbt.reconstruct.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.code.Block;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.HartProfile;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.select.PositionSpecification;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.stack.StackProbe;
import bbt.reconstruct.testing.CallLoopTrace;
import bbt.reconstruct.testing.SpinTrace;
import bbt.reconstruct.walk.flow.ClockedListener;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.FlowPair;
import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A loop of calls that never return, and leave nothing in the trace, is added up: all that is made
 * of it is what going round each time makes.
 */
@Timeout(300)
class CallLoopTest {
  private static final CostModel COSTS = costs();

  @TempDir private Path folder;

  private static CostModel costs() {
    try {
      return CostModel.parse("test", List.of("default 2", "jump 5", "trap 7"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Report report(
      Path trace, Selection selection, boolean costs, boolean each, ReportPart... wants)
      throws IOException {
    Analysis analysis = new Analysis(trace).selection(selection).want(wants);
    if (costs) {
      analysis.costs(COSTS);
    }
    if (each) {
      analysis.flow(new FlowListener() {}); // it wants to be told of each round
    }
    return analysis.run();
  }

  /** Everything that a report says of the execution, line by line. */
  private static List<String> lines(Report report) {
    Profile p = report.profile();
    List<String> all = new ArrayList<>();
    all.add(report.problems().toString());
    all.add(p.instructions() + " instructions, " + p.cycles() + " cycles");
    p.functions().stream().map(Object::toString).sorted().forEach(all::add);
    p.tasks().stream().map(TaskProfile::toString).forEach(all::add);
    for (HartProfile h : p.harts()) {
      all.add("hart " + h.number() + ": " + h.instructions() + ", " + h.cycles() + " cycles");
    }
    CallTree tree = p.tree();
    for (int i = 0; tree != null && i < tree.size(); i++) {
      all.add(
          List.of(
                  tree.depth(i),
                  tree.frame(i),
                  tree.self(i),
                  tree.calls(i),
                  tree.cycles(i),
                  tree.inclusive(i))
              .toString());
    }
    if (report.code() != null) {
      for (FunctionCode f : report.code().functions()) {
        for (Block block : f.blocks()) {
          all.add(f.name() + " " + block.address() + ": " + block.executions());
        }
      }
    }
    for (int bin = 0; p.timeline() != null && bin < p.timeline().bins(); bin++) {
      all.add(p.timeline().clock(bin) + ": " + p.timeline().lanes().get(0).instructions(bin));
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void itIsCountedAsOneByOne(long seed) throws IOException {
    Path file = folder.resolve("calls.bbt");
    Random random = new Random(seed);
    int lines = 1 + random.nextInt(seed % 2 == 0 ? 4 : 30);
    long instructions = 15_000_000 + random.nextInt(1000);
    List<String> names = CallLoopTrace.write(file, seed, lines, instructions, true);
    Selection selection =
        switch (random.nextInt(3)) {
          case 0 -> Selection.ALL;
          case 1 ->
              Selection.window(
                  new PositionSpecification.Instruction(9_000_000 + random.nextInt(100)),
                  new PositionSpecification.Instruction(14_000_000 + random.nextInt(100)));
          default ->
              names.isEmpty()
                  ? Selection.ALL
                  : new Selection(
                      null, null, List.of(), Set.of(), List.of(names.getLast()), Set.of());
        };
    boolean costs = random.nextBoolean();
    List<ReportPart> wants = new ArrayList<>(List.of(ReportPart.values()));
    wants.removeIf(want -> random.nextInt(3) == 0);
    ReportPart[] chosen = wants.toArray(new ReportPart[0]);
    Report report = report(file, selection, costs, false, chosen);
    assertEquals(List.of(), report.problems());
    assertEquals(lines(report(file, selection, costs, true, chosen)), lines(report));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 3", "3, 40", "4, 100"})
  void quintillionsOfCallsTakeNoTime(long seed, int lines) throws IOException {
    Path file = folder.resolve("calls.bbt");
    CallLoopTrace.write(file, seed, lines, 1L << 55, false);
    Report report = report(file, Selection.ALL, true, false, ReportPart.values());
    assertEquals(List.of(), report.problems());
    assertTrue(report.profile().instructions() > 1L << 55);
    assertEquals(report.profile().instructions(), report.code().instructions());
  }

  /** A bound for each who keeps something of every call, as an export and a re-execution do. */
  @Test
  void whoKeepsEachCallIsToldSixteenMillionRoundsAndNoMore() throws IOException {
    Path file = folder.resolve("calls.bbt");
    long[] told = new long[1];
    FlowListener keeper =
        new FlowListener() {
          @Override
          public void call(long retired, Step from, Step to, long target, long link) {
            told[0]++;
          }

          @Override
          public Rounds rounds(long retired) {
            return Rounds.EACH;
          }
        };
    CallLoopTrace.write(file, 2, 3, 1 << 24, false);
    Report report = new Analysis(file).flow(keeper).run();
    assertEquals(List.of(), report.problems());
    assertTrue(told[0] > 1 << 20, told[0] + " calls");
    told[0] = 0;
    CallLoopTrace.write(file, 2, 3, 3 << 26, false);
    FlowListener clocked = new FlowPair(keeper, new ClockedListener() {});
    String problems = new Analysis(file).flow(clocked).run().problems().toString();
    assertTrue(problems.contains("times: too often to be told one by one"), problems);
    assertTrue(told[0] < 1 << 24, told[0] + " calls");
  }

  /** Without calls each round was told to a cost model. */
  @Test
  void cyclesOfALoopWithoutCallsAreAddedUp() throws IOException {
    Path file = folder.resolve("spin.bbt");
    SpinTrace.write(file, 3, 1L << 55, false, true);
    Report report = report(file, Selection.ALL, true, false);
    assertEquals(List.of(), report.problems());
    assertTrue(report.profile().cycles() > 2 * (1L << 55));
  }

  @Test
  void theStackOfAMomentIsTheOneThatGoingRoundMakes() throws IOException {
    Path file = folder.resolve("calls.bbt");
    CallLoopTrace.write(file, 5, 7, 20_000_000, true);
    TraceSymbols symbols = TraceSymbols.read(file, BinaryFiles.NONE);
    StackProbe.Moment moment = new StackProbe.Moment(0, 19_500_003, 19_500_003, 0);
    StackProbe each = new StackProbe(symbols.guest().traps(), moment, 0);
    StackProbe added = new StackProbe(symbols.guest().traps(), moment, 0);
    new Analysis(file).chunks(added::chunk).flow(added).run();
    FlowListener oneByOne = new FlowPair(each, new FlowListener() {});
    new Analysis(file).chunks(each::chunk).flow(oneByOne).run();
    assertTrue(each.frames().size() > 10);
    assertEquals(each.frames(), added.frames());
    assertEquals(each.frames(), StackProbe.walk(file, symbols, moment, 0));
  }
}

package bbt.reconstruct.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ExceptionKind;
import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.HartProfile;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.profile.TimelineChecks;
import bbt.reconstruct.profile.TreeChecks;
import bbt.reconstruct.report.TextReport;
import bbt.reconstruct.select.PositionSpecification;
import bbt.reconstruct.select.Privilege;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.select.SelectionException;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.TinyTrace;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of whole trace files. */
class AnalysisTest {
  private static final String[] COSTS = {
    "name test",
    "alu 2",
    "load 3",
    "jump 5",
    "jump-register 7",
    "branch-taken 11",
    "branch-not-taken 13",
    "system 17",
    "csr 19",
    "trap 23"
  };

  @TempDir private Path folder;

  private Path random(long seed, int harts) throws IOException {
    Path trace = folder.resolve("trace.bbt");
    new RandomGuest(seed).run(trace, true, 3000, harts);
    return trace;
  }

  private static Report report(Path trace, Selection selection, CostModel costs)
      throws IOException {
    Report report =
        new Analysis(trace)
            .want(ReportPart.TREE, ReportPart.TIMELINE)
            .selection(selection)
            .costs(costs)
            .run();
    assertEquals(List.of(), report.problems());
    TreeChecks.agrees(report.profile());
    TimelineChecks.agrees(report.profile());
    return report;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aCycleAnInstructionIsWhatInstructionsAre(int harts) throws IOException {
    CostModel one = CostModel.parse("one", List.of("default 1"));
    Profile p = report(random(harts, harts), Selection.ALL, one).profile();
    assertEquals(p.instructions(), p.cycles());
    for (FunctionProfile f : p.functions()) {
      assertEquals(
          List.of(f.self(), f.inclusive()), List.of(f.cycles(), f.inclusiveCycles()), f.name());
    }
    for (TaskProfile t : p.tasks()) {
      assertEquals(t.instructions(), t.cycles(), t.title());
    }
    for (HartProfile h : p.harts()) {
      assertEquals(h.instructions(), h.cycles());
    }
    for (CallTree tree : List.of(p.tree(), p.taskTree())) {
      for (int n = 0; n < tree.size(); n++) {
        assertEquals(tree.self(n), tree.cycles(n));
        assertEquals(tree.inclusive(n), tree.inclusiveCycles(n));
      }
    }
    p.costs().stream()
        .filter(c -> c.self().sum() > 1 || c.inclusiveCycles() > 0)
        .forEach(
            c -> {
              if (!c.name().startsWith("firmware")) {
                assertEquals(c.self().sum(), c.cycles(), c.name());
                assertEquals(c.inclusive().sum(), c.inclusiveCycles(), c.name());
              }
            });
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "3,3", "4,2"})
  void cyclesAreThoseOfWhatTheGuestExecuted(long seed, int harts) throws IOException {
    CostModel costs = CostModel.parse("test", List.of(COSTS));
    Path trace = folder.resolve("trace.bbt");
    RandomGuest guest = new RandomGuest(seed);
    guest.run(trace, true, 3000, harts);
    long expected = 0;
    for (Map.Entry<RandomGuest.Place, Long> e : guest.executed.entrySet()) {
      expected += e.getValue() * costs.cycles(RiscvIsa.RV64.row(e.getKey().bits()));
    }
    for (Map.Entry<RandomGuest.Place, Long> e : guest.taken.entrySet()) {
      expected += e.getValue() * (11 - 13);
    }
    Profile p = report(trace, Selection.ALL, costs).profile();
    // A call of firmware is an instruction, and no trap is taken.
    long firmware = p.exceptions().count(ExceptionKind.FIRMWARE);
    expected += (guest.traps.size() - firmware) * 23;
    assertEquals(expected, p.cycles());
    assertEquals(expected, p.tree().inclusiveCycles(CallTree.ROOT));
    assertEquals(expected, p.functions().stream().mapToLong(FunctionProfile::cycles).sum());
    assertEquals(expected, p.tasks().stream().mapToLong(TaskProfile::cycles).sum());
  }

  @ParameterizedTest
  @CsvSource({"1,1,1000", "2,1,1", "3,3,1777", "4,2,2999", "5,4,1"})
  void windowsOfAFileSumUp(long seed, int harts, long middle) throws IOException {
    CostModel costs = CostModel.parse("test", List.of(COSTS));
    Path trace = random(seed, harts);
    Profile whole = report(trace, Selection.ALL, costs).profile();
    PositionSpecification at = new PositionSpecification.Instruction(middle);
    Report first = report(trace, Selection.window(null, at), costs);
    Report second = report(trace, Selection.window(at, null), costs);
    assertEquals(middle, first.profile().instructions());
    assertEquals(whole.instructions() - middle, second.profile().instructions());
    assertEquals(whole.cycles(), first.profile().cycles() + second.profile().cycles());
    Map<String, Long> sum = TreeChecks.folded(first.profile().taskTree());
    TreeChecks.folded(second.profile().taskTree()).forEach((k, v) -> sum.merge(k, v, Long::sum));
    // Functions without symbols are named by the first page that a selection met: the same here.
    assertEquals(
        TreeChecks.folded(whole.taskTree()).values().stream().mapToLong(v -> v).sum(),
        sum.values().stream().mapToLong(v -> v).sum());
    assertEquals(first.traceInstructions(), whole.instructions());
    assertEquals(second.traceInstructions(), whole.instructions());
  }

  /** Executions by function and address. */
  private static Map<String, Long> code(Path trace, Selection selection) throws IOException {
    Report report = new Analysis(trace).want(ReportPart.CODE).selection(selection).run();
    Map<String, Long> lines = new java.util.TreeMap<>();
    report
        .code()
        .functions()
        .forEach(
            f ->
                f.blocks()
                    .forEach(
                        b ->
                            b.lines()
                                .forEach(
                                    l -> {
                                      String at = Long.toHexString(l.address());
                                      lines.merge(at, l.executions(), Long::sum);
                                      lines.merge(at + " taken", l.taken(), Long::sum);
                                    })));
    lines.values().removeIf(n -> n == 0);
    long executed =
        lines.entrySet().stream()
            .filter(e -> !e.getKey().endsWith("taken"))
            .mapToLong(Map.Entry::getValue)
            .sum();
    assertEquals(report.profile().instructions(), executed);
    assertEquals(report.profile().instructions(), report.code().instructions());
    return lines;
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,1000,1",
    "2,1,1,2",
    "6,1,1501,700",
    "3,3,1777,3",
    "4,2,2990,5",
    "5,4,1,900",
    "7,1,2000,4"
  })
  void blocksOfSelectionsSumUp(long seed, int harts, long middle, long length) throws IOException {
    Path trace = random(seed, harts);
    PositionSpecification one = new PositionSpecification.Instruction(middle);
    PositionSpecification two = new PositionSpecification.Instruction(middle + length);
    Map<String, Long> whole = code(trace, Selection.ALL);
    Map<String, Long> sum = new java.util.TreeMap<>();
    for (Selection part :
        List.of(
            Selection.window(null, one), Selection.window(one, two), Selection.window(two, null))) {
      code(trace, part).forEach((k, v) -> sum.merge(k, v, Long::sum));
    }
    TreeChecks.same(whole, sum);
    Map<String, Long> privileges = new java.util.TreeMap<>();
    for (Privilege each : List.of(Privilege.KERNEL, Privilege.USER)) {
      code(trace, new Selection(null, null, List.of(), Set.of(each), List.of(), Set.of()))
          .forEach((k, v) -> privileges.merge(k, v, Long::sum));
    }
    TreeChecks.same(whole, privileges);
  }

  /** What is executed in a window does not depend on where the walk began before it. */
  @ParameterizedTest
  @CsvSource({"1,1,0", "2,1,300", "3,1,700", "4,2,0", "5,2,300", "6,2,1000"})
  void aShortLeadTakesNothingFromTheWindow(long seed, int harts, long lead) throws IOException {
    Path trace = random(seed, harts);
    PositionSpecification from = new PositionSpecification.Instruction(2200L);
    PositionSpecification to = new PositionSpecification.Instruction(2800L);
    Selection whole = Selection.window(from, to);
    Selection part = new Selection(from, to, List.of(), Set.of(), List.of(), Set.of(), lead);
    Report one = report(trace, whole, null);
    Report two = report(trace, part, null);
    assertEquals(0, one.stacksFrom());
    assertEquals(0, one.totals().passed());
    long before = 2200L - lead - two.stacksFrom();
    assertTrue(two.stacksFrom() > 0 && before >= 0, "starts at " + two.stacksFrom());
    assertTrue(two.totals().passed() > 0);
    assertEquals(one.totals().frames(), two.totals().frames());
    assertEquals(one.totals().instructions(), two.totals().instructions());
    assertEquals(one.traceInstructions(), two.traceInstructions());
    assertEquals(one.profile().instructions(), two.profile().instructions());
    for (ExceptionKind kind : ExceptionKind.values()) {
      assertEquals(taken(one, kind), taken(two, kind), kind + "");
    }
    TreeChecks.same(code(trace, whole), code(trace, part));
    assertTrue(two.walked() < one.walked());
    assertTrue(text(two).contains("Call stacks known from"), text(two));
    assertTrue(text(two).contains("Frames passed over"));
  }

  private static long taken(Report report, ExceptionKind kind) {
    return report.profile().harts().stream().mapToLong(hart -> hart.exceptions(kind)).sum();
  }

  private static String text(Report report) {
    StringWriter out = new StringWriter();
    TextReport.print(
        report, new TextReport.Options(true, 10, 0, 0, 0, List.of()), new PrintWriter(out));
    return out.toString();
  }

  @Test
  void privilegesTimesAndTasksOfATrace() throws IOException {
    Path trace = folder.resolve("tiny.bbt");
    TinyTrace.write(trace);
    assertEquals(23, report(trace, Selection.ALL, null).profile().instructions());
    Selection user =
        new Selection(null, null, List.of(), Set.of(Privilege.USER), List.of(), Set.of());
    assertEquals(13, report(trace, user, null).profile().instructions());
    Selection leaf = new Selection(null, null, List.of(), Set.of(), List.of("leaf"), Set.of());
    assertEquals(7, report(trace, leaf, null).profile().instructions(), "its page fault included");
    Selection prog = new Selection(null, null, List.of("prog"), Set.of(), List.of(), Set.of());
    assertEquals(23, report(trace, prog, null).profile().instructions());
    Selection pid = new Selection(null, null, List.of("1"), Set.of(), List.of(), Set.of());
    assertEquals(23, report(trace, pid, null).profile().instructions());
    // The guest waits a second at its very end.
    Selection time = Selection.window(null, PositionSpecification.parse("500ms"));
    assertEquals(23, report(trace, time, null).profile().instructions());
    Selection half = Selection.window(null, PositionSpecification.parse("50%"));
    assertEquals(12, report(trace, half, null).profile().instructions());
    Selection nanos =
        Selection.window(PositionSpecification.parse("5ns"), PositionSpecification.parse("9ns"));
    assertEquals(4, report(trace, nanos, null).profile().instructions());
  }

  @Test
  void whatATraceDoesNotHaveIsSaid() throws IOException {
    Path trace = folder.resolve("tiny.bbt");
    TinyTrace.write(trace);
    refused(
        trace,
        new Selection(null, null, List.of("nobody"), Set.of(), List.of(), Set.of()),
        "no task is called 'nobody' in this trace; there are prog");
    refused(
        trace,
        new Selection(null, null, List.of(), Set.of(), List.of("nothing"), Set.of()),
        "no function is called 'nothing' in this trace");
    refused(
        trace,
        new Selection(null, null, List.of(), Set.of(), List.of(), Set.of(7)),
        "no hart 7: the trace has 1");
    refused(
        trace,
        Selection.window(
            new PositionSpecification.Instruction(5), new PositionSpecification.Instruction(5)),
        "--from (instruction 5) must be before --to (instruction 5)");
    refused(
        trace,
        Selection.window(new PositionSpecification.Instruction(24), null),
        "--from is instruction 24, the trace has only 23");
  }

  private static void refused(Path trace, Selection selection, String message) {
    SelectionException e =
        assertThrows(
            SelectionException.class, () -> new Analysis(trace).selection(selection).run());
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
  }

  @Test
  void theJsonIsWhatItsSchemaSays() throws IOException {
    JsonSchema schema;
    try (InputStream in =
        JsonReport.class.getResourceAsStream("/bbt/reconstruct/report/report.schema.json")) {
      schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(in);
    }
    CostModel costs = CostModel.parse("test", List.of(COSTS));
    Path tiny = folder.resolve("tiny.bbt");
    TinyTrace.write(tiny);
    Selection window =
        Selection.window(PositionSpecification.parse("3"), PositionSpecification.parse("90%"));
    for (Path trace : List.of(tiny, random(3, 3))) {
      for (Selection selection : List.of(Selection.ALL, window)) {
        for (CostModel model : new CostModel[] {null, costs}) {
          Report report = report(trace, selection, model);
          String json = JsonReport.of(report, new JsonReport.Options(10, 50, true, false));
          JsonNode node = new ObjectMapper().readTree(json);
          assertEquals(Set.of(), schema.validate(node));
          assertTrue(node.has("callTree") && node.has("timeline"));
          assertEquals(model != null, node.has("cycles"));
          assertEquals(selection != Selection.ALL, node.has("selection"));
          JsonNode less = new ObjectMapper().readTree(JsonReport.of(report, 3));
          assertEquals(Set.of(), schema.validate(less));
          assertTrue(!less.has("callTree") && !less.has("timeline"));
        }
      }
    }
  }

  @Test
  void theTextHasWhatWasAskedFor() throws IOException {
    Path tiny = folder.resolve("tiny.bbt");
    TinyTrace.write(tiny);
    CostModel costs = CostModel.parse("test", List.of(COSTS));
    Report report = report(tiny, Selection.window(null, PositionSpecification.parse("22")), costs);
    StringWriter text = new StringWriter();
    TextReport.print(
        report, new TextReport.Options(true, 10, 20, 4, 5, List.of("leaf")), new PrintWriter(text));
    String all = text.toString();
    for (String each :
        List.of(
            "Only                               to 22",
            "Total cycles",
            "(test)",
            "EXCEPTIONS BY CAUSE",
            "load page fault",
            "TASKS",
            "prog (pid 1)",
            "TIMELINE",
            "CALL TREE",
            "[load page fault]",
            "FUNCTION leaf",
            "Called by",
            "main")) {
      assertTrue(all.contains(each), each + " in\n" + all);
    }
  }
}

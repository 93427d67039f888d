package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.agree.PageReader;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.samples.testing.ReportSchema;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.trace.TraceScope;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recording that the machine's events, the guest's marks and the user switch on and off. */
final class SwitchedTraceTest {
  private static final int LOOPS = 40;

  @TempDir private Path folder;

  private static TraceScope scope(String starts, String stops) {
    return new TraceScope(List.of(), triggers(starts), triggers(stops));
  }

  private static List<TraceScope.Trigger> triggers(String texts) {
    return Stream.of(texts.split(";"))
        .filter(t -> !t.isEmpty())
        .map(TraceScope.Trigger::parse)
        .toList();
  }

  private MachineConfig config(
      Path kernel, TraceScope scope, Path trace, UnaryOperator<MachineConfig.Builder> change) {
    return change
        .apply(MachineConfig.builder())
        .kernel(kernel)
        .trace(new TraceOptions(trace, false, true, TraceOptions.Context.AUTO, scope))
        .build();
  }

  /** Records the same run in every engine, and returns the trace if all are equal. */
  private Path recorded(
      Path kernel, int harts, TraceScope scope, UnaryOperator<MachineConfig.Builder> change)
      throws Exception {
    List<UnaryOperator<MachineConfig.Builder>> engines =
        List.of(
            c -> c.engine(EngineMode.INTERPRETER),
            c -> c.engine(EngineMode.TRANSLATOR),
            c -> c,
            c -> c.threshold(40).thresholdSeed(7));
    Path first = null;
    for (int i = 0; i < engines.size(); i++) {
      UnaryOperator<MachineConfig.Builder> engine = engines.get(i);
      Path trace = folder.resolve("engine" + i + ".bbt");
      Machine.create(
              config(kernel, scope, trace, c -> change.apply(engine.apply(c).harts(harts))),
              ConsolePort.none())
          .run();
      if (first == null) {
        first = trace;
      } else {
        assertEquals(-1, Files.mismatch(first, trace), "engine " + i);
      }
    }
    assertTrue(TraceVerifier.verify(first).ok());
    return first;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyEngineSwitchesAtTheSameInstruction(int harts) throws Exception {
    Path trace =
        recorded(
            harts == 1 ? MiniSample.kernel() : HartsSample.kernel(),
            harts,
            scope("console=: ;time=40us", "time=100us;console=t"),
            c -> c);
    TraceVerifier.Result result = TraceVerifier.verify(trace);
    assertTrue(result.instructions() > 10_000, () -> "recorded " + result.instructions());
    assertEquals(0, InProcess.outcome("replay", trace.toString()).code());
  }

  /** Counts down, with a mark in the middle of straight code and one before each line it prints. */
  private Path markingGuest() throws Exception {
    Assembler a = new Assembler();
    a.i(Insn.ADDI, 8, 0, LOOPS);
    a.label("outer");
    a.i(Insn.ADDI, 9, 8, 1000);
    a.i(Insn.SLTI, 0, 9, 7);
    a.i(Insn.ADDI, 9, 0, 500);
    a.label("inner").i(Insn.ADDI, 9, 9, -1).branch(Insn.BNE, 9, 0, "inner");
    a.i(Insn.SLTI, 0, 0, 2047);
    a.i(Insn.SLTI, 0, 8, -1); // negative: no mark
    a.i(Insn.SLTI, 5, 8, 9); // has a result: no mark
    a.i(Insn.ADDI, 10, 0, '.').i(Insn.ADDI, 17, 0, 1).raw32(0x73);
    a.i(Insn.ADDI, 8, 8, -1).branch(Insn.BNE, 8, 0, "outer");
    a.i(Insn.ADDI, 17, 0, 8).raw32(0x73); // shut down
    return Bbt.guest(folder.resolve("marks.elf"), a);
  }

  private static List<String> marks(Path trace) throws Exception {
    List<String> marks = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Chunk.Sideband s && !s.checkpoint()) {
          for (SidebandRecord item : s.records()) {
            if (item instanceof SidebandRecord.Note n && n.key().equals(NoteKeys.MARK)) {
              marks.add(n.value());
            }
          }
        }
      }
    }
    return marks;
  }

  @Test
  void marksAreInTheTraceOfEveryEngine() throws Exception {
    Path trace = recorded(markingGuest(), 1, TraceScope.ALL, c -> c);
    List<String> marks = marks(trace);
    assertEquals(2 * LOOPS, marks.size());
    assertEquals("7 0x410 2 0x80200008", marks.getFirst());
    assertEquals("2047 0x0 1004 0x80200018", marks.get(1));
    Path guest = folder.resolve("marks.elf");
    assertEquals(
        0, InProcess.outcome("replay", trace.toString(), "--kernel", guest.toString()).code());
  }

  /** Two harts set marks of their own; the first waits for the second to have done so. */
  private Path markingHarts() throws Exception {
    Assembler a = new Assembler();
    a.li(17, 0x48534D).li(16, 0).li(10, 1).la(11, "second").li(12, 0).raw32(0x73); // hart_start
    a.li(18, 0x80300000L);
    a.i(Insn.ADDI, 8, 0, LOOPS);
    a.label("first").i(Insn.SLTI, 0, 8, 3).i(Insn.ADDI, 9, 0, 300);
    a.label("busy").i(Insn.ADDI, 9, 9, -1).branch(Insn.BNE, 9, 0, "busy");
    a.i(Insn.ADDI, 8, 8, -1).branch(Insn.BNE, 8, 0, "first");
    a.label("wait").i(Insn.LW, 6, 18, 0).branch(Insn.BEQ, 6, 0, "wait");
    a.li(17, 8).raw32(0x73); // shut down
    a.label("second").li(18, 0x80300000L).i(Insn.ADDI, 8, 0, LOOPS);
    a.label("other").i(Insn.SLTI, 0, 8, 4).i(Insn.ADDI, 9, 0, 700);
    a.label("work").i(Insn.ADDI, 9, 9, -1).branch(Insn.BNE, 9, 0, "work");
    a.i(Insn.ADDI, 8, 8, -1).branch(Insn.BNE, 8, 0, "other");
    a.li(6, 1).s(Insn.SW, 6, 18, 0);
    a.label("done").jal(0, "done");
    return Bbt.guest(folder.resolve("harts.elf"), a);
  }

  @Test
  void marksOfSeveralHartsAreTheirs() throws Exception {
    Path guest = markingHarts();
    Path trace = recorded(guest, 2, TraceScope.ALL, c -> c);
    assertEquals(2 * LOOPS, marks(trace).size());
    JsonNode report = new ObjectMapper().readTree(InProcess.run(0, "report", trace + "", "--json"));
    JsonNode marks = report.at("/marks");
    assertEquals(2 * LOOPS, marks.get("count").asInt());
    assertEquals(2 * LOOPS, onThePage(trace.toString(), report).size());
    int[] next = {LOOPS, LOOPS};
    long clock = -1;
    int turns = 0;
    int before = 0;
    for (JsonNode mark : marks.get("first")) {
      int hart = mark.get("hart").asInt();
      assertEquals(hart + 3, mark.get("number").asInt());
      assertEquals("0x" + Integer.toHexString(next[hart]--), mark.get("value").asText());
      assertTrue(mark.get("at").asLong() > clock, "in the order in which they were set");
      clock = mark.get("at").asLong();
      turns += hart == before ? 0 : 1;
      before = hart;
    }
    assertTrue(turns > 2, "the harts take turns: " + turns);
    assertEquals(
        "hart,n\n0," + LOOPS + "\n1," + LOOPS + "\n",
        InProcess.run(
            0,
            "query",
            trace + "",
            "--csv",
            "select hart, count(*) as n from marks group by hart order by hart"));
    assertEquals(
        0, InProcess.outcome("replay", trace.toString(), "--kernel", guest.toString()).code());
    // A mark of either hart switches recording of both.
    Path part = recorded(guest, 2, scope("mark=4", "mark=3"), c -> c);
    assertTrue(TraceVerifier.verify(part).unrecorded() > 0);
    assertEquals(2 * LOOPS, marks(part).size());
  }

  @Test
  void marksAreShown() throws Exception {
    String trace = folder.resolve("marks.bbt").toString();
    Machine.create(
            config(markingGuest(), TraceScope.ALL, Path.of(trace), c -> c), ConsolePort.none())
        .run();
    assertTrue(InProcess.run(0, "dump", trace).contains("NOTE mark: 7 0x410 2 0x80200008"));
    assertTrue(InProcess.run(0, "report", trace).contains("The guest set 80 marks, of 2 numbers"));
    String report = InProcess.run(0, "report", trace, "--full", "--timeline");
    assertTrue(report.contains("MARKS OF THE GUEST"), report);
    assertTrue(
        report.contains("2047               40                1,004               40,"), report);
    assertTrue(report.contains("; marks 7 x"), report);
    JsonNode json = new ObjectMapper().readTree(InProcess.run(0, "report", trace, "--json"));
    ReportSchema.conforms(json);
    assertEquals(80, json.at("/marks/count").asInt());
    assertEquals("0x410", json.at("/marks/first/0/value").asText());
    assertEquals(2, json.at("/marks/first/0/at").asInt());
    assertEquals(
        "number,value,retired\n7,0x410,2\n2047,0x0,1004\n7,0x40f,1013\n",
        InProcess.run(
            0,
            "query",
            trace,
            "--csv",
            "select number, value, retired from marks order by id limit 3"));
    String steps = "gm\ngm 2\nrgm\ngm 100\nquit\n";
    String stepped = Bbt.fed(steps.getBytes(StandardCharsets.UTF_8), "step", trace).out();
    assertTrue(stepped.contains("mark 7, value 0x410"), stepped);
    assertTrue(stepped.contains("[ 1,013]"), stepped);
    assertTrue(stepped.contains("mark 2047, value 0x0"), stepped);
    assertTrue(stepped.contains("only 78 of 100"), stepped);
    Path perfetto = folder.resolve("marks.pftrace");
    InProcess.run(0, "export", trace, "--format", "perfetto", "-o", perfetto.toString());
    assertTrue(
        new String(Files.readAllBytes(perfetto), StandardCharsets.ISO_8859_1)
            .contains("mark 2047"));
    assertEquals(80, onThePage(trace, json).size());
  }

  /** The marks in the timeline of a trace's page, which are those of the report in JSON. */
  private JsonNode onThePage(String trace, JsonNode report) throws Exception {
    Path page = folder.resolve("page.html");
    InProcess.run(0, "report", trace, "--html", page.toString());
    JsonNode shown = PageReader.of(page).block("timeline").get("marks");
    JsonNode told = report.at("/marks/first");
    assertEquals(told.size(), shown.size());
    for (int i = 0; i < told.size(); i++) {
      for (String key : List.of("at", "hart", "number", "value")) {
        assertEquals(told.get(i).get(key), shown.get(i).get(key), key + " of mark " + i);
      }
    }
    return shown;
  }

  /** The guest says which part of it is of interest. */
  @Test
  void marksSwitchRecording() throws Exception {
    Path trace = recorded(markingGuest(), 1, scope("mark=2047", "mark=7"), c -> c);
    assertEquals(2 * LOOPS, marks(trace).size(), "marks of a gap are in the trace, too");
    // From the end of the mark's node, which is the ecall, to that of the loop's first node.
    TraceVerifier.Result result = TraceVerifier.verify(trace);
    assertEquals(LOOPS * 2 + (LOOPS - 1) * 5 + 2, result.instructions());
  }

  /** A user's switch is in the trace, so that a repetition makes the same trace. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theUserSwitchesAndTheRunIsRepeated(int harts) throws Exception {
    Path trace = folder.resolve("hand.bbt");
    Machine machine =
        Machine.create(
            config(
                harts == 1 ? MiniSample.kernel() : HartsSample.kernel(),
                TraceScope.ALL,
                trace,
                c -> c.harts(harts)),
            ConsolePort.none());
    machine.begin();
    machine.proceed(50_000);
    machine.recording().ask(false);
    machine.proceed(250_000);
    assertEquals(false, machine.recording().isOn());
    machine.recording().ask(true);
    machine.proceed(Long.MAX_VALUE);
    machine.finish();
    TraceVerifier.Result result = TraceVerifier.verify(trace);
    assertTrue(result.ok());
    long missing = result.unrecorded();
    assertTrue(missing >= 199_000 && missing < 201_000, "missing " + missing);
    Bbt.Outcome replayed = InProcess.outcome("replay", trace.toString());
    assertEquals(0, replayed.code(), replayed.err());
    // Nothing but the switch itself says that there are gaps.
    String whole =
        InProcess.recorded(
            folder.resolve("whole.bbt"),
            harts == 1 ? "mini" : "harts",
            "--bb-verify",
            "--smp",
            Integer.toString(harts));
    String compared = InProcess.run(1, "diff", trace.toString(), whole, "--first");
    assertTrue(compared.contains("\nNot recorded alike: "), compared);
    assertTrue(
        compared.contains("\nA: %,d instructions were not recorded, in ".formatted(missing)),
        compared);
  }
}

package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.samples.testing.Parting;
import bbt.samples.testing.ReportSchema;
import bbt.samples.testing.WalkedStops;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace of a part of a run through every command. */
final class PartialTraceTest {
  /** Of {@code mini}. */
  private static final long INSTRUCTIONS = 6_823_818;

  @TempDir private Path folder;

  private String boot(String name, String... options) throws Exception {
    String trace = folder.resolve(name).toString();
    List<String> line =
        new ArrayList<>(List.of("boot", "mini", "--console", "none", "--bb-trace", trace));
    line.addAll(List.of(options));
    InProcess.run(0, line.toArray(String[]::new));
    return trace;
  }

  private static String counted(long instructions) {
    return String.format(Locale.ROOT, "%,d", instructions);
  }

  private static String functions(String trace, String... selection) throws Exception {
    List<String> line = new ArrayList<>(List.of("query", trace, "--csv"));
    line.addAll(List.of(selection));
    line.add("select name, program, self from functions where self > 0 order by 2, 1, 3");
    return InProcess.run(0, line.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kernel", "user"})
  void whatIsFilteredAtRecordingIsWhatAReportSelects(String privilege) throws Exception {
    String whole = boot("whole.bbt");
    String part = boot("part.bbt", "--bb-filter", privilege);
    assertEquals(functions(whole, "--privilege", privilege), functions(part));
  }

  /**
   * Functions, addresses and calls of a function decide; several harts reach them. The interpreter
   * records what is asked for node by node, the translator's regions wake up for it.
   */
  @ParameterizedTest
  @CsvSource({
    "--bb-filter, symbol=schedule, 1",
    "--bb-filter, 'symbol=trap_handler,kernel', 2",
    "--bb-filter, range=0x80201000-0x80202000, 2",
    "--bb-start, symbol=page_fault:200, 1",
    "--bb-start, symbol=schedule:100, 2",
    "--bb-stop, symbol=timer_interrupt:9, 2"
  })
  void placesInTheCodeDecideAlikeInEachEngine(String option, String value, String harts)
      throws Exception {
    List<String> said = new ArrayList<>();
    for (String engine : List.of("interpreter", "translator", "auto")) {
      String trace = boot(engine + ".bbt", "--smp", harts, "--engine", engine, option, value);
      said.add(
          InProcess.run(0, "info", trace)
              .lines()
              .filter(line -> line.startsWith("content hash") || line.startsWith("of these"))
              .collect(Collectors.joining()));
    }
    assertTrue(said.getFirst().matches("of these recorded +[1-9].*"), said.getFirst());
    assertEquals(Collections.nCopies(3, said.getFirst()), said);
  }

  @Test
  void everyCommandTakesIt() throws Exception {
    String trace = boot("part.bbt", "--bb-start", "insns=1000000", "--bb-stop", "insns=3000000");
    assertTrue(InProcess.run(0, "dump", trace).contains("GAP of 10000"));
    JsonNode json = new ObjectMapper().readTree(InProcess.run(0, "report", trace, "--json"));
    ReportSchema.conforms(json);
    assertEquals(2, json.at("/trace/packets/gap").asInt());
    long missing = json.at("/trace/instructionsNotRecorded").asLong();
    assertTrue(missing > 4_800_000 && missing < 4_850_000, "missing " + missing);
    String recorded = counted(INSTRUCTIONS - missing);
    String verified = InProcess.run(0, "verify", trace);
    assertTrue(
        verified.contains(
            ": %s instructions, %s not recorded, ".formatted(recorded, counted(missing))),
        verified);
    String info = InProcess.run(0, "info", trace);
    assertTrue(info.matches("(?s).*\ninstructions +" + counted(INSTRUCTIONS) + "\n.*"), info);
    assertTrue(info.matches("(?s).*\nof these recorded +" + recorded + "\n.*"), info);
    assertTrue(
        InProcess.run(0, "report", trace)
            .contains(counted(missing) + " instructions were not recorded, in 2 gaps."));
    WalkedStops stops = WalkedStops.of(Path.of(trace));
    assertEquals(2, stops.gaps());
    stops.arePartOf(WalkedStops.of(Path.of(boot("whole.bbt"))));
    stops.areTheSteppers(Path.of(trace), 2);
    String steps = "goto 2000000\nwhere\nquit\n";
    Bbt.Outcome stepped = Bbt.fed(steps.getBytes(StandardCharsets.UTF_8), "step", trace);
    assertEquals(0, stepped.code(), stepped.err());
    assertTrue(stepped.out().contains("[2,000,000]"), stepped.out());
    assertTrue(
        InProcess.run(0, "replay", trace).contains("the re-execution agrees with the trace"));
    assertTrue(
        InProcess.run(0, "replay", trace, "--at", "500000").contains("position  500,000 of"));
    String again = boot("again.bbt", "--bb-start", "insns=1000000", "--bb-stop", "insns=3000000");
    assertTrue(InProcess.run(0, "diff", trace, again).contains("Identical"));
    String other = boot("other.bbt", "--bb-start", "insns=1000000", "--bb-stop", "insns=2000000");
    Parting there = Parting.of(trace, other);
    assertEquals(
        "2000040 gap: the recording of B leaves out 4,823,778 instructions, up to sbi_call+0x8; that"
            + " of A does not: frflags a4 at floating+0x238",
        there.text());
    assertEquals("U", there.privilege(), "of who executes there");
    for (String format : List.of("folded", "pprof", "callgrind", "chrome", "perfetto", "json")) {
      InProcess.run(0, "export", trace, "--format", format, "-o", folder.resolve("out").toString());
    }
    assertEquals(
        "kind,count\ngap,2\n",
        InProcess.run(
            0,
            "query",
            trace,
            "--csv",
            "select kind, count(*) as count from packets where kind = 'gap' group by kind"));
    InProcess.run(0, "report", trace, "--html", folder.resolve("page.html").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "--bb-filter, kernal, is none of kernel",
    "--bb-start, insns=x, x is no number",
    "--bb-stop, symbol=f:0, counted from 1"
  })
  void whatIsNoFilterOrEventIsOneLine(String option, String value, String said) throws Exception {
    String trace = folder.resolve("no.bbt").toString();
    Bbt.Outcome refused = InProcess.outcome("boot", "mini", "--bb-trace", trace, option, value);
    assertEquals(64, refused.code());
    assertEquals(1, refused.errorLines().size(), refused.err());
    assertTrue(refused.err().contains(said), refused.err());
  }

  @Test
  void aFilterWithoutATraceIsRefused() throws Exception {
    Bbt.Outcome refused = InProcess.outcome("boot", "mini", "--bb-filter", "kernel");
    assertEquals(64, refused.code());
    assertTrue(refused.err().contains("--bb-filter"), refused.err());
  }
}

package bbt.reconstruct.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.cursor.PlaceNames;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.replay.ExecutionFinder;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.select.Place;
import bbt.reconstruct.testing.CallingGuest;
import bbt.reconstruct.testing.TinyTrace;
import bbt.reconstruct.testing.TwoHartsTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * A name of code that one command prints is found by all of them, in the whole trace and in parts.
 */
@Timeout(300)
class NamesAgreeTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private String run(Object... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine line = Main.create();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(Arrays.stream(args).map(Object::toString).toArray(String[]::new));
    line.getOut().flush();
    assertEquals(0, code, () -> List.of(args) + ": " + err);
    return out.toString();
  }

  private Path calling(int seed, int harts) throws IOException {
    Path file = folder.resolve("calling.bbt");
    new CallingGuest(seed, new CallingGuest.Options(harts, 8, true, false, true)).run(file, 20_000);
    return file;
  }

  private static Map<String, String> names(Report report) {
    Map<String, String> names = new TreeMap<>();
    for (FunctionProfile f : report.profile().functions()) {
      names.put(f.program() + " " + Long.toHexString(f.address()), f.name());
    }
    return names;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void everyNameOfAReportMeansWhatItCameFrom(int seed) throws IOException {
    Path file = calling(seed, 1);
    Report report = new Analysis(file).run();
    String json = run("report", file, "--json", "--top", 10_000);
    String text = run("report", file, "--full", "--top", 10_000);
    String sql = run("query", file, "select name from functions", "--format", "csv");
    int nameless = 0;
    try (TraceMap map = TraceMap.open(file, TraceMap.Options.PLAIN)) {
      for (FunctionProfile f : report.profile().functions()) {
        assertTrue(
            report.names().addresses(f.name()).stream()
                .anyMatch(place -> place.is(f.address(), f.program())),
            f::toString);
        if (f.self() > 0) {
          assertTrue(json.contains("\"" + f.name() + "\""), f::toString);
          assertTrue(text.contains(f.name()), f::toString);
          assertTrue(sql.contains(f.name()), f::toString);
        }
        if (f.calls() > 0) {
          steps(map, f);
        }
        nameless += f.name().contains("0x") ? 1 : 0;
      }
    }
    assertTrue(nameless > 5, () -> report.profile().functions().toString());
  }

  /** What one hart's stream says of a process may come before what another's said before it. */
  @Test
  void aProcessThatGoesFromHartToHart() throws IOException {
    Path file = folder.resolve("two.bbt");
    TwoHartsTrace.write(file);
    Report report = new Analysis(file).run();
    Map<String, String> called = new TreeMap<>();
    try (TraceMap map = TraceMap.open(file, TraceMap.Options.PLAIN)) {
      everywhere(map);
      for (FunctionProfile f : report.profile().functions()) {
        if (f.address() > 0 && f.calls() > 0) {
          called.put(Long.toHexString(f.address()), f.name());
          steps(map, f);
        }
      }
    }
    assertEquals(Map.of("10040", "old+0x40", "40010", "old~1+0x10", "20060", "new+0x60"), called);
  }

  /** The stepper calls user code what it was called when it was executed. */
  private static void everywhere(TraceMap map) {
    PlaceNames names = new PlaceNames(map.symbols());
    TraceCursor cursor = new TraceCursor(map);
    Map<String, String> labels = new TreeMap<>();
    for (long clock = 0; clock < map.endClock(); clock++) {
      cursor.toMoment(clock, 0);
      if (cursor.privilege() == 0) {
        String label = names.label(cursor, cursor.addressSpace(), cursor.pc(), 0);
        labels.put(Long.toHexString(cursor.pc()), label);
      }
    }
    assertEquals(
        "{10000=old+0x0, 10004=old+0x4, 10008=old+0x8, 1000c=old+0xc, 10040=old+0x40,"
            + " 10042=old+0x42, 20000=new+0x0, 20004=new+0x4, 20060=new+0x60, 20062=new+0x62,"
            + " 40010=old~1+0x10, 40012=old~1+0x12}",
        labels.toString());
  }

  /** The stepper finds it, and calls it so. */
  private static void steps(TraceMap map, FunctionProfile f) {
    Place.Execution place = (Place.Execution) Place.parse(f.name() + ":-1");
    TraceCursor cursor = new TraceCursor(map);
    Position there = ExecutionFinder.find(map, place, -1);
    cursor.toMoment(there.clock(), there.traps());
    assertEquals(
        f.name(),
        new PlaceNames(map.symbols())
            .label(cursor, cursor.addressSpace(), cursor.pc(), cursor.privilege()));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5})
  void aWindowSaysTheSameNames(int seed) throws IOException {
    Path file = calling(seed, 2);
    Map<String, String> whole = names(new Analysis(file).run());
    for (String from : List.of("20%", "60%")) {
      String json = run("report", file, "--json", "--top", 10_000, "--from", from);
      new com.fasterxml.jackson.databind.ObjectMapper()
          .readTree(json)
          .findParents("address")
          .forEach(
              node -> {
                String key =
                    node.path("program").asText()
                        + " "
                        + node.path("address").asText().substring(2);
                assertEquals(whole.get(key), node.path("name").asText(), key);
              });
    }
  }

  @Test
  void everyCommandTakesIt() throws IOException {
    Path tiny = folder.resolve("tiny.bbt");
    TinyTrace.write(tiny);
    Path script = Files.writeString(folder.resolve("s"), "b prog+0x40\nc\nprev visit prog+0x0\n");
    Path none = Files.writeString(folder.resolve("none"), "where\n");
    for (String name : List.of("prog+0x40", "0x10040")) {
      assertTrue(run("annotate", tiny, name).startsWith("prog+0x40 (prog) at 0x10040"), name);
      assertTrue(run("report", tiny, "--callers", name).contains("FUNCTION prog+0x40"), name);
      assertTrue(run("report", tiny, "--function", name, "--json").contains("prog+0x40"), name);
      Path dot = folder.resolve(name + ".dot");
      run("export", tiny, "--format", "dot", "--function", name, "-o", dot);
      assertTrue(Files.readString(dot).contains("prog+0x40"), name);
      assertTrue(run("step", tiny, "--at", name, "--script", none).contains("(prog+0x40)"), name);
    }
    String stepped = run("step", tiny, "--script", script);
    assertTrue(stepped.contains("(prog+0x40)"), stepped);
    assertTrue(stepped.contains("(prog+0x0)"), stepped);
    assertTrue(run("annotate", tiny, "prog+0x44").startsWith("prog+0x40 (prog)"), "inside of it");
    assertTrue(run("annotate", tiny, "leaf+0x2").startsWith("leaf (kernel)"), "inside of it");
  }
}

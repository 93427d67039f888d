package bbt.samples.agree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.guests.MiniSample;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a trace against counts that do not come from the trace. */
final class ReportCountsTest {
  @TempDir private Path folder;

  @Test
  void bootPrintsTheReportAfterTheConsole() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    Bbt.Outcome boot = InProcess.outcome("boot", "--bb-trace", trace.toString(), "--report");
    assertEquals(0, boot.code());
    int console = boot.out().indexOf("mini: checksum");
    int report = boot.out().indexOf("WHERE THE INSTRUCTIONS WENT");
    assertTrue(console >= 0 && report > console, boot.out());
  }

  /** Boots mini; what the machine itself counted. */
  private JsonNode boot(Path trace) throws Exception {
    Path stats = folder.resolve("stats.json");
    Bbt.Outcome boot =
        InProcess.outcome("boot", "--bb-trace", trace.toString(), "--stats", stats.toString());
    assertEquals(0, boot.code(), boot.err());
    return new ObjectMapper().readTree(stats.toFile());
  }

  /** Frames follow each other in the file and in the run, and together they are the run. */
  @Test
  void theTableOfFramesAgreesWithIndependentCounts() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    JsonNode machine = boot(trace);
    Path table = folder.resolve("frames.csv");
    InProcess.run(0, "export", trace.toString(), "--table", "frames", "-o", table.toString());
    List<String> lines = Files.readAllLines(table);
    List<String> columns = List.of(lines.getFirst().split(","));
    long retired = 0;
    long exceptions = 0;
    long end = 0;
    for (String line : lines.subList(1, lines.size())) {
      String[] row = line.split(",", -1);
      assertEquals(retired, Long.parseLong(row[columns.indexOf("clock")]), line);
      retired = Long.parseLong(row[columns.indexOf("ended")]);
      exceptions += Long.parseLong(row[columns.indexOf("exceptions")]);
      long offset = Long.parseLong(row[columns.indexOf("offset")]);
      assertTrue(offset >= end, line);
      end = offset + Long.parseLong(row[columns.indexOf("bytes")]);
    }
    assertEquals(machine.get("instructions").asLong(), retired);
    long taken = 0;
    for (JsonNode kind : machine.get("exceptions")) {
      taken += kind.asLong();
    }
    assertEquals(taken, exceptions);
    assertTrue(end > 0 && end < Files.size(trace), end + " of " + Files.size(trace));
  }

  @Test
  void theReportAgreesWithIndependentCounts() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    JsonNode machine = boot(trace);
    ObjectMapper json = new ObjectMapper();
    Path alone = Files.createDirectory(folder.resolve("alone")).resolve("only.bbt");
    Files.move(trace, alone);
    Bbt.Outcome outcome =
        InProcess.outcome(
            "report",
            alone.toString(),
            "--json",
            "--top",
            "1000",
            "--binary",
            MiniSample.kernel().toString());
    assertEquals(0, outcome.code(), outcome.err());
    JsonNode report = json.readTree(outcome.out());

    assertEquals(machine.get("instructions").asLong(), report.get("instructions").asLong());
    Map<String, String> kinds =
        Map.of(
            "reset", "RESET",
            "systemCall", "SYSTEM_CALL",
            "executionException", "EXECUTION_EXCEPTION",
            "mmuException", "MMU_EXCEPTION",
            "interruptRequest", "INTERRUPT_REQUEST",
            "firmware", "FIRMWARE");
    kinds.forEach(
        (key, kind) ->
            assertEquals(
                machine.get("exceptions").get(kind).asLong(),
                report.get("exceptions").get(key).get("count").asLong(),
                key));

    assertEquals("counted_leaf", report.get("mostCalled").get("name").asText());
    Map<String, Long> calls = new HashMap<>();
    long inPrograms = 0;
    for (JsonNode program : report.get("programs")) {
      inPrograms += program.get("instructions").asLong();
      for (JsonNode function : program.get("mostInstructions")) {
        calls.put(function.get("name").asText(), function.get("calls").asLong());
      }
    }
    assertEquals(report.get("instructions").asLong(), inPrograms, "every instruction has a place");
    assertEquals(12345, calls.get("counted_leaf"));
    assertEquals(8361, calls.get("counted_fibonacci"));
    assertEquals(1, calls.get("kernel_main"));
    assertTrue(calls.containsKey("trap_handler"), calls.keySet()::toString);
  }
}

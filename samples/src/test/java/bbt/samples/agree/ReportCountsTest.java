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

  @Test
  void theReportAgreesWithIndependentCounts() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    Path stats = folder.resolve("stats.json");
    Bbt.Outcome boot =
        InProcess.outcome("boot", "--bb-trace", trace.toString(), "--stats", stats.toString());
    assertEquals(0, boot.code(), boot.err());
    ObjectMapper json = new ObjectMapper();
    JsonNode machine = json.readTree(stats.toFile());
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

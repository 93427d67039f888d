package bbt.samples.agree;

import static bbt.samples.agree.Reports.bbt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A trace of a Linux boot that was cut has the names of all that is in it: those that the whole
 * trace has. With {@code -Dbbt.linux.trace=FILE} that of a trace that is there already.
 */
@Tag("full")
final class CutNamesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private static Map<String, String> names(Path trace) throws IOException {
    Map<String, String> names = new TreeMap<>();
    JsonNode report = JSON.readTree(bbt("report", trace.toString(), "--json", "--top", "400"));
    for (JsonNode program : report.path("programs")) {
      for (JsonNode f : program.path("mostInstructions")) {
        String name = f.path("name").asText();
        names.put(f.path("program").asText() + " " + f.path("address").asText(), name);
      }
    }
    return names;
  }

  private Path cut(Path whole, int percent) throws IOException {
    Path cut = Files.copy(whole, folder.resolve("cut" + percent + ".bbt"));
    try (FileChannel channel = FileChannel.open(cut, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() * percent / 100);
    }
    return cut;
  }

  @Test
  void aCutTraceHasTheNamesOfTheWhole() throws IOException, InterruptedException {
    String given = System.getProperty("bbt.linux.trace");
    Path whole = given == null ? folder.resolve("linux.bbt") : Path.of(given);
    if (given == null) {
      Bbt.Outcome boot = InProcess.outcome("boot", "linux", "--bb-trace", whole.toString());
      assertEquals(0, boot.code(), boot.err());
    }
    Map<String, String> names = names(whole);
    for (int percent : new int[] {10, 50}) {
      Map<String, String> there = names(cut(whole, percent));
      assertTrue(there.size() >= 400, () -> there.size() + " functions");
      there.forEach(
          (function, name) -> {
            assertFalse(
                function.startsWith("kernel ") && name.startsWith("0x"),
                percent + " %: a kernel function without a name at " + function);
            // The report of the whole lists the hottest of each program.
            assertEquals(names.getOrDefault(function, name), name, percent + " %: " + function);
          });
    }
  }
}

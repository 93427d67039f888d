package bbt.samples.agree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.reconstruct.cli.Main;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Runs commands in this process, and reads the costs of functions in the JSON report. */
final class Reports {
  private Reports() {}

  /** Runs a command, which must succeed; returns what it prints. */
  static String bbt(String... arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertEquals(0, Main.run(bytes, arguments), () -> String.join(" ", arguments));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Returns the costs in a report that was made with all functions. */
  static Costs costs(JsonNode report) {
    Costs costs = Costs.none();
    for (JsonNode program : report.get("programs")) {
      for (JsonNode f : program.get("mostInstructions")) {
        Costs.add(costs.self(), f.get("name").asText(), f.get("self").asLong());
      }
      for (JsonNode f : program.get("mostInstructionsInclusive")) {
        Costs.add(costs.inclusive(), f.get("name").asText(), f.get("inclusive").asLong());
      }
      for (JsonNode f : program.get("mostCalls")) {
        Costs.add(costs.calls(), f.get("name").asText(), f.get("calls").asLong());
      }
    }
    return costs.withTotal(report.get("instructions").asLong());
  }
}

package bbt.samples.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/**
 * Where {@code bbt diff} says that two traces part.
 *
 * @param kind of divergence, as in JSON
 * @param why in words
 * @param at instructions of all harts before it
 * @param json the whole answer
 */
public record Parting(String kind, String why, long at, JsonNode json) {
  /**
   * Compares two traces that part: an exit code other than 1 is a failure.
   *
   * @param options more options of {@code bbt diff}
   */
  public static Parting of(String a, String b, String... options) throws Exception {
    List<String> line = new ArrayList<>(List.of("diff", a, b, "--first", "--json"));
    line.addAll(List.of(options));
    Bbt.Outcome outcome = InProcess.outcome(line.toArray(String[]::new));
    assertEquals(1, outcome.code(), outcome.err() + outcome.out());
    JsonNode json = new ObjectMapper().readTree(outcome.out());
    JsonNode divergence = json.get("divergence");
    return new Parting(
        divergence.get("kind").asText(),
        divergence.get("why").asText(),
        divergence.get("instructions").asLong(),
        json);
  }

  /** The whole as one line, for comparison: {@code AT KIND: WHY}. */
  public String text() {
    return at + " " + kind + ": " + why;
  }

  /** The privilege of who executes there. */
  public String privilege() {
    return json.at("/divergence/privilege").asText();
  }

  /**
   * The first count among the lines of what comes next on a side.
   *
   * @param side {@code a} or {@code b}
   */
  public long next(String side) {
    return json.at("/divergence/" + side + "/after/0/hartInstructions").asLong();
  }
}

package bbt.samples.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of {@code bbt run} that was built anew: what stands first is what was changed. */
@Tag("qemu")
class DiffProgramsTest {
  /** What each of these changes: see the names of the tests. */
  private static final String PROGRAM =
      """
      #include <stdint.h>
      #include <stdio.h>
      #define NOINLINE __attribute__((noinline))

      #ifdef PADDING
      // Nobody calls it: all that lies behind has moved, and the data with it.
      int pad[3000] = {1};
      NOINLINE int padding(int x) { return pad[x] + pad[x / 2] * 3 + pad[x / 5] / 7; }
      #endif

      static int table[512];

      #ifdef INLINED
      static inline __attribute__((always_inline))
      #else
      NOINLINE
      #endif
      uint32_t mix(uint32_t x) {
        x ^= x << 13;
        x ^= x >> 17;
        return x ^ x << 5;
      }

      #ifdef RENAMED
      #define find search
      #endif
      NOINLINE int find(int key) {
      #ifdef LEAF
        for (int i = 0; i < 512; i++)
          if (table[i] == key)
            return i;
        return -1;
      #else
        int low = 0, high = 512;
        while (low < high) {
          int middle = (low + high) / 2;
          if (table[middle] < key)
            low = middle + 1;
          else
            high = middle;
        }
        return low < 512 && table[low] == key ? low : -1;
      #endif
      }

      NOINLINE int lookups(int count) {
        int hits = 0;
        uint32_t x = 1;
        for (int i = 0; i < count; i++) {
          x = mix(x);
          hits += find(x % 1024) >= 0;
        }
        return hits;
      }

      NOINLINE int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

      int main(void) {
        for (int i = 0; i < 512; i++)
          table[i] = 2 * i;
      #ifdef CALLER
        for (volatile int i = 0; i < 1000; i++)
          ;
      #endif
      #ifdef COUNT
        int hits = lookups(5000);
      #else
        int hits = lookups(2000);
      #endif
      #ifdef RECURSION
        hits += fib(18);
      #else
        hits += fib(15);
      #endif
        return hits > 3000;
      }
      """;

  @TempDir private static Path folder;

  @BeforeAll
  static void usual() throws Exception {
    Files.writeString(folder.resolve("prog.c"), PROGRAM);
    trace("prog-old");
  }

  /** Builds the program with some options, runs it, and returns the trace. */
  private static String trace(String name, String... options) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of("riscv64-linux-gnu-gcc", "-g", "-O1", "-fno-optimize-sibling-calls"));
    words.addAll(List.of(options));
    Files.createDirectories(folder.resolve(name).getParent());
    words.addAll(List.of("prog.c", "-o", name));
    Process p =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, p.waitFor(), said);
    String trace = folder.resolve(name + ".bbt").toString();
    Bbt.Outcome run =
        InProcess.outcome("run", "--bb-trace", trace, folder.resolve(name).toString());
    assertTrue(run.code() < 2, run.err());
    return trace;
  }

  /** Compares the usual program with another; of the causes those in the program itself. */
  private static List<JsonNode> causes(String... macros) throws Exception {
    String a = folder.resolve("prog-old.bbt").toString();
    // Another name, as somebody has who keeps both: it is the same program.
    String[] options = Stream.of(macros).map("-D"::concat).toArray(String[]::new);
    String b = trace("prog-" + String.join("-", macros).toLowerCase(), options);
    Bbt.Outcome made = InProcess.outcome("diff", "--json", "--top", "100000", a, b);
    assertEquals(1, made.code(), made.err());
    List<JsonNode> causes = new ArrayList<>();
    for (JsonNode c : new ObjectMapper().readTree(made.out()).at("/changes/causes")) {
      boolean small = Math.abs(c.get("change").asLong()) < 100;
      if (c.get("program").asText().equals("prog-old") && !small) {
        causes.add(c);
      }
      assertTrue(!c.get("name").asText().startsWith("prog-"), c::toString);
    }
    return causes;
  }

  private static List<String> names(List<JsonNode> causes) {
    return causes.stream().map(c -> c.get("name").asText()).toList();
  }

  private static JsonNode diff(String a, String b, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("diff", "--json", a, b));
    words.addAll(List.of(options));
    Bbt.Outcome made = InProcess.outcome(words.toArray(String[]::new));
    assertTrue(made.code() < 2, made.err());
    return new ObjectMapper().readTree(made.out());
  }

  @Test
  void whatHasOnlyMovedIsTheSame() throws Exception {
    String a = trace("still/prog", "-static");
    String b = trace("moved/prog", "-static", "-DPADDING");
    JsonNode diff = diff(a, b, "--task", "prog", "--privilege", "user");
    assertTrue(diff.get("identical").asBoolean(), diff::toPrettyString);
  }

  @Test
  void theFirstDivergenceIsWhereTheCodeChanged() throws Exception {
    String a = trace("same/prog");
    String b = trace("leaf/prog", "-DPADDING", "-DLEAF");
    JsonNode diff = diff(a, b, "--task", "prog", "--privilege", "user", "--first");
    JsonNode first = diff.get("divergence");
    assertEquals("find", first.at("/a/place").asText().replaceAll("\\+.*", ""), first::toString);
    assertEquals("code", first.get("kind").asText());
    assertTrue(executed(a, first.get("lookAt").asLong()).contains(" find "));
    assertTrue(executed(b, first.get("lookAtB").asLong()).contains(" find "));
  }

  /** What a trace executed at a count. */
  private static String executed(String trace, long at) {
    Bbt.Outcome log =
        InProcess.outcome("log", trace, "--from", Long.toString(at), "--to", Long.toString(at + 1));
    assertEquals(0, log.code(), log.err());
    return log.out();
  }

  @Test
  void codeStandsSideBySideWithItsSource() throws Exception {
    String a = folder.resolve("prog-old.bbt").toString();
    String b = trace("prog-leaf-code", "-DLEAF");
    JsonNode code = diff(a, b, "--code", "find", "--source-path", folder.toString()).get("code");
    assertEquals(1, code.size());
    JsonNode find = code.get(0);
    assertEquals("find", find.get("name").asText());
    assertEquals(2000, find.at("/a/calls").asLong());
    long executed = 0;
    boolean source = false;
    for (JsonNode row : find.get("rows")) {
      executed += row.at("/b/executions").asLong();
      source |= row.at("/b/source").asText().contains("for (int i = 0; i < 512; i++)");
      String mark = row.get("mark").asText();
      assertEquals(mark.equals("only_a"), row.get("b") == null, row::toString);
      assertEquals(mark.equals("only_b"), row.get("a") == null, row::toString);
    }
    assertEquals(find.at("/b/instructions").asLong(), executed);
    assertTrue(source, find::toPrettyString);
    // What did not change is the same, though it was called as often only.
    JsonNode mix = diff(a, b, "--code", "mix").at("/code/0/rows");
    mix.forEach(row -> assertEquals("same", row.get("mark").asText(), row::toString));
    Bbt.Outcome none = InProcess.outcome("diff", a, b, "--code", "nothing");
    assertEquals(64, none.code(), none.err());
    assertTrue(none.err().contains("nothing"), none.err());
  }

  @Test
  void aLeafStandsFirst() throws Exception {
    List<JsonNode> causes = causes("LEAF");
    assertEquals(List.of("find"), names(causes));
    JsonNode find = causes.getFirst();
    assertEquals(2000, find.get("callsA").asLong());
    assertEquals(2000, find.get("callsB").asLong());
    assertTrue(find.get("eachB").asDouble() > 10 * find.get("eachA").asDouble(), find::toString);
    assertEquals("2,000 calls", find.get("what").asText());
  }

  @Test
  void aCallerHasItsOwnLoop() throws Exception {
    List<JsonNode> causes = causes("CALLER");
    assertEquals(List.of("main"), names(causes));
  }

  @Test
  void whoCallsMoreOftenIsNamedWithWhatItCalls() throws Exception {
    List<JsonNode> causes = causes("COUNT");
    assertEquals("lookups", names(causes).getFirst());
    String what = causes.getFirst().get("what").asText();
    assertTrue(what.contains("calls find 5,000 times instead of 2,000"), what);
    assertTrue(causes.size() < 3, causes::toString);
  }

  @Test
  void twoPlacesAreTwoRows() throws Exception {
    assertEquals(List.of("find", "main"), names(causes("LEAF", "CALLER")));
  }

  @Test
  void aDeeperRecursionCallsItself() throws Exception {
    List<JsonNode> causes = causes("RECURSION");
    assertEquals("fib", names(causes).getFirst());
    String what = causes.getFirst().get("what").asText();
    assertTrue(what.contains("calls itself"), what);
  }

  @Test
  void whatWasRenamedChangedNothing() throws Exception {
    assertEquals(List.of(), names(causes("RENAMED")));
    // And changed, too: then it is what its caller calls instead.
    List<JsonNode> causes = causes("RENAMED", "LEAF");
    assertEquals(List.of("lookups"), names(causes));
    String what = causes.getFirst().get("what").asText();
    assertTrue(what.contains("calls search 2,000 times instead of never"), what);
  }

  @Test
  void whereAFunctionIsInlinedItsCallerHasTheDifference() throws Exception {
    List<JsonNode> causes = causes("INLINED");
    assertEquals(List.of("lookups"), names(causes));
    JsonNode lookups = causes.getFirst();
    assertTrue(lookups.get("change").asLong() < 0, lookups::toString);
    assertTrue(lookups.get("eachB").asDouble() > lookups.get("eachA").asDouble());
  }
}

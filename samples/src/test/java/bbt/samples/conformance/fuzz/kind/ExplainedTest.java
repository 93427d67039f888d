package bbt.samples.conformance.fuzz.kind;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of explained differences and its mirror in docs/testing.md. */
class ExplainedTest {
  private static final String HEAD =
      "| QEMU differs | the specification | QEMU | what is let pass |";

  @Test
  void theDocumentHasTheSameRows() throws Exception {
    List<String> lines =
        Files.readAllLines(Path.of(System.getProperty("bbt.root"), "docs", "testing.md"));
    int head = lines.indexOf(HEAD);
    List<String> expected =
        Arrays.stream(Explained.values())
            .map(
                e ->
                    "| %s | %s | %s | %s |"
                        .formatted(e.what(), e.section(), e.versions(), e.narrow()))
            .toList();
    assertEquals(expected, lines.subList(head + 2, head + 2 + expected.size()));
    assertEquals("", lines.get(head + 2 + expected.size()), "no row that the table has not");
  }
}

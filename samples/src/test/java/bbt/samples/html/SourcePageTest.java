package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.conformance.prove.Run;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.translator.engine.EngineMode;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a binary that has debugging information the page shows source: mini, compiled again. */
@Tag("qemu")
final class SourcePageTest {
  @TempDir private Path folder;

  @Test
  void sourceLinesHaveCountsAndText() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    Run.mini("", EngineMode.INTERPRETER, trace, b -> b);
    // The same code as the committed one: what the compiler writes beside it is all that differs.
    Path elf =
        MiniBuild.changed(folder.resolve("mini-g.elf"), (file, text) -> text.replace("-g0", "-g"));
    Path html = folder.resolve("mini.html");
    Bbt.Outcome made =
        InProcess.outcome(
            "report",
            trace.toString(),
            "--binary",
            elf.toString(),
            "--source-path",
            MiniBuild.SOURCES.toString(),
            "--cost-model",
            Path.of(System.getProperty("bbt.root"), "docs/cost-model.txt").toString(),
            "--top",
            "1000",
            "--html",
            html.toString(),
            "--json");
    assertEquals(0, made.code(), made.err());
    try (BrowserPage page = BrowserPage.open(html)) {
      List<String> seen = Pages.compare(page, new ObjectMapper().readTree(made.out()));
      assertTrue(seen.contains("cycles") && seen.contains("exceptions.mmuException.cycles"));
      page.show("coverage");
      programsAreTheirFunctions(page);
      page.type("#section-coverage div:nth-of-type(4) input", "user.c");
      page.elements("table[aria-label='coverage by source file'] a").getFirst().click();
      page.ready("source");
      assertTrue(page.text("#section-source h2").endsWith("user.c"));
      // user.c calls it in a loop of which the length is known.
      int line =
          Files.readString(MiniBuild.SOURCES.resolve("user.c"))
              .substring(
                  0,
                  Files.readString(MiniBuild.SOURCES.resolve("user.c"))
                      .indexOf("counted_leaf(value);"))
              .split("\n", -1)
              .length;
      List<String> cells = page.texts("#line-" + line + " span");
      assertEquals("12,345", cells.get(0));
      assertTrue(cells.get(2).contains("counted_leaf(value)"), cells.toString());
      page.show("functions");
      page.type("#section-functions input", "/^compute$/");
      page.element("#section-functions td.name a").click();
      page.ready("function");
      List<String> places = page.texts(".code .place");
      String wanted = "user.c:" + line;
      assertTrue(places.stream().anyMatch(p -> p.contains(wanted)), places.toString());
      countsCycles(page, new ObjectMapper().readTree(made.out()));
      assertEquals(List.of(), page.complaints());
    }
  }

  /** Where a binary tells how much code there is, that of a program is that of its functions. */
  private static void programsAreTheirFunctions(BrowserPage page) {
    String table = "table[aria-label='coverage by program'] tbody tr:first-child td";
    String program = page.texts(table).getFirst();
    List<?> sums =
        (List<?>)
            page.value(
                "Promise.all([data('coverage'), functions()]).then(([c, all]) => c.function.reduce("
                    + "(s, f, i) => { if (all[f].program === arguments[0] && c.total[i] >= 0) {"
                    + " s[0] += c.instructions[i]; s[1] += c.total[i]; } return s; }, [0, 0]))",
                program);
    long told = ((Number) sums.get(0)).longValue();
    long of = ((Number) sums.get(1)).longValue();
    assertTrue(told > 1000 && of > told, program + ": " + told + " of " + of);
    List<String> cells = page.texts(table);
    assertTrue(cells.get(3).endsWith(String.format("%,d", of)), cells.toString());
    assertEquals(String.format("%.2f %%", 100.0 * told / of), cells.get(4));
  }

  /** The switch makes every number one of cycles, and the address keeps it. */
  private static void countsCycles(BrowserPage page, JsonNode report) {
    long cycles = report.get("cycles").asLong();
    assertTrue(cycles > report.get("instructions").asLong());
    page.show("summary");
    page.elements("#unit button").getLast().click();
    page.until("location.hash.includes('unit=cycles')");
    String tree = "document.getElementById('section-%s').%s";
    page.show("flame");
    String graph = String.format(tree, "flame", "graph");
    assertEquals(cycles, number(page, graph + ".tree.total[0]"));
    assertTrue(page.value("location.hash").toString().contains("unit=cycles"), "links keep it");
    page.type("#section-flame input", "/^quick_sort$/");
    JsonNode sort = function(report, "mostInstructionsInclusive", "quick_sort");
    assertEquals(sort.get("inclusiveCycles").asLong(), number(page, graph + ".matchedTotal"));
    assertTrue(page.text("#section-flame .tools").contains(" cycles"), "what is found");
    page.type("#section-flame input");

    page.show("tree");
    assertEquals(String.format("%,d", cycles), page.text("#section-tree tbody tr td:nth-child(2)"));
    page.show("functions");
    page.type("#section-functions input", "/^quick_sort$/");
    assertEquals(
        List.of(
            String.format("%,d", sort.get("cycles").asLong()),
            String.format("%,d", sort.get("inclusiveCycles").asLong())),
        List.of(
            page.text("#section-functions tbody td:nth-child(3)"),
            page.text("#section-functions tbody td:nth-child(6)")));
    page.element("#section-functions td.name a").click();
    page.ready("function");
    assertEquals(
        String.format("%,d", sort.get("cycles").asLong()),
        page.text("#section-function dl.row dd").split(" ")[0]);
    // The lines have all cycles of a function but those of taking traps.
    page.show("functions");
    page.type("#section-functions input", "/^counted_fibonacci$/");
    long self = grouped(page.text("#section-functions tbody td:nth-child(3)"));
    page.element("#section-functions td.name a").click();
    page.ready("function");
    long lines =
        number(
            page,
            "[...document.querySelectorAll('.code .body .n.soft')].reduce((sum, n) => sum + Number(n.title.replace(/[^0-9]/g, '')), 0)");
    assertEquals(self, lines);

    page.show("blocks");
    assertEquals("Cycles", page.text("#section-blocks th[aria-sort=descending]"));
    page.show("timeline");
    long tasks = 0;
    for (String count : page.texts("table[aria-label=tasks] tbody td:nth-child(2)")) {
      tasks += grouped(count);
    }
    assertEquals(cycles, tasks, "the tasks are the whole");
    page.show("exceptions");
    long caused = 0;
    for (String count : page.texts("table[aria-label=Cause] tbody td:nth-child(8)")) {
      caused += grouped(count);
    }
    long kinds = 0;
    for (JsonNode kind : report.get("exceptions")) {
      kinds += kind.get("cycles").asLong();
    }
    assertEquals(kinds, caused);
    page.show("summary");
    assertTrue(page.text("#figure-9 h3").startsWith("Most cycles"));
    long most = 0;
    for (JsonNode program : report.get("programs")) {
      for (JsonNode f : program.get("mostInstructions")) {
        most = Math.max(most, f.get("cycles").asLong());
      }
    }
    assertTrue(page.text("#figure-9 b").startsWith(String.format("%,d", most)));
    assertEquals(cycles, programs(page), "the programs are the whole");
    page.driver().switchTo().activeElement().sendKeys("c");
    page.until("document.querySelector('#figure-9 h3').textContent.startsWith('Most instr')");
  }

  private static long programs(BrowserPage page) {
    return page.texts("table[aria-label=Programs] tbody td:nth-child(4)").stream()
        .mapToLong(SourcePageTest::grouped)
        .sum();
  }

  private static JsonNode function(JsonNode report, String table, String name) {
    for (JsonNode program : report.get("programs")) {
      for (JsonNode f : program.get(table)) {
        if (f.get("name").asText().equals(name)) {
          return f;
        }
      }
    }
    throw new AssertionError("no function " + name);
  }

  private static long grouped(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  private static long number(BrowserPage page, String expression) {
    return ((Number) page.value(expression)).longValue();
  }
}

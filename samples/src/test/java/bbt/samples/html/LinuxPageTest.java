package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages of whole Linux boots: their numbers, their size, and that a browser copes with them.
 */
@Tag("qemu")
@Tag("full")
final class LinuxPageTest {
  private static final int LARGEST = 4_000_000;

  @TempDir private static Path folder;

  private static Path loud;

  @BeforeAll
  static void boot() throws Exception {
    loud = booted("loud");
  }

  private static Path booted(String name, String... options) throws Exception {
    Path trace = folder.resolve(name + ".bbt");
    String[] words = {"boot", "linux", "--console", "none", "--bb-trace", trace.toString()};
    String[] all = Arrays.copyOf(words, words.length + options.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    Bbt.Outcome boot = Bbt.run(all);
    assertEquals(0, boot.code(), boot.err());
    return trace;
  }

  @Test
  void aBootOfFourBillionInstructionsIsASmallPage() throws Exception {
    Path html = folder.resolve("linux.html");
    Bbt.Outcome made = Bbt.run("report", loud.toString(), "--html", html.toString(), "--json");
    assertEquals(0, made.code(), made.err());
    JsonNode report = new ObjectMapper().readTree(made.out());
    assertTrue(Files.size(html) < LARGEST, "bytes: " + Files.size(html));
    try (BrowserPage page = BrowserPage.open(html)) {
      System.out.println(
          "page of "
              + Files.size(html)
              + " bytes: summary after "
              + page.value("Math.round(window.drawn)")
              + " ms");
      assertTrue(Pages.compare(page, report).size() > 60);
      for (String section : BrowserPage.SECTIONS) {
        timed(page, section);
        Pages.compare(page, report);
      }
      long total = report.get("instructions").asLong();
      assertEquals(
          total, number(page, "document.getElementById('section-flame').graph.tree.total[0]"));
      assertEquals(
          total,
          number(
              page,
              "functions().then(all => all.reduce((sum, f) => sum + f.self, 0)).then(self => data('functions').then(p => self + p.leftOutSelf))"));
      String view = "document.getElementById('section-timeline').timeline";
      assertEquals(
          total,
          number(
              page,
              view
                  + ".lanes.reduce((all, l) => all + l.modes.reduce((s, m) => s + m.at(-1), 0), 0)"));
      page.show("summary");
      page.element("[data-key='mostInstructions.name']").click();
      page.ready("function");
      assertEquals(report.at("/mostInstructions/name").asText(), page.text("#section-function h2"));
      long self = 0;
      for (String count : page.texts(".code .body .n:first-child")) {
        self += Long.parseLong(count.replace(",", ""));
      }
      assertEquals(report.at("/mostInstructions/self").asLong(), self, "its lines are the whole");
      assertEquals(List.of(), page.complaints());
    }
  }

  @Test
  void theDifferenceOfTwoBootsIsASmallPage() throws Exception {
    Path quiet = booted("quiet", "--append", "console=ttyS0 earlycon=sbi panic=-1 quiet");
    Path html = folder.resolve("diff.html");
    Bbt.Outcome made =
        Bbt.run(
            "diff",
            loud.toString(),
            quiet.toString(),
            "--html",
            html.toString(),
            "--json",
            "--top",
            "1000000");
    assertEquals(1, made.code(), made.err());
    JsonNode diff = new ObjectMapper().readTree(made.out());
    assertTrue(Files.size(html) < LARGEST, "bytes: " + Files.size(html));
    try (BrowserPage page = BrowserPage.open(html)) {
      int numbers = 0;
      // Of paths and edits the page has the largest; they are compared by what the page says of
      // all.
      for (String section :
          List.of(
              "summary",
              "divergence",
              "order",
              "flame",
              "functions",
              "paths",
              "tasks",
              "exceptions")) {
        timed(page, section);
        if (!section.equals("order")) {
          numbers += Pages.compare(page, diff).size();
          Pages.compareChanges(page, diff);
        }
        page.driver()
            .executeScript(
                "for (const s of document.querySelectorAll('main > section')) if (s.id !== 'section-flame') s.querySelectorAll('[data-key], [data-change]').forEach(e => { delete e.dataset.key; delete e.dataset.change; })");
      }
      assertTrue(numbers > 500, "numbers: " + numbers);
      JsonNode total = diff.at("/changes/instructions");
      String graph = "document.getElementById('section-flame').graph";
      assertEquals(total.get("instructionsA").asLong(), number(page, graph + ".tree.sum('a')[0]"));
      assertEquals(total.get("instructionsB").asLong(), number(page, graph + ".tree.sum('b')[0]"));
      assertEquals(List.of(), page.complaints());
    }
  }

  private static void timed(BrowserPage page, String section) {
    long start = System.nanoTime();
    page.show(section);
    System.out.println(section + ": " + (System.nanoTime() - start) / 1_000_000 + " ms");
  }

  private static long number(BrowserPage page, String expression) {
    return ((Number) page.value(expression)).longValue();
  }
}

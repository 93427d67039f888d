package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.conformance.prove.Run;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.translator.engine.EngineMode;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;

/** The page of mini's trace, used as a person would use it. */
@Tag("qemu")
final class HtmlPageTest {
  @TempDir private static Path folder;

  private static BrowserPage page;
  private static JsonNode report;

  @BeforeAll
  static void open() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    Run.mini("", EngineMode.INTERPRETER, trace, b -> b);
    Path html = folder.resolve("mini.html");
    Bbt.Outcome made =
        InProcess.outcome("report", trace.toString(), "--html", html.toString(), "--json");
    assertEquals(0, made.code(), made.err());
    report = new ObjectMapper().readTree(made.out());
    page = BrowserPage.open(html);
  }

  @AfterAll
  static void close() {
    if (page != null) {
      page.close();
    }
  }

  @AfterEach
  void noComplaints() {
    assertEquals(List.of(), page.complaints());
  }

  @Test
  void theSummarySaysWhatTheJsonSays() {
    page.show("summary");
    List<String> seen = Pages.compare(page, report);
    assertTrue(seen.size() > 60, () -> "numbers on the page: " + seen);
    assertTrue(seen.contains("instructions") && seen.contains("trace.packets.exception"));
    assertEquals(10, page.elements("#figure-9 .chart a").size());
    String most = report.at("/mostInstructions/name").asText();
    assertEquals(most, page.texts("#figure-9 .chart a").getFirst());
    assertEquals(
        report.at("/mostCalled/name").asText(), page.texts("#figure-10 .chart a").getFirst());
  }

  @Test
  void functionsSortFilterAndOpen() {
    page.show("functions");
    assertEquals(first(report, "mostInstructions"), page.text("#section-functions td.name"));
    page.element("#section-functions th:nth-child(7) button").click();
    assertEquals(report.at("/mostCalled/name").asText(), page.text("#section-functions td.name"));
    assertEquals(
        List.of("descending"),
        page.elements("#section-functions th[aria-sort]").stream()
            .map(e -> e.getAttribute("aria-sort"))
            .toList());
    page.element("#section-functions th:nth-child(7) button").click();
    assertEquals("0", page.text("#section-functions tbody tr td:nth-child(7)"));
    page.type("#section-functions input", "counted_FIB");
    assertEquals(List.of("counted_fibonacci"), page.texts("#section-functions td.name"));
    page.type("#section-functions input", "/^counted_(odd|even)$/");
    assertEquals(2, page.elements("#section-functions td.name").size());
    page.element("#section-functions td.name a").click();
    page.ready("function");
    assertTrue(page.text("#section-function h2").startsWith("counted_"));
    page.type("#section-functions input");
  }

  private static String first(JsonNode report, String table) {
    String name = "";
    long most = -1;
    for (JsonNode program : report.get("programs")) {
      JsonNode f = program.get(table).get(0);
      if (f.get("self").asLong() > most) {
        most = f.get("self").asLong();
        name = f.get("name").asText();
      }
    }
    return name;
  }

  @Test
  void aFunctionNamesItsCallersAndCallees() {
    page.show("functions");
    page.type("#section-functions input", "quick_sort");
    page.element("#section-functions td.name a").click();
    page.ready("function");
    List<String> callers = page.texts("table[aria-label='Called by'] td.name");
    assertTrue(callers.contains("compute") && callers.contains("quick_sort"), callers.toString());
    page.show("functions");
    page.type("#section-functions input");
  }

  @Test
  void theFlameGraphZoomsAndFinds() {
    page.show("flame");
    long total = report.get("instructions").asLong();
    String graph = "document.getElementById('section-flame').graph";
    assertEquals(total, page.number(graph + ".tree.total[0]"));
    assertEquals(total, page.number(graph + ".tree.self.reduce((a, b) => a + b, 0)"));
    assertEquals(0, page.number(graph + ".zoomed"));

    // The widest frame of the second row: a click makes it as wide as the page.
    String box = "document.querySelector('#section-flame canvas').getBoundingClientRect()";
    page.click(page.number(box + ".left") + 300, page.number(box + ".top") + 2 * 19 + 9);
    long zoomed = page.number(graph + ".zoomed");
    assertTrue(zoomed > 0);
    assertTrue(page.text("#tip").contains("Instructions"), "a tooltip names the frame");
    String detail = page.text("#section-flame .detail");
    String count = String.format("%,d", page.number(graph + ".tree.total[" + zoomed + "]"));
    assertTrue(detail.contains(count + " instructions"), detail);
    page.element("#section-flame canvas").sendKeys(Keys.ESCAPE);
    assertEquals(0, page.number(graph + ".zoomed"));
    page.element("#section-flame canvas").sendKeys(Keys.ARROW_DOWN, Keys.ENTER);
    assertEquals(1, page.number(graph + ".zoomed"), "keys reach the first child");
    page.element("#section-flame canvas").sendKeys(Keys.ESCAPE);

    page.type("#section-flame input", "quick_sort");
    long inclusive = -1;
    for (JsonNode program : report.get("programs")) {
      for (JsonNode f : program.get("mostInstructionsInclusive")) {
        if (f.get("name").asText().equals("quick_sort")) {
          inclusive = f.get("inclusive").asLong();
        }
      }
    }
    assertEquals(inclusive, page.number(graph + ".matchedTotal"), "what is found, recursion once");
    page.type("#section-flame input");
  }

  @Test
  void theFlameGraphShowsEachTaskAndEitherOrder() {
    page.show("flame");
    String graph = "document.getElementById('section-flame').graph";
    WebElement choice = page.element("#section-flame select");
    List<WebElement> tasks = choice.findElements(By.tagName("option"));
    assertTrue(tasks.size() > 3, "mini has tasks");
    long sum = 0;
    for (WebElement task : tasks.subList(2, tasks.size())) {
      task.click();
      sum += page.number(graph + ".tree.total[0]");
    }
    assertEquals(report.get("instructions").asLong(), sum, "the tasks are the whole");
    tasks.getFirst().click();
    page.element("#section-flame [aria-label=Order] button:last-child").click();
    assertEquals(report.get("instructions").asLong(), page.number(graph + ".tree.total[0]"));
    String leaf = (String) page.value(graph + ".tree.of(1).name");
    assertEquals(first(report, "mostInstructions"), leaf);
    page.element("#section-flame [aria-label=Order] button:first-child").click();
  }

  @Test
  void theCallTreeOpensAndFilters() {
    page.show("tree");
    String all = "table[aria-label='Call tree'] tbody tr";
    assertEquals(
        String.format("%,d", report.get("instructions").asLong()),
        page.text(all + " td:nth-child(2)"));
    int open = page.elements(all).size();
    page.element(all + ":nth-child(2) .opener").click();
    assertTrue(page.elements(all).size() < open, "a row closes");
    page.element(all + ":nth-child(2) .opener").click();
    page.type("#section-tree input", "fill_page");
    assertTrue(page.elements("tr.hit").size() > 0);
    for (String hit : page.texts("tr.hit td.name")) {
      assertTrue(hit.contains("fill_page"), hit);
    }
    page.type("#section-tree input");
  }

  @Test
  void aFunctionShowsItsInstructionsWithCounts() {
    page.show("functions");
    page.type("#section-functions input", "counted_fibonacci");
    page.element("#section-functions td.name a").click();
    page.ready("function");
    long self = 0;
    long entered = 0;
    for (JsonNode program : report.get("programs")) {
      for (JsonNode f : program.get("mostInstructions")) {
        if (f.get("name").asText().equals("counted_fibonacci")) {
          self = f.get("self").asLong();
          entered = f.get("calls").asLong();
        }
      }
    }
    String counts =
        "[...document.querySelectorAll('.code .body .n:first-child')].map(e => Number(e.textContent.replaceAll(',', '')))";
    assertEquals(
        self, page.number(counts + ".reduce((a, b) => a + b, 0)"), "the lines are the whole");
    assertEquals(entered, page.number(counts + "[0]"));
    List<String> taken = page.texts(".code .taken");
    assertTrue(
        taken.size() > 0 && taken.stream().allMatch(t -> t.endsWith(" %")), taken.toString());
    assertTrue(page.elements(".code .jumps path").size() > 0, "jumps have arrows");
    // It calls itself: the link of its call leads to this page.
    assertTrue(page.texts(".code .insn a").contains("counted_fibonacci"));
    page.show("functions");
    page.type("#section-functions input");
  }

  /** What README and the summary say is all that is used here. */
  @Test
  void aNewcomerFindsTheHottestFunctionAndItsInstructions() {
    page.show("summary");
    WebElement row =
        page.elements("table[aria-label='Boot profile'] tr").stream()
            .filter(r -> r.getText().startsWith("Function with most instructions"))
            .findFirst()
            .orElseThrow();
    row.findElement(By.tagName("a")).click();
    page.ready("function");
    assertEquals(report.at("/mostInstructions/name").asText(), page.text("#section-function h2"));
    long most = 0;
    long sum = 0;
    for (String count : page.texts(".code .body .n:first-child")) {
      long executed = Long.parseLong(count.replace(",", ""));
      most = Math.max(most, executed);
      sum += executed;
    }
    assertEquals(report.at("/mostInstructions/self").asLong(), sum);
    page.element("a.hottest").click();
    page.until("document.querySelector('.code .here')");
    assertEquals(String.format("%,d", most), page.text(".code .here .n"));
    String box = "document.querySelector('.code .here').getBoundingClientRect()";
    assertTrue(page.number(box + ".top") >= 0, "it is in view");
    assertTrue(page.number(box + ".bottom - innerHeight") <= 0, "it is in view");
    assertTrue(
        page.texts(".code .taken").stream().anyMatch(t -> t.endsWith(" %")), "branches are told");
    page.driver().navigate().back();
    page.driver().navigate().back();
    page.ready("summary");
  }

  @Test
  void anAddressIsAPlaceOfThePage() {
    page.show("flame");
    page.type("#section-flame input", "quick_sort");
    page.elements("[aria-label=Direction] button").getLast().click();
    page.element("#section-flame canvas").sendKeys(Keys.ARROW_UP, Keys.ENTER);
    String graph = "document.getElementById('section-flame').graph";
    long zoomed = page.number(graph + ".zoomed");
    long found = page.number(graph + ".matchedTotal");
    assertTrue(zoomed > 0 && found > 0);
    String link = page.value("location.hash").toString();
    page.show("functions?q=counted_leaf&sort=0");
    assertEquals(List.of("counted_leaf"), page.texts("#section-functions td.name"));
    assertEquals("ascending", page.element("#section-functions th").getAttribute("aria-sort"));
    page.show("flame");
    assertEquals(0, page.number(graph + ".zoomed"), "without a state all is as at first");
    page.show(link.substring(1));
    assertEquals(zoomed, page.number(graph + ".zoomed"));
    assertEquals(found, page.number(graph + ".matchedTotal"));
    assertEquals(true, page.value(graph + ".upward"));
    // The navigation leads back to what was left.
    page.element("#nav a:nth-child(3)").click();
    page.ready("tree");
    page.element("#nav a:nth-child(2)").click();
    page.ready("flame");
    assertEquals(zoomed, page.number(graph + ".zoomed"));
    page.show("timeline?at=1000000-2000000&axis=time");
    String shown = page.text("#section-timeline .detail");
    assertTrue(shown.contains("1,000,000 to 2,000,000"), shown);
    page.show("exceptions?cause=breakpoint");
    assertTrue(page.text("#section-exceptions h3").startsWith("breakpoint"));
    page.show("timeline");
    page.show("flame");
  }

  @Test
  void keysLeadThroughThePage() {
    page.show("summary");
    page.driver().switchTo().activeElement().sendKeys("?");
    assertTrue(page.text("dialog").contains("to the search field"));
    page.driver().switchTo().activeElement().sendKeys(Keys.ESCAPE);
    page.until("!document.querySelector('dialog')");
    page.driver().switchTo().activeElement().sendKeys("4");
    page.ready("functions");
    page.driver().switchTo().activeElement().sendKeys("/");
    page.driver().switchTo().activeElement().sendKeys("2?");
    assertEquals("2?", page.element("#section-functions input").getAttribute("value"));
    page.driver().switchTo().activeElement().sendKeys(Keys.ESCAPE);
    page.element("body").sendKeys("]");
    page.ready("blocks");
    page.element("body").sendKeys("[", "[");
    page.ready("tree");
    page.show("functions");
  }

  /** compute calls counted_leaf 12,345 times in a loop: its branch goes back once less. */
  @Test
  void takenSharesAreThoseOfTheBranches() {
    page.show("functions?q=%2F%5Ecompute%24%2F");
    page.element("#section-functions td.name a").click();
    page.ready("function");
    List<WebElement> loop =
        page.elements(".code .body > [role=row]").stream()
            .filter(row -> row.findElement(By.cssSelector(".n")).getText().equals("12,345"))
            .flatMap(row -> row.findElements(By.cssSelector(".taken")).stream())
            .toList();
    assertEquals(1, loop.size(), "branches of the loop");
    assertEquals("99.99 %", loop.getFirst().getText());
    assertEquals("taken 12,344 times, not taken 1 times", loop.getFirst().getAttribute("title"));
  }

  private static long grouped(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  @Test
  void coverageOfProgramsIsThatOfTheirFunctions() {
    page.show("coverage");
    List<?> sums =
        (List<?>)
            page.value(
                "data('code').then(code => { const s = [0, 0, 0]; for (const f of Object.values(code.functions)) for (const [row, taken] of Object.entries(f.taken)) { s[0]++; if (taken > 0 && taken < f.count[row]) s[1]++; if (taken === 0) s[2]++; } return s; })");
    String program = "table[aria-label='coverage by program'] tbody td:nth-child(%d)";
    for (int i = 0; i < 3; i++) {
      int column = List.of(5, 6, 9).get(i);
      long sum =
          page.texts(String.format(program, column)).stream()
              .mapToLong(HtmlPageTest::grouped)
              .sum();
      assertEquals(((Number) sums.get(i)).longValue(), sum, "column " + column);
      assertTrue(sum > 0);
    }
  }

  @Test
  void hotBlocksLeadToTheirInstructions() {
    page.show("blocks");
    String row = "table[aria-label='hot basic blocks'] tbody tr:first-child ";
    String address = page.text(row + "code").substring(2);
    String executed = page.text(row + "td:nth-child(6)");
    page.element(row + "a").click();
    page.ready("function");
    assertEquals(address, page.text(".code .here .address"));
    assertEquals(executed, page.text(".code .here .n"));
  }

  @Test
  void coverageCountsEachInstructionOnce() {
    page.show("coverage");
    page.type("#section-coverage input", "counted_leaf");
    List<String> cells = page.texts("table[aria-label='coverage by function'] tbody td");
    assertEquals("4", cells.get(2), "instructions of counted_leaf: " + cells);
    assertEquals("≤ 100.00 %", cells.get(3), "no column of dashes: " + cells);
    page.type("#section-coverage input");
  }

  @Test
  void theTimelineAddsUpAndZooms() {
    page.show("timeline");
    String view = "document.getElementById('section-timeline').timeline";
    String last = view + ".bins";
    long total = report.get("instructions").asLong();
    assertEquals(
        total,
        page.number(view + ".lanes[0].modes.reduce((sum, mode) => sum + mode[" + last + "], 0)"));
    for (String kind : List.of("systemCall", "mmuException", "interruptRequest", "firmware")) {
      assertEquals(
          report.at("/exceptions/" + kind + "/count").asLong(),
          page.number(
              view
                  + ".lanes[0].exceptions.find(e => e.kind === '"
                  + kind
                  + "').sums["
                  + last
                  + "]"),
          kind);
    }
    assertEquals(total, page.number(view + ".to - " + view + ".from"));
    List<WebElement> tools = page.elements("#section-timeline .tools button");
    tools.stream().filter(b -> b.getText().equals("Zoom in")).findFirst().orElseThrow().click();
    assertEquals(total / 2.0, page.number(view + ".to - " + view + ".from"), 1);
    page.element("#section-timeline canvas").sendKeys(Keys.ARROW_LEFT, "+");
    assertEquals(total * 0.3, page.number(view + ".to - " + view + ".from"), 1);
    new Actions(page.driver())
        .scrollFromOrigin(
            WheelInput.ScrollOrigin.fromElement(page.element("#section-timeline canvas")), 0, 50)
        .perform();
    assertTrue(page.number(view + ".to - " + view + ".from") > total * 0.3, "the wheel zooms out");
    page.element("#section-timeline canvas").sendKeys(Keys.HOME);
    assertTrue(
        page.text("#section-timeline .detail").contains(String.format("%,d of them", total)));
    page.elements("[aria-label=Axis] button").getLast().click();
    double seconds = report.at("/reconstruction/guestSeconds").asDouble();
    double shown = ((Number) page.value(view + ".to - " + view + ".from")).doubleValue();
    assertEquals(seconds, shown, seconds / 100, "all of the guest time");
    page.elements("[aria-label=Axis] button").getFirst().click();
    long tasks = 0;
    for (String count : page.texts("table[aria-label=tasks] tbody td:nth-child(2)")) {
      tasks += Long.parseLong(count.replace(",", ""));
    }
    assertEquals(total, tasks, "the tasks are the whole");
  }

  @Test
  void coloursChangeAndAreKeptApart() {
    page.show("summary");
    String back = "getComputedStyle(document.body).backgroundColor";
    page.until("document.documentElement.dataset.scheme === undefined");
    WebElement button = page.element("#scheme");
    button.click();
    Object light = page.value(back);
    button.click();
    assertEquals("Colours: dark", button.getText());
    assertTrue(!light.equals(page.value(back)), "dark is another background than " + light);
    button.click();
  }

  @Test
  void exceptionsHaveHistograms() {
    page.show("exceptions");
    Pages.compare(page, report);
    page.elements("#section-exceptions button.pick").stream()
        .filter(b -> b.getText().equals("supervisor timer interrupt"))
        .findFirst()
        .orElseThrow()
        .click();
    long interrupts = report.at("/exceptions/interruptRequest/count").asLong();
    assertEquals(
        String.format("%,d", interrupts),
        page.text("#section-exceptions dl.row dd"),
        "all of them");
    Object bars =
        page.value(
            "[...document.querySelector('.histogram').children].reduce((sum, c) => sum + Number(/: ([0-9,]+) times/.exec(c.title)[1].replaceAll(',', '')), 0)");
    assertEquals(interrupts, ((Number) bars).longValue(), "the bars are the whole");
  }

  @Test
  void whatWasTracedIsThere() {
    page.show("trace");
    String text = page.text("#section-trace");
    assertTrue(text.contains("bbt report ") && text.contains("--html"), text);
    report
        .at("/trace/header")
        .fieldNames()
        .forEachRemaining(key -> assertTrue(text.contains(key), key));
  }

  @Test
  void nothingOverflowsAtEitherWidth() {
    page.nothingOverflows(
        "summary", "flame", "tree", "functions", "timeline", "exceptions", "trace");
  }
}

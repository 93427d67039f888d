package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page of {@code bbt diff}: mini against a mini that calls more, less and something else. */
@Tag("qemu")
final class DiffPageTest {
  @TempDir private static Path folder;

  private static BrowserPage page;
  private static JsonNode diff;
  private static String committed;

  @BeforeAll
  static void open() throws Exception {
    committed = boot("a", MiniBuild.changed(folder.resolve("a.elf"), (file, text) -> text));
    String other = boot("b", MiniBuild.changed(folder.resolve("b.elf"), DiffPageTest::changed));
    Path html = folder.resolve("diff.html");
    Bbt.Outcome made =
        InProcess.outcome(
            "diff", "--json", "--top", "1000000", committed, other, "--html", html.toString());
    assertEquals(1, made.code(), made.err());
    diff = new ObjectMapper().readTree(made.out());
    page = BrowserPage.open(html);
  }

  private static String changed(String file, String text) {
    return file.equals("user.c")
        ? text.replace("LEAF_CALLS 12345", "LEAF_CALLS 15000")
            .replace("quick_sort(numbers, 0, 2999);", "")
            .replace(
                "static NOINLINE u64 compute(void) {",
                "NOINLINE u64 counted_new(u64 n) { return n < 2 ? n : 3 * counted_new(n - 1); }\n"
                    + "static NOINLINE u64 compute(void) {")
            .replace(
                "hash = mix(hash, counted_fibonacci(FIBONACCI));",
                "hash = mix(hash, counted_fibonacci(FIBONACCI)); hash = mix(hash, counted_new(4000));")
        : text;
  }

  private static String boot(String name, Path guest) throws Exception {
    String trace = folder.resolve(name + ".bbt").toString();
    Bbt.Outcome run =
        InProcess.outcome("boot", guest.toString(), "--console", "none", "--bb-trace", trace);
    assertTrue(run.code() < 64, run.err());
    return trace;
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

  private static JsonNode function(String name) {
    for (JsonNode f : diff.at("/changes/functions")) {
      if (f.get("name").asText().equals(name)) {
        return f;
      }
    }
    throw new AssertionError("no function " + name);
  }

  @Test
  void everyNumberIsThatOfTheJson() {
    int changes = 0;
    for (String section :
        List.of(
            "divergence",
            "order",
            "causes",
            "functions",
            "paths",
            "tasks",
            "exceptions",
            "summary")) {
      page.show(section);
      assertTrue(!Pages.compare(page, diff).isEmpty(), section);
      changes += Pages.compareChanges(page, diff);
    }
    assertTrue(changes > 200, "changes on the page: " + changes);
    long change = diff.at("/changes/instructions/change").asLong();
    assertNotEquals(0, change);
    assertEquals(String.format("%,d", Math.abs(change)), page.text("p.verdict .total"));
    assertTrue(page.text("p.verdict").contains(change > 0 ? "more than A" : "fewer than A"));
    assertTrue(
        page.text("#facts").contains(String.format("%+,d", change).replace('-', '\u2212')),
        page.text("#facts"));
  }

  @Test
  void causesHaveBarsToBothSides() {
    page.show("summary");
    List<String> names = page.texts("[aria-label='What caused it'] > a");
    List<String> wanted = new ArrayList<>();
    for (JsonNode f : diff.at("/changes/causes")) {
      wanted.add(f.get("name").asText());
    }
    for (int i = 0; i < names.size(); i++) {
      assertTrue(names.get(i).contains(wanted.get(i)), names.get(i) + ": " + wanted.get(i));
    }
    String bars = "[...document.querySelectorAll('[aria-label=\"What caused it\"] .changebar i')]";
    for (int i = 0; i < names.size(); i++) {
      long change = diff.at("/changes/causes/" + i + "/change").asLong();
      assertEquals(change > 0 ? "more" : "less", page.value(bars + "[" + i + "].className"));
    }
    // What is called more often, no more and anew is what its caller does otherwise.
    assertTrue(wanted.contains("compute"), wanted::toString);
    assertTrue(!wanted.contains("quick_sort") && !wanted.contains("counted_new"), wanted::toString);
  }

  @Test
  void bothSidesOfTheDivergenceStandBesideEachOther() {
    page.show("divergence");
    String box = "document.querySelector('#section-divergence .sides .%s').getBoundingClientRect()";
    assertEquals(
        page.number(String.format(box, "a") + ".top"),
        page.number(String.format(box, "b") + ".top"));
    for (String side : List.of("a", "b")) {
      JsonNode its = diff.at("/divergence/" + side);
      String text = page.text("#section-divergence .sides ." + side);
      assertTrue(text.contains(its.get("next").asText().replace('\t', ' ')), text);
      for (JsonNode line : its.get("after")) {
        assertTrue(text.contains(line.get("outcome").asText()), text);
      }
    }
    List<WebElement> way = page.elements("table[aria-label='The way there'] tbody tr");
    String last = way.getLast().getText();
    JsonNode line = diff.at("/divergence/lastLine");
    for (String key : List.of("place", "text")) {
      assertTrue(last.contains(line.get(key).asText()), last);
    }
    assertTrue(last.contains(String.format("%,d", line.get("hartInstructions").asLong())), last);
    assertTrue(last.contains("last in both"), last);
    assertEquals(1, page.elements("#section-divergence tr.last").size());
  }

  /** All that the text report says beside its tables. */
  @Test
  void thePageSaysWhatTheTextSays() throws Exception {
    Bbt.Outcome told = InProcess.outcome("diff", committed, folder.resolve("b.bbt").toString());
    List<String> text = told.out().lines().toList();
    page.show("summary");
    String parts = page.text("#section-summary p.parts").replace('\u2212', '-');
    assertTrue(text.contains(parts), parts + told.out());
    page.show("divergence");
    List<String> commands = page.texts("#section-divergence p.command");
    assertEquals(2, commands.size());
    for (String command : commands) {
      assertTrue(text.contains("  " + command), command + told.out());
    }
    long at = diff.at("/divergence/lookAt").asLong();
    assertTrue(commands.getFirst().endsWith(committed + " --at " + at), commands.toString());
    // One stack if it is the same in both, else one of each.
    boolean common = text.contains("Call stack in both, innermost first");
    assertEquals(common ? 1 : 2, page.elements("#section-divergence table.stack").size());
    int head = text.indexOf("Call stack in " + (common ? "both" : "A") + ", innermost first");
    List<String> rows =
        page.texts(
            "table[aria-label='Call stack in " + (common ? "both" : "A") + "'] td:nth-child(2)");
    assertTrue(head > 0 && !rows.isEmpty(), told.out());
    for (int i = 0; i < rows.size(); i++) {
      assertEquals(rows.get(i), text.get(head + 1 + i).strip().split(" +")[1]);
    }
  }

  /** Both sides, beside each other or below, with every column in view. */
  @Test
  void theDivergenceFitsItsWindow() {
    String wide =
        "Math.max(...[...document.querySelectorAll('#section-divergence *')]"
            + ".map(e => Math.ceil(e.getBoundingClientRect().right))) - document.documentElement.clientWidth";
    String inside =
        "[...document.querySelectorAll('#section-divergence .sides table')].filter(t =>"
            + " t.getBoundingClientRect().right > t.parentElement.getBoundingClientRect().right).length";
    try {
      for (int width : List.of(1000, 1300, 1800)) {
        page.resize(width, 1000);
        page.show("divergence");
        assertTrue(page.number(wide) <= 0, width + ": " + page.number(wide) + " pixels too wide");
        assertEquals(0, page.number(inside), "a table leaves its box at " + width);
        String top =
            "document.querySelector('#section-divergence .sides .%s').getBoundingClientRect().top";
        boolean beside =
            page.number(String.format(top, "a")) == page.number(String.format(top, "b"));
        assertEquals(width >= 1300, beside, "beside each other at " + width);
      }
    } finally {
      page.resize(1280, 900);
    }
  }

  @Test
  void theFlameGraphHasBothRuns() {
    page.show("flame");
    String graph = "document.getElementById('section-flame').graph";
    JsonNode total = diff.at("/changes/instructions");
    assertEquals(total.get("instructionsA").asLong(), page.number(graph + ".tree.sum('a')[0]"));
    assertEquals(total.get("instructionsB").asLong(), page.number(graph + ".tree.sum('b')[0]"));
    assertTrue(page.number(graph + ".tree.total[0]") >= Math.abs(total.get("change").asLong()));

    page.type("#section-flame input", "/^quick_sort$/");
    long gone = function("quick_sort").get("inclusiveA").asLong();
    assertEquals(gone, page.number(graph + ".matchedTotal"), "what vanished is as wide as it was");
    assertEquals("vanished", lookAt("quick_sort"));
    page.type("#section-flame input", "/^counted_new$/");
    long added = function("counted_new").get("inclusiveB").asLong();
    assertEquals(added, page.number(graph + ".matchedTotal"));
    assertEquals("appeared", lookAt("counted_new"));
    page.type("#section-flame input", "/^counted_leaf$/");
    JsonNode leaf = function("counted_leaf");
    String own =
        graph
            + ".tree.self.reduce((sum, own, n) => sum + ("
            + graph
            + ".tree.of(n).name === 'counted_leaf' ? own : 0), 0)";
    assertEquals(Math.abs(leaf.get("change").asLong()), page.number(own));
    assertEquals("plain", lookAt("counted_leaf"));
    page.elements("[aria-label=Width] button").getLast().click();
    long more = Math.max(leaf.get("instructionsA").asLong(), leaf.get("instructionsB").asLong());
    assertEquals(more, page.number(own), "the other width");
    assertTrue(page.value("location.hash").toString().contains("width=both"));
    page.type("#section-flame input");
  }

  /** Zooms to a function and says how its frame is drawn. */
  private static String lookAt(String name) {
    String graph = "document.getElementById('section-flame').graph";
    page.driver()
        .executeScript(
            "const g = "
                + graph
                + "; g.match = null; let n = 0; while (g.tree.of(n).name !== arguments[0]) n++;"
                + "g.zoom(n); g.selected = -1; g.find(null);",
            name);
    // The right half of the frame's middle line: no text is there.
    String look =
        "(() => { const g = "
            + graph
            + "; const c = g.canvas, r = devicePixelRatio, scratch = document.createElement('canvas');"
            + "scratch.width = c.width; scratch.height = c.height; const p = scratch.getContext('2d', {willReadFrequently: true}); p.drawImage(c, 0, 0);"
            + "const row = g.tree.depth[g.zoomed];"
            + "const y = Math.round((row * 19 + 10) * r), x = Math.round(c.width * 0.6), w = Math.round(c.width * 0.35);"
            + "const d = p.getImageData(x, y, w, 1).data; const seen = new Set();"
            + "for (let i = 0; i < d.length; i += 4) seen.add(d[i] + ',' + d[i + 1] + ',' + d[i + 2]);"
            + "const e = p.getImageData(x, Math.round((row * 19 + 1) * r), 1, 1).data;"
            + "const dark = e[0] + e[1] + e[2] < 200;"
            + "return seen.size > 1 ? 'vanished' : dark ? 'appeared' : 'plain'; })()";
    return (String) page.value(look);
  }

  @Test
  void tablesSortFilterAndTellWhatBecameOfEach() {
    page.show("functions");
    String name = "#section-functions td.name";
    long most = -1;
    String wanted = "";
    for (JsonNode f : diff.at("/changes/functions")) {
      if (Math.abs(f.get("change").asLong()) > most) {
        most = Math.abs(f.get("change").asLong());
        wanted = f.get("name").asText();
      }
    }
    assertTrue(page.texts(name).getFirst().endsWith(wanted), page.texts(name).getFirst());
    WebElement fate = page.element("#section-functions select");
    fate.sendKeys("Only in A");
    assertEquals(
        List.of("\u2212quick_sort"),
        page.texts(name).stream().filter(n -> n.contains("sort")).toList());
    assertTrue(page.value("location.hash").toString().contains("fate=vanished"));
    page.show("functions?fate=appeared&q=counted");
    assertEquals(List.of("+counted_new"), page.texts(name));
    page.element("#section-functions td.name a").click();
    page.ready("flame");
    assertTrue(
        page.number("document.getElementById('section-flame').graph.matchedCount") > 0,
        "a function is found in the flame graph");
  }

  @Test
  void editsAreInOrderOfTimeOnTwoTracks() {
    page.show("order");
    JsonNode script = diff.at("/changes/script");
    JsonNode edits = script.get("largest");
    assertEquals(script.get("edits").asInt(), edits.size());
    assertEquals(
        diff.at("/changes/instructions/change").asLong(),
        script.get("change").asLong() + script.get("interrupts").asLong());
    List<String> names = new ArrayList<>();
    for (JsonNode e : edits) {
      names.add(e.get("path").isEmpty() ? e.get("task").asText() : last(e.get("path")));
    }
    assertTrue(names.contains("quick_sort") && names.contains("counted_new"), names.toString());
    assertEquals(edits.size(), page.elements("#section-order tbody tr").size());

    String view = "document.getElementById('section-order').view";
    int chosen = names.indexOf("quick_sort");
    page.elements("#section-order .pick").stream()
        .filter(b -> b.getText().equals("quick_sort"))
        .findFirst()
        .orElseThrow()
        .click();
    assertEquals(chosen, page.number(view + ".chosen.i"));
    long at = edits.get(chosen).get("clockA").asLong();
    assertTrue(
        page.number(view + ".from") <= at && at <= page.number(view + ".to"), "it is in view");
    assertTrue(page.text("#section-order .detail").contains("--at " + at));
    // The block of what vanished is on the track of A, at its place and as wide as it was.
    String block = view + ".drawn.find(d => d[0].i === " + chosen + ")";
    assertEquals(0, page.number(block + "[1]"));
    double scale =
        ((Number) page.value("(" + view + ".width - 34) / (" + view + ".to - " + view + ".from)"))
            .doubleValue();
    double wide = ((Number) page.value(block + "[3] - " + block + "[2] - 4")).doubleValue();
    assertEquals(edits.get(chosen).get("instructionsA").asLong() * scale, wide, 1);

    double left = ((Number) page.value(block + "[2] + 2")).doubleValue();
    assertEquals(34 + (at - page.number(view + ".from")) * scale, left, 1);
    String link = page.value("location.hash").toString();
    assertTrue(link.contains("edit=" + chosen), link);
    page.show("summary");
    page.show(link.substring(1));
    assertEquals(chosen, page.number(view + ".chosen.i"), "the address holds what was chosen");
    page.element("#section-order canvas").sendKeys("n");
    assertEquals(Math.min(chosen + 1, edits.size() - 1), page.number(view + ".chosen.i"));
    page.element("#section-order canvas").sendKeys(Keys.HOME);
    assertEquals(0, page.number(view + ".from"));
  }

  /** The tracks show what the list does. */
  @Test
  void theTracksDrawWhatIsFiltered() {
    page.show("order");
    String view = "document.getElementById('section-order').view";
    long all = page.number(view + ".edits.length");
    page.type("#section-order input", "/^quick_sort/");
    int rows = page.elements("#section-order tbody tr").size();
    assertTrue(rows > 0 && rows < all, rows + " of " + all);
    assertEquals(rows, page.number(view + ".edits.length"));
    assertEquals(
        0,
        page.number(view + ".drawn.filter(d => !d[0].name.startsWith('quick_sort')).length"),
        "nothing else is drawn");
    page.type("#section-order input");
    assertEquals(all, page.number(view + ".edits.length"));
    WebElement kind = page.element("#section-order select");
    kind.sendKeys("Only in A");
    assertEquals(0, page.number(view + ".drawn.filter(d => d[0].kind !== 'vanished').length"));
    assertTrue(page.number(view + ".drawn.length") > 0);
    kind.sendKeys("All kinds");
  }

  private static String last(JsonNode path) {
    return path.get(path.size() - 1).asText();
  }

  @Test
  void theSameRunHasNothingToShow() throws Exception {
    Path html = folder.resolve("same.html");
    String again = boot("again", folder.resolve("a.elf"));
    Bbt.Outcome made = InProcess.outcome("diff", committed, again, "--html", html.toString());
    assertEquals(0, made.code(), made.err());
    try (BrowserPage same = BrowserPage.open(html)) {
      assertEquals(List.of("Summary"), same.texts("#nav a"));
      assertTrue(same.text("p.verdict").startsWith("Identical: "), same.text("p.verdict"));
      assertEquals(List.of(), same.complaints());
    }
  }

  @Test
  void groupsShowEveryRun() throws Exception {
    Path html = folder.resolve("groups.html");
    String a = boot("first", folder.resolve("a.elf"));
    String b = boot("second", folder.resolve("b.elf"));
    Bbt.Outcome made =
        InProcess.outcome(
            "diff",
            "--json",
            "--top",
            "1000",
            committed,
            a,
            "--against",
            b,
            "--html",
            html.toString());
    JsonNode groups = new ObjectMapper().readTree(made.out());
    assertTrue(groups.get("functions").size() > 1, made.out());
    try (BrowserPage shown = BrowserPage.open(html)) {
      assertTrue(Pages.compare(shown, groups).size() > 3 * groups.get("functions").size());
      assertEquals(groups.get("functions").size(), Pages.compareChanges(shown, groups));
      assertTrue(shown.text("p.verdict").startsWith("Told apart"), shown.text("p.verdict"));
      assertEquals(3, shown.elements("dl.row .dots i").size(), "a dot for each run");
      assertEquals(3, shown.elements("ul.plain li").size());
      assertEquals(List.of(), shown.complaints());
    }
  }

  @Test
  void nothingOverflowsAtEitherWidth() {
    page.nothingOverflows("summary", "divergence", "order", "flame", "functions", "exceptions");
  }
}

package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.Bbt;
import bbt.samples.prove.Run;
import bbt.translator.engine.EngineMode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a binary that has debugging information the page shows source: mini, compiled again. */
@Tag("qemu")
final class SourcePageTest {
  private static final Path SOURCES =
      Path.of(System.getProperty("bbt.root"), "samples/src/guest/mini");

  @TempDir private Path folder;

  /** The same code as the committed one: what the compiler writes beside it is all that differs. */
  private Path withDebugging() throws Exception {
    Path copy = Files.createDirectory(folder.resolve("mini"));
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        String text = Files.readString(file);
        boolean script = file.endsWith("build.sh");
        Files.writeString(
            copy.resolve(file.getFileName()), script ? text.replace("-g0", "-g") : text);
      }
    }
    Path elf = folder.resolve("mini-g.elf");
    Process build =
        new ProcessBuilder("sh", copy.resolve("build.sh").toString(), elf.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(build.getInputStream().readAllBytes());
    assertEquals(0, build.waitFor(), said);
    return elf;
  }

  @Test
  void sourceLinesHaveCountsAndText() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    Run.mini("", EngineMode.INTERPRETER, trace, b -> b);
    Path html = folder.resolve("mini.html");
    Bbt.Outcome made =
        Bbt.run(
            "report",
            trace.toString(),
            "--binary",
            withDebugging().toString(),
            "--source-path",
            SOURCES.toString(),
            "--cost-model",
            Path.of(System.getProperty("bbt.root"), "docs/cost-model.txt").toString(),
            "--html",
            html.toString(),
            "--json");
    assertEquals(0, made.code(), made.err());
    try (BrowserPage page = BrowserPage.open(html)) {
      List<String> seen = Pages.compare(page, new ObjectMapper().readTree(made.out()));
      assertTrue(seen.contains("cycles") && seen.contains("exceptions.mmuException.cycles"));
      page.show("coverage");
      page.type("#section-coverage div:nth-of-type(4) input", "user.c");
      page.elements("table[aria-label='coverage by source file'] a").getFirst().click();
      page.ready("source");
      assertTrue(page.text("#section-source h2").endsWith("user.c"));
      // user.c calls it in a loop of which the length is known.
      int line =
          Files.readString(SOURCES.resolve("user.c"))
              .substring(
                  0, Files.readString(SOURCES.resolve("user.c")).indexOf("counted_leaf(value);"))
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
      assertEquals(List.of(), page.complaints());
    }
  }
}

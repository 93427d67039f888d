package bbt.samples.dap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of {@code bbt run} in an editor: libraries around it, a recursion, an inlined call. */
@Tag("qemu")
class DapProgramTest {
  private static final String PROGRAM =
      """
      #include <stdio.h>

      struct point { int x; int y; struct point *next; };

      static int total;

      static int fib(int n) {
        if (n < 2)
          return n;
        return fib(n - 1) + fib(n - 2);
      }

      static inline __attribute__((always_inline)) int twice(int v) {
        int w = v * 2;
        return w + 1;
      }

      int walk(struct point *p) {
        int sum = 0;
        while (p) {
          sum += p->x * p->y;
          p = p->next;
        }
        return sum;
      }

      int main(int argc, char **argv) {
        struct point a = {1, 2, NULL};
        struct point b = {3, 4, &a};
        int numbers[3];
        for (int i = 0; i < 3; i++) {
          numbers[i] = fib(i);
          total += numbers[i];
        }
        int t = twice(total);
        int w = walk(&b);
        printf("total %d %d %d\\n", total, t, w);
        return 0;
      }
      """;

  @TempDir private static Path folder;

  @BeforeAll
  static void run() throws Exception {
    Files.writeString(folder.resolve("points.c"), PROGRAM);
    Process p =
        new ProcessBuilder("riscv64-linux-gnu-gcc", "-g", "-O0", "points.c", "-o", "points")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, p.waitFor(), said);
    Bbt.Outcome outcome =
        Bbt.run(
            "run",
            "--bb-trace",
            folder.resolve("points.bbt").toString(),
            folder.resolve("points").toString());
    assertEquals("total 2 5 14\n", outcome.out(), outcome.err());
  }

  private static int line(String text) {
    return (int) PROGRAM.lines().takeWhile(each -> !each.contains(text)).count() + 1;
  }

  @Test
  void bothWays() throws Exception {
    try (Editor editor = new Editor()) {
      editor.ok("launch", Map.of("trace", folder.resolve("points.bbt").toString()));
      editor.ok("setFunctionBreakpoints", Map.of("breakpoints", List.of(Map.of("name", "main"))));
      editor.ok("configurationDone", Map.of());
      editor.stop();
      assertTrue(editor.move("continue").startsWith("function breakpoint: main points.c:"));
      assertTrue(editor.scope("Arguments").contains("argc = 1"));
      String loop = "main points.c:" + line("for (int i");
      while (!editor.move("next").equals("step: " + loop)) {
        // the initialisers
      }
      assertTrue(editor.scope("Locals").contains("a = {x = 1, y = 2, next = 0x0}"));
      String call = "main points.c:" + line("numbers[i] = fib(i)");
      assertEquals("step: " + call, editor.move("next"));
      assertEquals("step: fib points.c:" + line("n < 2"), editor.move("stepIn"));
      assertEquals(List.of("n = 0"), editor.scope("Arguments"));
      assertEquals("step: " + call, editor.move("stepOut"));
      assertEquals("step: main points.c:" + line("total += "), editor.move("next"));
      // Over the call, backwards.
      assertEquals("step: " + call, editor.move("stepBack"));
      assertEquals("step: " + loop, editor.move("stepBack"));
      // The line of the inlined call is one place, though its code is in two.
      Map<String, Object> at = Map.of("line", line("twice(total)"));
      editor.ok(
          "setBreakpoints",
          Map.of(
              "source",
              Map.of("path", folder.resolve("points.c").toString()),
              "breakpoints",
              List.of(at)));
      assertEquals("breakpoint: main points.c:" + at.get("line"), editor.move("continue"));
      assertEquals("step: twice points.c:" + line("v * 2"), editor.move("stepIn"));
      List<String> stack = editor.stack();
      assertEquals("main points.c:" + at.get("line"), stack.get(1));
      assertTrue(
          editor.scope("Locals").getFirst().startsWith("w = "), editor.scope("Locals")::toString);
      assertEquals(List.of("v = 2"), editor.scope("Arguments"));
      assertEquals("step: twice points.c:" + line("return w"), editor.move("next"));
      assertEquals(List.of("w = 4"), editor.scope("Locals"));
      String walk = "main points.c:" + line("walk(&b)");
      String now = editor.move("next");
      while (!now.equals("step: " + walk)) {
        now = editor.move("next");
      }
      assertEquals("step: walk points.c:" + line("int sum"), editor.move("stepIn"));
      JsonNode p =
          editor.ok(
              "evaluate",
              Map.of(
                  "expression",
                  "p",
                  "context",
                  "hover",
                  "frameId",
                  editor.frames(1).get(0).get("id").asInt()));
      List<String> members = editor.variables(p.get("variablesReference").asInt());
      assertEquals(List.of("x = 3", "y = 4"), members.subList(0, 2));
      editor.ok("disconnect", Map.of());
      assertTrue(editor.ended());
    }
  }
}

package bbt.samples.guests.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.InProcess;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Filters and events by task of stock Linux against the trace of all: the numbers of a task that is
 * recorded are those that it has among the others.
 */
@Tag("full")
final class LinuxFilterTest {
  private static final String NAME = "awk";

  @TempDir private static Path folder;

  /** What each process of that name executed, of all that there was. */
  private static Map<Integer, Row> expected;

  private record Row(String name, long instructions, long user) {}

  private static String boot(String name, String... options) throws Exception {
    return InProcess.recorded(folder.resolve(name + ".bbt"), "linux", options);
  }

  /** The tasks that executed something, by process id. */
  private static Map<Integer, Row> tasks(String trace, String condition) throws Exception {
    String query =
        "select pid, name, instructions, user_instructions from tasks where instructions > 0 and ";
    Map<Integer, Row> rows = new HashMap<>();
    InProcess.run(0, "query", trace, "--csv", query + condition)
        .lines()
        .skip(1)
        .map(line -> line.split(","))
        .forEach(
            c ->
                rows.put(
                    Integer.valueOf(c[0]),
                    new Row(c[1], Long.parseLong(c[2]), Long.parseLong(c[3]))));
    return rows;
  }

  @BeforeAll
  static void whole() throws Exception {
    expected = tasks(boot("whole"), "name = '" + NAME + "'");
    assertEquals(2, expected.size());
  }

  @Test
  void aProcessHasTheNumbersThatItHasAmongTheOthers() throws Exception {
    int pid = expected.keySet().iterator().next();
    String trace = boot("pid", "--bb-filter", "pid=" + pid);
    Map<Integer, Row> recorded = tasks(trace, "true");
    assertEquals(Map.of(pid, expected.get(pid)), recorded);
    String verified = InProcess.run(0, "verify", trace);
    String count = "%,d instructions".formatted(expected.get(pid).instructions());
    assertTrue(verified.contains(": whole and consistent: " + count + ", "), verified);
    String report = InProcess.run(0, "report", trace);
    assertTrue(report.contains("  executed   " + count), report);
    assertTrue(report.contains(" instructions were not recorded, in "), report);
  }

  /** A process has its name since it became that program, and not before. */
  @Test
  void aNameIsTheOneOfTheMoment() throws Exception {
    Map<Integer, Row> recorded = tasks(boot("name", "--bb-filter", "task=" + NAME), "true");
    assertEquals(expected.keySet(), recorded.keySet());
    recorded.forEach(
        (pid, row) -> {
          Row whole = expected.get(pid);
          long before = whole.instructions() - row.instructions();
          assertTrue(before > 0 && before < 1_000_000, pid + ": " + before + " before it");
          long user = whole.user() - row.user();
          assertTrue(user > 0 && user < before, pid + ": " + user + " before it");
        });
    // And only what it does in user mode.
    Map<Integer, Row> user = tasks(boot("user", "--bb-filter", "user,task=" + NAME), "true");
    assertEquals(recorded.keySet(), user.keySet());
    user.forEach((pid, row) -> assertEquals(recorded.get(pid).user(), row.instructions()));
  }

  private static long instructions(String trace) throws Exception {
    String sum = InProcess.run(0, "query", trace, "--csv", "select sum(instructions) from harts");
    return Long.parseLong(sum.lines().skip(1).findFirst().orElseThrow());
  }

  /** From a program's first instruction on, and up to it: the two are the whole run. */
  @Test
  void recordingBeginsAndEndsWithAProgram() throws Exception {
    String from = boot("from", "--bb-start", "exec=" + NAME);
    Map<Integer, Row> recorded = tasks(from, "name = '" + NAME + "'");
    assertEquals(expected.keySet(), recorded.keySet());
    Map<Integer, Row> program = tasks(boot("program", "--bb-filter", "user,task=" + NAME), "true");
    int first = Collections.min(expected.keySet());
    int second = Collections.max(expected.keySet());
    assertEquals(program.get(first).instructions(), recorded.get(first).user());
    assertEquals(expected.get(second), recorded.get(second), "all of it is behind the first");
    long behind = instructions(from);
    long before = instructions(boot("until", "--bb-stop", "exec=" + NAME));
    assertEquals(instructions(folder.resolve("whole.bbt").toString()), before + behind);
  }

  /** A process that goes on in user mode: nothing that it does there is left out. */
  @Test
  void recordingBeginsWithAProcess() throws Exception {
    int pid = Collections.max(expected.keySet());
    String trace = boot("goes-on", "--bb-start", "pid=" + pid);
    Row recorded = tasks(trace, "pid = " + pid).get(pid);
    assertEquals(expected.get(pid).user(), recorded.user());
    assertTrue(
        recorded.instructions() < expected.get(pid).instructions(), "it began in the kernel");
  }
}

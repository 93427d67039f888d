package bbt.samples.guests.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.InProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Filters by task of stock Linux against the trace of all: the numbers of a task that is recorded
 * are those that it has among the others.
 */
@Tag("full")
final class LinuxFilterTest {
  private static final String NAME = "awk";

  @TempDir private static Path folder;

  /** What each process of that name executed, of all that there was. */
  private static Map<Integer, Row> expected;

  private record Row(String name, long instructions, long user) {}

  private static String boot(String name, String... options) throws Exception {
    String trace = folder.resolve(name + ".bbt").toString();
    List<String> line =
        new ArrayList<>(
            List.of("boot", "linux", "--console", "none", "--quiet", "--bb-trace", trace));
    line.addAll(List.of(options));
    InProcess.run(0, line.toArray(String[]::new));
    return trace;
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
}

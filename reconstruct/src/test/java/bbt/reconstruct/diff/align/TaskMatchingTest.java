package bbt.reconstruct.diff.align;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.reconstruct.profile.TaskProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Matches the tasks of two runs. */
class TaskMatchingTest {
  private static TaskProfile task(int number, int pid, String name, long instructions) {
    return new TaskProfile(number, number, pid, name, instructions, 0, 0, 0, 0);
  }

  /** Tasks of one name with ascending pids. */
  private static List<TaskProfile> tasks(int pid, long... instructions) {
    return IntStream.range(0, instructions.length)
        .mapToObj(i -> task(i, pid + i, "sh", instructions[i]))
        .toList();
  }

  /** Pids of the pairs; 0 for none. */
  private static List<String> matched(List<TaskProfile> a, List<TaskProfile> b) {
    return TaskMatching.match(a, b, ProgramPair.SAME).stream()
        .map(p -> (p.a() == null ? 0 : p.a().pid()) + "-" + (p.b() == null ? 0 : p.b().pid()))
        .toList();
  }

  @Test
  void pidsThatAreAllLowerByOneAreNoReason() {
    for (int count : new int[] {2, 8, 300}) {
      long[] costs = IntStream.range(0, count).mapToLong(i -> 100_000 + i % 7).toArray();
      List<String> wanted = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        wanted.add((115 + i) + "-" + (114 + i));
      }
      assertEquals(wanted, matched(tasks(115, costs), tasks(114, costs)));
    }
  }

  /** Interrupts hit some of them: shifted by one, the costs of these would agree better. */
  @Test
  void costsThatVaryByChanceShiftNoPids() {
    long[] a = IntStream.range(0, 300).mapToLong(i -> i % 9 == 3 ? 160_000 : 100_000).toArray();
    long[] b = IntStream.range(0, 300).mapToLong(i -> i % 9 == 4 ? 160_000 : 100_000).toArray();
    List<String> wanted = IntStream.range(116, 416).mapToObj(i -> i + "-" + i).toList();
    assertEquals(wanted, matched(tasks(116, a), tasks(116, b)));
    // Another program starts between them in B.
    List<TaskProfile> later = new ArrayList<>(tasks(116, b).subList(0, 100));
    later.addAll(tasks(117, b).subList(100, 300));
    List<String> moved =
        IntStream.range(116, 416).mapToObj(i -> i + "-" + (i < 216 ? i : i + 1)).toList();
    assertEquals(moved, matched(tasks(116, a), later));
  }

  @Test
  void equalPidsDecideAmongTasksThatCostTheSame() {
    List<TaskProfile> a = tasks(10, 500, 500, 500);
    List<TaskProfile> b = List.of(task(0, 10, "sh", 500), task(1, 12, "sh", 500));
    assertEquals(List.of("10-10", "11-0", "12-12"), matched(a, b));
    assertEquals(List.of("10-10", "12-12", "0-11"), matched(b, a));
  }

  @Test
  void costsDecideBeforePidsAndNamesBeforeAll() {
    assertEquals(
        List.of("10-0", "11-10", "12-11"),
        matched(tasks(10, 90_000, 500, 700), tasks(10, 500, 700)));
    assertEquals(
        List.of("1-0", "0-1"),
        matched(List.of(task(0, 1, "sh", 5)), List.of(task(0, 1, "awk", 5))));
  }
}

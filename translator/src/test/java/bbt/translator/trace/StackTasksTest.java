package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Kernels that switch tasks in all the usual ways, as far as stack pointers are concerned. */
final class StackTasksTest {
  private static final int USER = 0;
  private static final int KERNEL = 3;
  private static final long KERNEL_STACK = 0x9000;

  private StackTasks tasks;
  private long task;
  private long sp;

  private void begin() {
    tasks = new StackTasks();
    tasks.begins(0, KERNEL);
    task = 0;
    sp = 0x1000;
  }

  private void load(long value, long place) {
    if (value != sp) {
      task = tasks.loaded(0, task, sp, value, place);
      sp = value;
    }
  }

  private void trap(int privilege) {
    tasks.trapped(0, privilege, sp);
  }

  private void back(int privilege) {
    task = tasks.returned(0, privilege, task, sp);
  }

  /**
   * A kernel without other privileges. A task is left by a call that saves its stack pointer and
   * loads another's, or in an interrupt, whose handler takes a stack of its own in between; the
   * code that the machine began with is one, too, if it is only ever left by calls.
   */
  @Property
  void aTaskIsTheSameWheneverItIsGoneOnWith(
      @ForAll @IntRange(min = 2, max = 6) int number, @ForAll long seed) {
    begin();
    Random random = new Random(seed);
    Map<Integer, Long> names = new HashMap<>();
    names.put(-1, 0L);
    List<Long> saved = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      saved.add(0x10_0000L * (i + 1));
    }
    long main = 0;
    int at = -1;
    for (int i = 0; i < 100; i++) {
      sp -= 16L * random.nextInt(-4, 5); // it calls and returns
      boolean interrupt = at >= 0 && random.nextBoolean();
      if (at >= 0) {
        saved.set(at, sp);
      } else {
        main = sp;
      }
      if (interrupt) {
        trap(KERNEL);
        sp = KERNEL_STACK - 16L * random.nextInt(3); // not by a load from elsewhere
      }
      at = random.nextInt(-1, number);
      load(at < 0 ? main : saved.get(at), at < 0 ? 0x500 : 0x2000 + 64L * at);
      if (interrupt) {
        back(KERNEL);
      }
      long now = task;
      assertEquals(now, names.computeIfAbsent(at, k -> now), "task " + at);
    }
    assertEquals(names.size(), names.values().stream().distinct().count(), names::toString);
  }

  /** Programs whose stacks are at one address; each has a stack in the kernel. */
  @Test
  void aProgramAndTheKernelsWorkForItAreOneTask() {
    begin();
    Map<Integer, Long> names = new HashMap<>();
    long[] user = {0x4000, 0x4000, 0x4000};
    long[] kernel = {0x20_000, 0x21_000, 0x22_000};
    long[] left = new long[3];
    Random random = new Random(5);
    back(USER + 1);
    for (int i = 0; i < 100; i++) {
      int next = random.nextInt(3);
      if (left[next] == 0) {
        load(kernel[next], 0x2000 + 64L * next); // born
      } else {
        load(left[next], 0x2000 + 64L * next);
        assertEquals(names.get(next), task);
      }
      load(user[next], 0x50_0000 + 4096L * next + 48);
      back(USER);
      long now = task;
      assertEquals(now, names.computeIfAbsent(next, k -> now));
      user[next] = 0x4000 - 16L * random.nextInt(2); // also where another one is
      sp = user[next];
      trap(1);
      load(kernel[next], 0x50_0000 + 4096L * next + 8);
      assertEquals(now, task, "in the kernel");
      sp -= 16L * random.nextInt(1, 9);
      left[next] = sp;
      load(0x900, 0x1234); // the scheduler's
      assertEquals(0x1234, task);
    }
    assertEquals(3, names.values().stream().distinct().count());
  }

  /** No stack of its own: the handler loads the next task's stack pointer and goes down. */
  @Test
  void aHandlerWithoutAStackSwitchesTasks() {
    begin();
    load(0x4000, 0x100);
    back(USER);
    assertEquals(0x100, task);
    sp = 0x3ff0;
    trap(KERNEL);
    load(0x5000, 0x200);
    back(USER);
    assertEquals(0x200, task);
    sp = 0x4ff0;
    trap(KERNEL);
    load(0x3ff0, 0x100);
    back(USER);
    assertEquals(0x100, task);
  }
}

package bbt.reconstruct.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.boot.BootView.Initcall;
import bbt.reconstruct.boot.BootView.Milestone;
import bbt.reconstruct.linux.LinuxKernel;
import bbt.reconstruct.profile.Timeline;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Builds the view of a boot from frames told one by one. */
class BootBuilderTest {
  private long clock;
  private final BootBuilder builder = new BootBuilder(new LinuxKernel(), 0, () -> clock);
  private final Map<String, Integer> numbers = new HashMap<>();

  private record Open(int frame, long start) {}

  private final Map<Integer, Deque<Open>> stacks = new HashMap<>();

  private void enter(int task, String name) {
    clock += 10;
    int frame =
        numbers.computeIfAbsent(
            name,
            k -> {
              int number = 2 + numbers.size();
              builder.met(number, k, 0x1000L + number);
              return number;
            });
    Deque<Open> stack = stacks.computeIfAbsent(task, k -> new ArrayDeque<>());
    builder.entered(task, 0, clock, stack.size(), frame, FrameOrigin.CALL, null);
    stack.push(new Open(frame, clock));
  }

  private void trap(int task) {
    builder.met(1000, "page fault", 0);
    Deque<Open> stack = stacks.get(task);
    builder.entered(task, 0, clock, stack.size(), 1000, FrameOrigin.TRAP, ExceptionKind.MMU);
    stack.push(new Open(1000, clock));
  }

  private void leave(int task, FrameEnd how) {
    clock += 10;
    Deque<Open> stack = stacks.get(task);
    Open open = stack.pop();
    builder.left(task, 0, clock, stack.size(), open.frame, how, clock - open.start, 1);
  }

  private void leave(int task) {
    leave(task, FrameEnd.RETURNED);
  }

  @Test
  void initcallsAreWhatTheirCallerCalls() {
    enter(1, "kernel_init");
    for (String each : List.of("first_init", "second_init")) {
      enter(1, "do_one_initcall");
      enter(1, "initcall_blacklisted");
      leave(1);
      enter(1, each);
      enter(1, "helper");
      leave(1);
      leave(1);
      leave(1);
    }
    assertEquals(
        List.of(
            new Initcall("first_init", 0x1005, 50, 30, 1, false, true),
            new Initcall("second_init", 0x1007, 130, 30, 1, false, true)),
        builder.build().initcalls());
    assertEquals(60, builder.build().instructions());
    assertEquals("first_init", builder.build().costliest(1).getFirst().name());
  }

  @Test
  void aTrapInItsCallerIsNone() {
    enter(1, "do_one_initcall");
    trap(1);
    enter(1, "handle_exception");
    leave(1);
    leave(1);
    enter(1, "some_init");
    leave(1);
    leave(1);
    enter(1, "after");
    leave(1);
    assertEquals(
        List.of("some_init"), builder.build().initcalls().stream().map(Initcall::name).toList());
  }

  @Test
  void tasksDoNotMixAndModulesAreNested() {
    enter(1, "do_one_initcall");
    enter(1, "outer_init");
    enter(2, "do_one_initcall");
    enter(2, "other_init");
    enter(1, "request");
    enter(1, "do_one_initcall");
    enter(1, "module_init");
    leave(1);
    leave(1);
    leave(1);
    leave(2, FrameEnd.CUT);
    leave(1);
    leave(1);
    BootView view = builder.build();
    assertEquals(
        List.of("module_init true true", "other_init false false", "outer_init false true"),
        view.initcalls().stream()
            .map(i -> i.name() + " " + i.nested() + " " + i.returned())
            .toList());
    assertEquals(
        view.instructions(),
        view.initcalls().get(1).instructions() + view.initcalls().get(2).instructions());
  }

  @Test
  void aMilestoneIsReachedOnceAndNoneBehindTheFirstProgram() {
    builder.executed(0, 0, 0, 5, Timeline.Mode.KERNEL, -1);
    enter(0, "start_kernel");
    enter(0, "setup_arch");
    leave(0);
    enter(0, "setup_arch");
    leave(0);
    builder.executed(3, 0, clock, clock + 7, Timeline.Mode.USER, -1);
    enter(0, "free_initmem");
    builder.executed(3, 0, clock, clock + 7, Timeline.Mode.USER, -1);
    assertEquals(
        List.of("10 start_kernel 0", "20 setup_arch 0", "50  3"),
        builder.build().milestones().stream()
            .map((Milestone m) -> m.at() + " " + m.function() + " " + m.task())
            .toList());
  }

  @Test
  void programsWithoutAKernelHaveNoBoot() {
    enter(0, "main");
    builder.executed(0, 0, 0, 5, Timeline.Mode.USER, -1);
    assertSame(BootView.NONE, builder.build());
  }
}

package bbt.reconstruct.diff.align;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Calls made up by a test, as a run would tell them. */
final class Calls {
  /** A call: its own instructions come before, between and after those of its callees. */
  static final class Call {
    final String name;
    int self;
    final List<Call> callees = new ArrayList<>();

    Call(String name, int self, Call... callees) {
      this.name = name;
      this.self = self;
      this.callees.addAll(List.of(callees));
    }

    boolean isInterrupt() {
      return name.startsWith("!");
    }

    /** With everything below. */
    Call copy() {
      Call c = new Call(name, self);
      callees.forEach(callee -> c.callees.add(callee.copy()));
      return c;
    }

    /** Instructions, interrupts left out. */
    long inclusive() {
      return self + callees.stream().filter(c -> !c.isInterrupt()).mapToLong(Call::inclusive).sum();
    }

    /** All calls below and this one, from the outermost. */
    List<Call> all() {
      List<Call> all = new ArrayList<>(List.of(this));
      for (int i = 0; i < all.size(); i++) {
        all.addAll(all.get(i).callees);
      }
      return all;
    }
  }

  private Calls() {}

  /** A random tree of about so many calls. */
  static Call random(Random random, int size) {
    return random(random, size, 6);
  }

  /** A random tree of about so many calls of so many functions. */
  static Call random(Random random, int size, int functions) {
    Call root = new Call("root", 3);
    List<Call> all = new ArrayList<>(List.of(root));
    for (int i = 1; i < size; i++) {
      Call c =
          new Call("f" + random.nextInt(functions), 1 + random.nextInt(1 << random.nextInt(10)));
      Call caller = all.get(Math.max(0, all.size() - 1 - random.nextInt(20)));
      caller.callees.add(random.nextInt(caller.callees.size() + 1), c);
      all.add(c);
    }
    return root;
  }

  /** Numbers of functions, common to all runs. */
  private static final Map<String, Integer> KEYS = new HashMap<>();

  private static final List<String> NAMES = new ArrayList<>();

  private static synchronized int key(String name) {
    return KEYS.computeIfAbsent(
        name,
        k -> {
          NAMES.add(k);
          return NAMES.size() - 1;
        });
  }

  /** Tells a recorder of a run. */
  static CallRecorder recorded(Call root, int most) {
    CallRecorder recorder = new CallRecorder(most);
    play(root, recorder);
    return recorder;
  }

  /** The calls of at least so many instructions. */
  static CallForest forest(CallRecorder recorder, long least) {
    return new CallForest(recorder, 1, least, frame -> frame);
  }

  static CallForest forest(Call root) {
    return forest(recorded(root, 1 << 20), 1);
  }

  private record Open(Call call, int depth, long entered, int[] next) {}

  /** Without recursion: stacks may be deep. */
  private static void play(Call root, CallRecorder to) {
    List<Open> stack = new ArrayList<>();
    long now = enter(root, stack, 0, to);
    while (!stack.isEmpty()) {
      Open top = stack.getLast();
      if (top.next()[0] < top.call().callees.size()) {
        now = enter(top.call().callees.get(top.next()[0]++), stack, now, to);
      } else {
        stack.removeLast();
        long all = now - top.entered();
        to.left(
            0, 0, now, top.depth(), key(top.call().name), FrameEnd.RETURNED, all, top.call().self);
      }
    }
  }

  private static long enter(Call c, List<Open> stack, long now, CallRecorder to) {
    int number = key(c.name);
    ExceptionKind trap = c.isInterrupt() ? ExceptionKind.INTERRUPT : null;
    to.met(number, c.name, 0);
    to.entered(0, 0, now, stack.size(), number, FrameOrigin.CALL, trap);
    stack.add(new Open(c, stack.size(), now, new int[1]));
    return now + c.self;
  }

  /** A task that both runs have. */
  static List<TaskPair> task() {
    TaskProfile task = new TaskProfile(0, 1, 1, "task", 0, 0, 0, 0, 0);
    return List.of(new TaskPair(task, task));
  }

  /** The script, which must find its own sums right. */
  static EditScript script(CallForest a, CallForest b) {
    return assertDoesNotThrow(
        () -> new EditScript(ForestAlignment.of(a, b, task()), task(), Calls::name, 0, 1));
  }

  static synchronized String name(int key) {
    return NAMES.get(key);
  }
}

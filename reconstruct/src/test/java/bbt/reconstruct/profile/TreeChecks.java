package bbt.reconstruct.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ExceptionKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Checks that hold for every profile with trees. */
public final class TreeChecks {
  private TreeChecks() {}

  /** The trees, the tasks, the functions and the exceptions say the same. */
  public static void agrees(Profile profile) {
    inOrder(profile.taskTree());
    inOrder(profile.tree());
    assertEquals(profile.instructions(), profile.taskTree().inclusive(CallTree.ROOT));
    assertEquals(profile.instructions(), profile.tree().inclusive(CallTree.ROOT));
    assertEquals(
        profile.instructions(),
        profile.tasks().stream().mapToLong(TaskProfile::instructions).sum(),
        "every instruction belongs to one task");
    for (TaskProfile task : profile.tasks()) {
      if (task.node() >= 0) {
        assertEquals(task.instructions(), profile.taskTree().inclusive(task.node()), task::title);
      }
    }
    for (CallTree tree : List.of(profile.taskTree(), profile.tree())) {
      boolean whole = true;
      for (int n = 0; n < tree.size(); n++) {
        whole &= tree.frame(n).kind() != ProfileFrame.Kind.TRUNCATED;
      }
      if (whole) {
        same(functions(profile), functions(tree));
      }
      traps(profile, tree);
    }
    same(folded(profile.tree()), folded(profile.taskTree().merged()));
  }

  /** Compares what is equal of two accounts, and says only where they differ. */
  public static <T> void same(Map<String, T> expected, Map<String, T> actual) {
    Map<String, String> differences = new TreeMap<>();
    expected.forEach(
        (k, v) -> {
          if (!v.equals(actual.get(k))) {
            differences.put(k, v + " but " + actual.get(k));
          }
        });
    actual.forEach(
        (k, v) -> {
          if (!expected.containsKey(k)) {
            differences.put(k, "nothing but " + v);
          }
        });
    assertEquals(Map.of(), differences);
  }

  private static void inOrder(CallTree tree) {
    assertEquals(-1, tree.parent(CallTree.ROOT));
    assertEquals(tree.size(), tree.end(CallTree.ROOT));
    for (int n = 0; n < tree.size(); n++) {
      long sum = tree.self(n);
      long last = Long.MAX_VALUE;
      for (int child = tree.firstChild(n); child >= 0; child = tree.nextSibling(child)) {
        assertEquals(n, tree.parent(child));
        assertEquals(tree.depth(n) + 1, tree.depth(child));
        assertTrue(tree.inclusive(child) <= last, "costlier ones come first");
        last = tree.inclusive(child);
        sum += tree.inclusive(child);
      }
      assertEquals(tree.inclusive(n), sum);
      assertEquals(n, n == 0 ? 0 : tree.path(n)[tree.depth(n) - 1]);
    }
  }

  /** By program, name and address: self, inclusive, calls. */
  private static Map<String, List<Long>> functions(Profile profile) {
    return profile.functions().stream()
        .collect(
            Collectors.toMap(
                f -> f.program() + " " + f.name() + " " + f.address(),
                f -> List.of(f.self(), f.inclusive(), f.calls())));
  }

  private static Map<String, List<Long>> functions(CallTree tree) {
    Map<String, List<Long>> result = new HashMap<>();
    for (CallGraph.Node node : CallGraph.of(tree).nodes()) {
      ProfileFrame f = tree.frames().get(node.frame());
      if (f.kind().isFunction() && node.inclusive() + node.calls() > 0) {
        result.put(
            f.program() + " " + f.name() + " " + f.address(),
            List.of(node.self(), node.inclusive(), node.calls()));
      }
    }
    return result;
  }

  private static void traps(Profile profile, CallTree tree) {
    for (ExceptionCost cost : profile.costs()) {
      if (cost.kind() == ExceptionKind.RESET || cost.kind() == ExceptionKind.FIRMWARE) {
        continue; // nothing that is returned from
      }
      long taken = 0;
      for (int n = 0; n < tree.size(); n++) {
        ProfileFrame f = tree.frame(n);
        if (f.kind().isTrap() && f.cause() == cost.cause() && f.name().equals(cost.name())) {
          taken += tree.calls(n);
        }
      }
      assertEquals(cost.count(), taken, cost.name());
      assertEquals(cost.self().count(), cost.inclusive().count());
      assertEquals(cost.count() - cost.unfinished(), cost.self().count(), cost.name());
    }
  }

  /** Paths and what they cost, as text. */
  public static Map<String, Long> folded(CallTree tree) {
    Map<String, Long> paths = new HashMap<>();
    tree.folded(
        (path, self, node) -> {
          String text = path.stream().map(ProfileFrame::name).collect(Collectors.joining(";"));
          assertEquals(tree.depth(node), path.size());
          paths.merge(text, self, Long::sum);
        });
    return paths;
  }
}

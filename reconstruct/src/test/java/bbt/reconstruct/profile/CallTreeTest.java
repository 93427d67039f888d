package bbt.reconstruct.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Trees of calls, grown by hand. */
class CallTreeTest {
  private static final int A = 2;
  private static final int B = 3;
  private static final int C = 4;
  private static final List<ProfileFrame> FRAMES =
      List.of(ProfileFrame.ALL, ProfileFrame.TRUNCATED, frame("a"), frame("b"), frame("c"));

  private static ProfileFrame frame(String name) {
    return new ProfileFrame(ProfileFrame.Kind.KERNEL, name, "kernel", name.charAt(0), 0);
  }

  /** Counts a path: so many instructions at its end, and one call. */
  private static void path(TreeBuilder builder, long self, int... frames) {
    int node = TreeBuilder.ROOT;
    for (int frame : frames) {
      node = builder.child(node, frame);
    }
    builder.add(node, self);
    builder.called(node, 1);
  }

  private static CallTree example() {
    TreeBuilder builder = TreeBuilder.unbounded(false);
    path(builder, 10, A);
    path(builder, 1, A, C);
    path(builder, 20, A, B);
    path(builder, 5, A, B, A);
    path(builder, 7, A, B, A, B);
    path(builder, 3, B);
    return CallTree.of(FRAMES, builder);
  }

  @Test
  void nodesStandInDepthFirstOrderTheCostliestFirst() {
    CallTree tree = example();
    assertEquals(7, tree.size());
    StringBuilder text = new StringBuilder();
    for (int n = 0; n < tree.size(); n++) {
      text.append(" ".repeat(tree.depth(n))).append(tree.frame(n).name()).append(' ');
      text.append(tree.inclusive(n)).append('\n');
    }
    assertEquals("all 46\n a 43\n  b 32\n   a 12\n    b 7\n  c 1\n b 3\n", text.toString());
  }

  private static String calls(CallTree tree) {
    StringBuilder text = new StringBuilder();
    for (int n = 0; n < tree.size(); n++) {
      text.append(" ".repeat(tree.depth(n))).append(tree.frame(n).name()).append(' ');
      text.append(tree.inclusive(n)).append(", ").append(tree.calls(n)).append('\n');
    }
    return text.toString();
  }

  @Test
  void whatIsSmallBecomesOneChildOfEachParent() {
    assertEquals(
        """
        all 46, 0
         a 43, 1
          b 32, 1
           a 12, 1
            [below threshold] 7, 1
          [below threshold] 1, 1
         [below threshold] 3, 1
        """,
        calls(example().trimmed(10, Integer.MAX_VALUE)));
    assertEquals(
        """
        all 46, 0
         a 43, 1
          b 32, 1
           [below threshold] 12, 2
          c 1, 1
         b 3, 1
        """,
        calls(example().trimmed(0, 2)));
  }

  @Test
  void recursionCountsOnceInTheGraph() {
    CallGraph graph = CallGraph.of(example());
    assertEquals(new CallGraph.Node(A, 15, 43, 2, 0, 0), graph.node(A));
    assertEquals(new CallGraph.Node(B, 30, 35, 3, 0, 0), graph.node(B));
    assertEquals(
        List.of(new CallGraph.Edge(A, B, 2, 32, 0), new CallGraph.Edge(A, C, 1, 1, 0)),
        graph.callees(A));
    assertEquals(List.of(new CallGraph.Edge(B, A, 1, 12, 0)), graph.callers(A));
  }

  @Test
  void foldedPathsAreAllThatHaveInstructions() {
    assertEquals(
        Map.of("a", 10L, "a;b", 20L, "a;b;a", 5L, "a;b;a;b", 7L, "a;c", 1L, "b", 3L),
        TreeChecks.folded(example()));
  }

  @Test
  void aPrunedTreeKeepsItsSums() {
    CallTree pruned = example().pruned(3);
    assertEquals(46, pruned.inclusive(CallTree.ROOT));
    assertEquals(
        Map.of("a", 10L, "a;b", 20L, "a;b;[deeper]", 12L, "a;[deeper]", 1L, "[deeper]", 3L),
        TreeChecks.folded(pruned));
  }

  @Test
  void aFullTreeFoldsWhatIsNewAndKeepsTheRestExact() {
    TreeBuilder builder = new TreeBuilder(4, 100, false);
    path(builder, 1, A);
    path(builder, 2, A, B);
    path(builder, 4, A, C); // the fourth node, with the root
    path(builder, 8, B);
    path(builder, 16, B, A, C);
    path(builder, 32, A, B, C);
    path(builder, 64, A, B);
    CallTree tree = CallTree.of(FRAMES, builder);
    assertEquals(
        Map.of(
            "a", 1L,
            "a;b", 66L,
            "a;c", 4L,
            "[deeper];b", 8L,
            "[deeper];c", 16L,
            "a;b;[deeper]", 32L),
        TreeChecks.folded(tree));
    assertTrue(tree.size() <= 12);
  }

  @Test
  void aDeepTreeIsFoldedAtItsLimit() {
    TreeBuilder builder = new TreeBuilder(100, 2, false);
    path(builder, 1, A, B, C, A, B);
    path(builder, 2, A, B);
    assertEquals(
        Map.of("a;b", 2L, "a;b;[deeper];b", 1L), TreeChecks.folded(CallTree.of(FRAMES, builder)));
  }

  @Test
  void manyChildrenAreFoundAgain() {
    TreeBuilder builder = TreeBuilder.unbounded(false);
    for (int round = 0; round < 2; round++) {
      for (int i = 2; i < 20_000; i++) {
        builder.add(builder.child(builder.child(TreeBuilder.ROOT, i % 100 + 2), i), i);
      }
    }
    assertEquals(1 + 100 + 19_998, builder.size());
    for (int n = 1; n < builder.size(); n++) {
      assertEquals(n, builder.child(builder.parent(n), builder.frame(n)));
    }
  }
}

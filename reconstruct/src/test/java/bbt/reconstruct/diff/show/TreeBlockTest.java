package bbt.reconstruct.diff.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.diff.DiffMaker;
import bbt.reconstruct.diff.change.DiffTree;
import bbt.reconstruct.testing.RandomGuest;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The call paths on a comparison's page: whatever is folded, nothing is lost. */
final class TreeBlockTest {
  @TempDir private Path folder;

  private DiffTree tree;

  @BeforeEach
  void compare() throws IOException {
    Path a = folder.resolve("a.bbt");
    Path b = folder.resolve("b.bbt");
    new RandomGuest(5).run(a, true, 6000, 3);
    new RandomGuest(5).forked(900, 77).run(b, true, 8000, 3);
    tree = new DiffMaker(a, b).run().changes().tree();
  }

  private static long sum(JsonNode column) {
    long sum = 0;
    for (JsonNode value : column) {
      sum += value.asLong();
    }
    return sum;
  }

  @Test
  void allPathsAreThereWhereTheyFit() {
    JsonNode block = TreeBlock.of(tree);
    assertEquals(tree.size(), block.get("frame").size());
    assertEquals(0, block.get("folded").asInt());
    long callsA = 0;
    long callsB = 0;
    for (int n = 0; n < tree.size(); n++) {
      callsA += tree.callsA(n);
      callsB += tree.callsB(n);
    }
    assertEquals(callsA, sum(block.get("callsA")));
    assertEquals(callsB, sum(block.get("callsB")));
    assertEquals(0, block.get("depth").get(0).asInt());
    // Depth first: nobody is deeper than one below the one before.
    for (int i = 1; i < tree.size(); i++) {
      int level = block.get("depth").get(i).asInt();
      assertTrue(level >= 1 && level <= block.get("depth").get(i - 1).asInt() + 1, "row " + i);
    }
  }

  @Test
  void whatIsFoldedIsInItsCaller() {
    for (int nodes : List.of(1, 3, 10, 30)) {
      JsonNode block = TreeBlock.of(tree, nodes);
      int kept = block.get("frame").size();
      assertTrue(kept < tree.size(), nodes + ": " + kept + " of " + tree.size());
      assertEquals(tree.inclusiveA(DiffTree.ROOT), sum(block.get("a")), nodes + " in A");
      assertEquals(tree.inclusiveB(DiffTree.ROOT), sum(block.get("b")), nodes + " in B");
      assertTrue(block.get("folded").asInt() > 0);
    }
  }
}

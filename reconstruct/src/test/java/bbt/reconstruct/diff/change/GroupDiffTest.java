package bbt.reconstruct.diff.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.diff.DiffMaker;
import bbt.reconstruct.diff.align.Uncalled;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.testing.CallingGuest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Groups of one run each are two runs: their functions are matched alike. */
@Timeout(300)
class GroupDiffTest {
  @TempDir private Path folder;

  private Path run(int seed, int forkAt) throws IOException {
    Path file = folder.resolve(seed + "-" + forkAt);
    CallingGuest.Options options = new CallingGuest.Options(1 + seed % 2, 8, true, false, true);
    new CallingGuest(seed, options).forked(forkAt, ~seed).run(file, 8000);
    return file;
  }

  @Test
  void functionsAreThoseOfTwoRuns() throws IOException {
    int uncalled = 0;
    for (int seed = 1; seed <= 4; seed++) {
      Path a = run(seed, -1);
      Path b = run(seed, 2000);
      Map<String, List<Long>> expected = new TreeMap<>();
      for (FunctionChange f : new DiffMaker(a, b).run().changes().functions()) {
        if (f.selfA() != f.selfB()) {
          expected.put(f.program() + " " + f.name(), List.of(f.selfA(), f.selfB()));
        }
      }
      Map<String, List<Long>> found = new TreeMap<>();
      GroupDiff groups =
          GroupDiff.of(
              List.of(a),
              BinaryFiles.NONE,
              List.of(b),
              BinaryFiles.NONE,
              Selection.ALL,
              read -> {});
      for (GroupChange c : groups.functions()) {
        found.put(c.program() + " " + c.name(), List.of(c.a()[0], c.b()[0]));
        uncalled += c.name().endsWith(Uncalled.TITLE) ? 1 : 0;
      }
      assertEquals(expected, found);
    }
    assertTrue(uncalled > 0);
  }
}

package bbt.reconstruct.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.TraceReader;
import bbt.ptg.Guests;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.QueryException;
import bbt.reconstruct.query.database.RowConsumer;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.testing.RandomGuest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of frames agrees with the file. */
class TraceFrameTableTest {
  @TempDir private Path folder;

  private List<String> rows(Path trace, String sql) throws IOException, QueryException {
    List<String> found = new ArrayList<>();
    try (Database database = Database.create(folder, false, Guests.DEFAULT)) {
      Query query = new Query(database, sql);
      assertTrue(query.fill(trace, BinaryFiles.NONE, null, Selection.ALL, at -> {}).isEmpty());
      query.run(
          () ->
              new RowConsumer() {
                @Override
                public void columns(List<String> names, List<Kind> kinds) {}

                @Override
                public boolean row(List<String> values) {
                  return found.add(String.join(" ", values));
                }

                @Override
                public void end() {}
              });
    }
    return found;
  }

  @Test
  void aRowForEachFrame() throws IOException, QueryException {
    for (int harts : new int[] {1, 3}) {
      Path trace = folder.resolve("random" + harts + ".bbt");
      new RandomGuest(4).run(trace, true, 400_000, harts);
      List<String> expected = new ArrayList<>();
      boolean[] checkpoint = new boolean[harts];
      int checkpoints = 0;
      try (TraceReader reader = TraceReader.open(trace)) {
        for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
          if (chunk instanceof Chunk.Sideband sideband && sideband.checkpoint()) {
            checkpoint[sideband.hart()] = true;
            checkpoints++;
          } else if (chunk instanceof Frame f) {
            expected.add(
                "%d %d %d %d %s %d %d %d %d %d %d"
                    .formatted(
                        expected.size(),
                        f.hart(),
                        f.offset(),
                        f.storedBytes(),
                        checkpoint[f.hart()],
                        f.start().clock(),
                        f.startRetired(),
                        f.endRetired(),
                        f.packets().size(),
                        f.bitCount(),
                        f.targets().length));
            checkpoint[f.hart()] = false;
          }
        }
      }
      assertTrue(checkpoints > 0 && checkpoints < expected.size() / 2, checkpoints + " of them");
      assertEquals(
          expected,
          rows(
              trace,
              "select id, hart, \"offset\", bytes, checkpoint, clock, retired, ended, packets, bits,"
                  + " targets from frames"));
    }
  }
}

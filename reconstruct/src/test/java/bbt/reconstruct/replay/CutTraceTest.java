package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ChunkHeader;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.packets.write.TraceEditor;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.replay.state.Position;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace that ends in the middle, wherever that is, agrees with the re-execution up to there. */
@Timeout(300)
class CutTraceTest {
  @TempDir Path folder;

  /** Several frames and epochs, or one; ended by the guest, or by a limit. */
  @ParameterizedTest
  @CsvSource({"1, 180000, 0", "2, 190000, 0", "3, 900, 0", "1, 200, 2001", "3, 9000, 400001"})
  void itAgreesUpToTheCut(int harts, int rounds, long limit) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, rounds, EngineMode.AUTO, limit);
    List<ChunkHeader> chunks = chunks(guest.trace());
    byte[] whole = Files.readAllBytes(guest.trace());
    Random random = new Random(harts + limit);
    Path cut = folder.resolve("cut.bbt");
    int framesBefore = 0;
    try (Replay truth = open(guest.trace(), guest, "truth")) {
      for (ChunkHeader chunk : chunks) {
        boolean sampled = chunks.size() < 12 || random.nextBoolean();
        boolean placesAlone =
            chunk.kind() == ChunkHeader.Kind.INDEX || chunk.kind() == ChunkHeader.Kind.PARITY;
        if (sampled && !placesAlone) {
          int at = (int) (chunk.offset() + random.nextLong(chunk.bytes()));
          Files.write(cut, Arrays.copyOf(whole, at));
          try (Replay replay = open(cut, guest, "cut")) {
            String what = "cut in " + chunk;
            assertNull(replay.ending(), what);
            replay.check();
            assertTrue(replay.end().clock() <= guest.retired(), what);
            assertEquals(framesBefore == 0, replay.end().clock() == 0, what);
            replay.goTo(replay.end());
            truth.goTo(replay.end());
            for (int hart = 0; hart < harts; hart++) {
              assertEquals(truth.state().pc(hart), replay.state().pc(hart), what);
              assertEquals(truth.state().general(hart, 9), replay.state().general(hart, 9), what);
            }
            Position beyond = Position.at(replay.end().clock() + 1);
            assertThrows(UserException.class, () -> replay.goTo(beyond));
          }
        }
        framesBefore += chunk.kind() == ChunkHeader.Kind.FRAME ? 1 : 0;
      }
    }
  }

  /** What was announced for a frame that is lost is checked, too. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aWrongRecordBeforeTheCutIsFound(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 900, EngineMode.AUTO);
    Path wrong = folder.resolve("wrong.bbt");
    long[] last = {0};
    TraceEditor.rewrite(
        guest.trace(),
        wrong,
        item -> {
          if (last[0] == 0 && item instanceof SidebandRecord.Code c && c.retired() > 20) {
            last[0] = c.retired();
            short[] other = c.halfwords().clone();
            other[0] ^= 0x1000;
            return new SidebandRecord.Code(c.retired(), c.line(), c.mask(), other);
          }
          return item;
        });
    ChunkHeader frame =
        chunks(wrong).stream().filter(c -> c.kind() == ChunkHeader.Kind.FRAME).findFirst().get();
    Path cut = folder.resolve("cut.bbt");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(wrong), (int) frame.offset() + 9));
    try (Replay replay = open(cut, guest, "cut")) {
      UserException e = assertThrows(UserException.class, replay::check);
      assertTrue(e.getMessage().contains("at " + last[0] + ": code at"), e.getMessage());
    }
  }

  private Replay open(Path trace, RecordedGuest guest, String cache) throws IOException {
    return Replay.open(trace, guest.files(), folder.resolve(cache), 2_000_000);
  }

  private static List<ChunkHeader> chunks(Path trace) throws IOException {
    List<ChunkHeader> chunks = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (ChunkHeader h = reader.peek(); h != null; h = reader.peek()) {
        chunks.add(h);
        reader.seek(h.offset() + h.bytes());
      }
    }
    return chunks;
  }
}

package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.bytes.PacketFormat;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A guest cannot make a chunk that a reader would take for damage, whatever it executes. */
class ManyPiecesTest {
  /** More than one chunk may hold. */
  private static final int MANY = PacketFormat.MAX_ITEMS + 1000;

  @TempDir private Path folder;

  private List<Chunk> written(Map<String, String> header, Consumer<MachineWriter> run)
      throws IOException {
    Path file = folder.resolve("many.bbt");
    try (var out = new BufferedOutputStream(Files.newOutputStream(file))) {
      MachineWriter machine = new MachineWriter(new TraceWriter(out, new TraceHeader(header)));
      run.accept(machine);
      machine.finish(List.of(), new long[machine.harts()], 0, "stopped", 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Chunk> chunks = Traces.read(Files.readAllBytes(file));
    assertTrue(Traces.only(chunks, Chunk.Damage.class).isEmpty(), "no chunk counts as damaged");
    return chunks;
  }

  @Test
  void trapsWithoutInstructions() throws IOException {
    List<Chunk> chunks =
        written(
            Map.of("trace.mode", "compact"),
            machine -> {
              EventWriter hart = machine.current();
              hart.reset(0x8000_0000L, 3, 0);
              for (int i = 1; i < MANY; i++) {
                hart.exception(ExceptionKind.EXECUTION, 0x8000_0000L, 3, 4, 0x8000_0000L, 0, 0);
              }
            });
    List<Frame> frames = Traces.only(chunks, Frame.class);
    assertEquals(MANY, frames.stream().mapToInt(f -> f.packets().size()).sum());
    assertEquals(5, frames.size());
  }

  @Test
  void turnsOfOneInstruction() throws IOException {
    int harts = 4;
    List<Chunk> chunks =
        written(
            Map.of("trace.mode", "compact", "machine.harts", "4", "machine.quantum", "20000"),
            machine -> {
              for (int i = 0; i < MANY; i++) {
                EventWriter hart = machine.turn(i % harts, 0x8000_0000L, 0);
                if (i < harts) {
                  hart.reset(0x8000_0000L, 3, 0);
                }
                hart.retire(1);
              }
            });
    long turns =
        Traces.only(chunks, Chunk.Schedule.class).stream().mapToLong(s -> s.quanta().size()).sum();
    assertEquals(MANY, turns);
  }
}

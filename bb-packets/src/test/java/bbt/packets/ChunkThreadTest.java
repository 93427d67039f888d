package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.write.TraceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Traces whose chunks are coded and written by a thread of their own. */
class ChunkThreadTest {
  private static TraceHeader header(MachineScript script) {
    return new TraceHeader(script.facts(Mode.COMPACT));
  }

  @Property(tries = 50)
  void theBytesAreTheSame(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts)
      throws IOException {
    MachineScript script = new MachineScript(seed, harts, 900);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TraceWriter writer = TraceWriter.beside(bytes, header(script))) {
      script.write(writer, true);
      assertEquals(bytes.size(), writer.bytes());
    }
    assertArrayEquals(script.write(Mode.COMPACT, true), bytes.toByteArray());
  }

  /** A disk with little room. */
  private static final class Disk extends OutputStream {
    private int room;
    private boolean full;

    Disk(int room) {
      this.room = room;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      assertTrue(!full, "written behind what failed");
      room -= length;
      if (room < 0) {
        full = true;
        throw new IOException("no space left");
      }
    }
  }

  @Property(tries = 50)
  void aDiskThatIsFullIsToldToWhoMakesTheChunks(
      @ForAll long seed, @ForAll @IntRange(min = 20, max = 100) int percent) throws IOException {
    MachineScript script = new MachineScript(seed, 2, 900);
    int room = script.write(Mode.COMPACT, true).length * percent / 100 - 1;
    try (TraceWriter writer = TraceWriter.beside(new Disk(room), header(script))) {
      UncheckedIOException e =
          assertThrows(UncheckedIOException.class, () -> script.write(writer, true));
      assertEquals("no space left", e.getCause().getMessage());
    }
  }

  @Example
  void theEndTellsThatTheLastChunkFailed() throws IOException {
    try (TraceWriter writer =
        TraceWriter.beside(new Disk(4_000), header(new MachineScript(1, 1, 10)))) {
      ByteSink content = new ByteSink(1);
      new Random(1).ints(2_000).forEach(content::u32);
      writer.chunk(PacketFormat.SIDEBAND, 0, 0, 0, 0, content);
      Chunk.End end = new Chunk.End(0, List.of(), 0, "end", 0, 0, 0, 0, 0, 0);
      IOException e = assertThrows(IOException.class, () -> writer.finish(end));
      assertEquals("no space left", e.getMessage());
    }
  }
}

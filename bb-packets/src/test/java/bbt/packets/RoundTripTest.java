package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A trace is read as it was written, however its steps were handed to the writer. */
class RoundTripTest {
  @Property(tries = 150)
  void everyEventComesBack(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 2000) int size,
      @ForAll Mode mode,
      @ForAll boolean verify) {
    EventScript script = new EventScript(seed, size);
    List<Chunk> chunks = Traces.read(Traces.write(script, mode, verify, false));
    Chunk.End end = Traces.only(chunks, Chunk.End.class).getFirst();
    assertEquals(List.of(new Chunk.HartEnd(script.retired(), 99)), end.harts());
    assertEquals(3, end.exitCode());
    assertEquals("poweroff", end.reason());
    assertEquals(1234, end.ticks());
    assertEquals(Traces.only(chunks, Frame.class).size(), end.frames());
    StreamReading reading = new StreamReading(chunks, 0, verify);
    reading.check(script);
    SidebandRecord.Symbols symbols = (SidebandRecord.Symbols) reading.rest(2).getFirst();
    assertArrayEquals(new String[] {"a", "b"}, symbols.names());
  }

  @Property(tries = 150)
  void bulkAppendsChangeNothing(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 3000) int size, @ForAll Mode mode) {
    EventScript script = new EventScript(seed, size);
    assertArrayEquals(
        Traces.write(script, mode, true, false), Traces.write(script, mode, true, true));
  }

  @Property(tries = 50)
  void framesAndPacketsAreCutWhereTheRulesSay(@ForAll long seed, @ForAll Mode mode) {
    EventScript script = new EventScript(seed, 3000);
    List<Frame> frames =
        Traces.only(Traces.read(Traces.write(script, mode, false, true)), Frame.class);
    long at = 0;
    for (Frame frame : frames) {
      assertEquals(at, frame.startRetired());
      at = frame.endRetired();
      assertTrue(
          frame.endRetired() - frame.startRetired() <= Traces.SMALL.frameInstructions() + 200);
      long packetAt = frame.startRetired();
      for (Packet packet : frame.packets()) {
        assertTrue(packet.retired() >= packetAt);
        packetAt = packet.retired();
        assertTrue(packet.targets() <= Traces.SMALL.packetEvents());
      }
    }
    assertEquals(script.retired(), at);
  }
}

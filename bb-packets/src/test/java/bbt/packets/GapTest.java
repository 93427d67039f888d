package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Gaps of a trace: stretches that were not recorded. */
final class GapTest {
  private static final long START = 0x80000000L;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private MachineWriter machine(int harts, Mode mode) throws IOException {
    Map<String, String> facts =
        Map.of("trace.mode", mode == Mode.RAW ? "raw" : "compact", "machine.harts", "" + harts);
    return new MachineWriter(new TraceWriter(bytes, new TraceHeader(facts)), Traces.SMALL);
  }

  /** A trace of three gaps, one of which fills its frame. */
  static byte[] sample() throws IOException {
    GapTest test = new GapTest();
    MachineWriter machine = test.machine(1, Mode.COMPACT);
    EventWriter out = machine.current();
    out.reset(START, 3, 0);
    long[] lengths = {3, 5_000_000_000L, 70};
    for (int i = 0; i < lengths.length; i++) {
      out.sideband().code(out.retired(), START + 64 * i, 0x8082);
      out.retire(4);
      out.branch(i % 2 == 0, START + 16);
      out.leave(START + 16);
      out.sideband().mapping(out.retired(), i, START, START + 4096 * i, false);
      out.absent(lengths[i], START + 400, 1, i, 77 + i);
      out.enter(START + 400);
      out.retire(2);
      out.indirect(START + 404, START + 100 * i);
      out.exception(ExceptionKind.INTERRUPT, START, 1, 5 | Long.MIN_VALUE, START + 100 * i, 0, 0);
    }
    machine.finish(List.of(), new long[1], 0, "poweroff", 9);
    return test.bytes.toByteArray();
  }

  private List<Frame> frames(MachineWriter machine, int harts) {
    Chunk.End end = machine.finish(List.of(), new long[harts], 0, "poweroff", 0);
    List<Chunk> chunks = Traces.read(bytes.toByteArray());
    assertEquals(List.of(), Traces.only(chunks, Chunk.Damage.class));
    List<Frame> frames = Traces.only(chunks, Frame.class);
    assertEquals(end.packets(), frames.stream().mapToLong(f -> f.packets().size()).sum());
    return frames;
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void whatWasRecordedBehindAGapComesBack(Mode mode) throws IOException {
    MachineWriter machine = machine(1, mode);
    EventWriter out = machine.current();
    out.reset(START, 3, 0);
    out.retire(4);
    out.branch(true, START + 16);
    out.leave(START + 16);
    out.absent(30, START + 400, 1, 5, 77);
    out.absent(12, START + 800, 0, 6, 78);
    out.enter(START + 800);
    out.retire(2);
    out.indirect(START + 804, START + 900);
    out.exception(ExceptionKind.SYSTEM_CALL, START + 8, 1, 8, START + 900, 0, 0);
    out.contextSwitch(START + 8, 7, 1234, 79, 1, 2);
    List<Frame> frames = frames(machine, 1);
    assertEquals(1, frames.size());
    Frame frame = frames.getFirst();
    assertEquals(
        new Packet.Gap(
            4, START + 800, mode == Mode.RAW ? 0 : frame.packets().get(1).bits(), 1, 42, 0, 6, 78),
        frame.packets().get(1));
    assertEquals(46, ((Packet.Gap) frame.packets().get(1)).end());
    assertEquals(48, frame.packets().get(2).retired());
    Packet.Switch last = (Packet.Switch) frame.packets().get(3);
    assertEquals(78, last.previousTask());
    assertEquals(7, last.addressSpace());
    EventReader events = frame.events();
    assertTrue(events.branch());
    assertEquals(START + 900, events.indirect(START + 804));
  }

  /** So what is recorded is found by its count, however long the gap was. */
  @Test
  void aFrameThatAGapFillsEndsWithIt() throws IOException {
    MachineWriter machine = machine(1, Mode.COMPACT);
    EventWriter out = machine.current();
    out.reset(START, 3, 0);
    out.retire(5);
    out.leave(START + 20);
    out.absent(1_000_000_000_000L, START, 1, 2, 3);
    out.enter(START);
    out.retire(3);
    List<Frame> frames = frames(machine, 1);
    assertEquals(2, frames.size());
    assertEquals(1_000_000_000_005L, frames.get(0).endRetired());
    assertEquals(
        new FrameStart(1_000_000_000_005L, START, 1, 2, 3, 1_000_000_000_005L),
        frames.get(1).start());
    assertEquals(1_000_000_000_008L, frames.get(1).endRetired());
    assertTrue(frames.get(1).packets().getFirst() instanceof Packet.Normal);
  }

  /** The end of a trace, and of an epoch, cuts a gap; each frame says its part. */
  @Test
  void aGapGoesOnInTheNextFrame() throws IOException {
    MachineWriter machine = machine(2, Mode.COMPACT);
    EventWriter out = machine.current();
    out.reset(START, 3, 0);
    out.retire(1);
    out.leave(START + 4);
    for (int i = 1; i <= 3; i++) {
      out.absent(400, START + 8 * i, i % 2, i, 10 * i);
      out = machine.turn(0, START + 8 * i, i);
    }
    List<Frame> frames = frames(machine, 2);
    long missing = 0;
    List<Long> ends = new ArrayList<>();
    for (Frame frame : frames) {
      Packet.Gap gap = (Packet.Gap) frame.packets().getLast();
      missing += gap.instructions();
      assertEquals(frame.endRetired(), gap.end());
      ends.add(frame.endRetired());
    }
    assertEquals(1200, missing);
    assertTrue(frames.size() > 1, ends.toString());
    assertEquals(1201, ends.getLast());
    for (int i = 1; i < frames.size(); i++) {
      Packet.Gap before = (Packet.Gap) frames.get(i - 1).packets().getLast();
      FrameStart start = frames.get(i).start();
      assertEquals(before.pc(), start.pc());
      assertEquals(before.privilege(), start.privilege());
      assertEquals(before.addressSpace(), start.addressSpace());
      assertEquals(before.task(), start.task());
    }
  }
}

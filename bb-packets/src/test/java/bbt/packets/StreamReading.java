package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Reads a script's steps back from the chunks of its hart. */
final class StreamReading {
  private final List<Frame> frames;
  private final List<SidebandRecord> records = new ArrayList<>();
  private final boolean verify;
  private final Deque<Packet> packets = new ArrayDeque<>();
  private final KnownCode known = new KnownCode();
  private int frame = -1;
  private int nextRecord;
  private EventReader events;
  private long retired;

  StreamReading(List<Chunk> chunks, int hart, boolean verify) {
    this.verify = verify;
    this.frames = Traces.only(chunks, Frame.class).stream().filter(f -> f.hart() == hart).toList();
    assertEquals(List.of(), Traces.only(chunks, Chunk.Damage.class));
    for (Chunk.Sideband s : Traces.only(chunks, Chunk.Sideband.class)) {
      if (!s.checkpoint() && s.hart() == hart) {
        records.addAll(s.records());
      }
    }
  }

  void check(EventScript script) {
    Packet first = nextPacket();
    assertEquals(ExceptionKind.RESET, ((Packet.Exception) first).kind());
    assertEquals(0x80000000L, first.pc());
    for (EventScript.Step step : script.steps) {
      step(step);
    }
    settle();
    dropNormal();
    assertTrue(packets.isEmpty() && frame == frames.size() - 1, "something is left over");
    assertEquals(script.retired(), frames.getLast().endRetired());
  }

  /** The records behind those of the steps: exactly so many. */
  List<SidebandRecord> rest(int count) {
    assertEquals(nextRecord + count, records.size());
    return records.subList(nextRecord, records.size());
  }

  /** Enters the frame in which the next event is, then skips NORMAL packets. */
  private void settle() {
    while (frame < 0
        || frame + 1 < frames.size() && retired == frames.get(frame).endRetired() && done()) {
      assertTrue(packets.isEmpty(), "packets left over");
      frame++;
      events = frames.get(frame).events();
      packets.addAll(frames.get(frame).packets());
    }
  }

  private boolean done() {
    dropNormal();
    return packets.isEmpty()
        && events.bitPosition() == frames.get(frame).bitCount()
        && events.targetPosition() == frames.get(frame).targets().length;
  }

  private void dropNormal() {
    while (!packets.isEmpty()
        && packets.getFirst() instanceof Packet.Normal
        && packets.getFirst().retired() <= retired) {
      packets.removeFirst();
    }
  }

  private Packet nextPacket() {
    settle();
    dropNormal();
    Packet packet = packets.removeFirst();
    assertEquals(retired, packet.retired());
    return packet;
  }

  private void step(EventScript.Step s) {
    if (s.instructions() > 0) {
      settle();
    }
    retired += s.instructions();
    switch (s.kind()) {
      case PLAIN -> {}
      case BRANCH -> assertEquals(s.flag() != 0, events.branch());
      case CALL -> events.call(s.site() + 4);
      case RETURN -> assertEquals(s.next(), events.ret(s.site()));
      case COROUTINE -> {
        assertEquals(s.next(), events.ret(s.site()));
        events.call(s.site() + 4);
      }
      case INDIRECT -> assertEquals(s.next(), events.indirect(s.site()));
      case INDIRECT_CALL -> {
        assertEquals(s.next(), events.indirect(s.site()));
        events.call(s.site() + 4);
      }
      case TRAP -> {
        Packet.Exception e = (Packet.Exception) nextPacket();
        assertEquals(
            new Packet.Exception(
                retired,
                s.next(),
                e.bits(),
                e.targets(),
                ExceptionKind.MMU,
                s.flag(),
                13,
                s.site(),
                EventScript.tval(s),
                verify ? s.next() * 3 : 0),
            e);
        events.exception(s.site());
      }
      case TRAP_RETURN -> {
        assertEquals(s.next(), events.trapReturn());
        assertEquals(s.flag(), events.privilege());
      }
      case FIRMWARE -> {
        Packet.Exception e = (Packet.Exception) nextPacket();
        assertEquals(ExceptionKind.FIRMWARE, e.kind());
        assertEquals(s.next(), e.pc());
        assertEquals(s.site(), e.epc());
      }
      case SWITCH -> {
        Packet.Switch e = (Packet.Switch) nextPacket();
        assertEquals(s.next(), e.pc());
        assertEquals(s.flag(), e.addressSpace());
        assertEquals(s.site() * 5, e.addressSpaceRegister());
        assertEquals(s.site(), e.task());
        assertEquals(s.next(), e.stack());
        assertEquals(77, e.previousStack());
      }
      case CODE -> {
        applyRecords(SidebandRecord.Code.class);
        assertEquals((int) s.next() & 0xFFFF, known.halfword(s.site()));
      }
      case MAPPING -> {
        applyRecords(SidebandRecord.Mapping.class);
        assertEquals(s.next(), known.translate(s.flag() >> 1, s.site()));
      }
      case TASK -> applyRecords(SidebandRecord.Task.class);
      case TIME -> {
        SidebandRecord.Time t = (SidebandRecord.Time) records.get(nextRecord++);
        assertEquals(retired, t.retired());
        assertEquals(s.next() & 0xFFFFF, t.ticks());
      }
    }
  }

  /** Applies the records up to this count, as far as they are of a kind that may be missing. */
  private void applyRecords(Class<? extends SidebandRecord> type) {
    while (nextRecord < records.size()
        && type.isInstance(records.get(nextRecord))
        && records.get(nextRecord).retired() <= retired) {
      known.apply(records.get(nextRecord++));
    }
  }
}

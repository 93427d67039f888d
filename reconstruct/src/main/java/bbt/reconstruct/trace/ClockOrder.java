package bbt.reconstruct.trace;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Puts the packets and records of several harts into the order in which the machine executed them,
 * without walking: turn by turn, as the schedule says. Feed it with all chunks in file order; what
 * an epoch holds comes out when the next one starts.
 */
public final class ClockOrder {
  /** Receives what comes next. */
  public interface Consumer {
    /**
     * A packet.
     *
     * @param clock instructions of all harts before it
     * @param firstBit index of its first bit in the frame
     * @param firstTarget index of its first target in the frame
     */
    void packet(int hart, long clock, Frame frame, Packet packet, int firstBit, int firstTarget);

    /** A record; of a checkpoint's none. */
    void note(int hart, long clock, SidebandRecord item);
  }

  private record Item(
      Frame frame, Packet packet, int firstBit, int firstTarget, SidebandRecord note) {
    long retired() {
      return packet != null ? packet.retired() : note.retired();
    }

    boolean disconnects() {
      return packet != null && !(packet instanceof Packet.Normal);
    }
  }

  /** The packets and records of one hart that wait. */
  private static final class HartQueue {
    final Deque<Item> packets = new ArrayDeque<>();
    final Deque<Item> notes = new ArrayDeque<>();

    /** The count at the end of its last turn. */
    long retired;

    /** EXCEPTION, SWITCH and GAP packets given out, at the count of the last one. */
    long lastDisconnect = -1;

    int disconnects;

    int disconnectsAt(long count) {
      return lastDisconnect == count ? disconnects : 0;
    }
  }

  private final HartQueue[] lanes;
  private final Consumer consumer;
  private final List<Chunk.Quantum> turns = new ArrayList<>();
  private long clock;

  public ClockOrder(int harts, Consumer consumer) {
    this.lanes = new HartQueue[harts];
    for (int i = 0; i < harts; i++) {
      lanes[i] = new HartQueue();
    }
    this.consumer = consumer;
  }

  /** The next chunk. */
  public void add(Chunk chunk) {
    switch (chunk) {
      case Frame frame when frame.hart() < lanes.length -> {
        int bit = 0;
        int target = 0;
        for (Packet packet : frame.packets()) {
          lanes[frame.hart()].packets.add(new Item(frame, packet, bit, target, null));
          bit += packet.bits();
          target += packet.targets();
        }
      }
      case Chunk.Sideband sideband
          when !sideband.checkpoint() && sideband.hart() < lanes.length -> {
        for (SidebandRecord item : sideband.records()) {
          lanes[sideband.hart()].notes.add(new Item(null, null, 0, 0, item));
        }
      }
      case Chunk.Schedule piece -> {
        follow(piece.clock(), piece.retired());
        turns.addAll(piece.quanta());
      }
      case Chunk.Epoch epoch -> {
        flush();
        follow(epoch.clock(), epoch.retired());
      }
      default -> {}
    }
  }

  /** Where the schedule has a hole (the file is damaged), or reading began here. */
  private void follow(long itsClock, long[] retired) {
    if (turns.isEmpty() && retired.length == lanes.length) {
      for (int i = 0; i < lanes.length; i++) {
        if (lanes[i].retired != retired[i]) {
          turn(new Chunk.Quantum(i, retired[i] - lanes[i].retired, 0));
        }
      }
      clock = itsClock;
    }
  }

  /** Gives out what is left: everything has been read. */
  public void finish() {
    flush();
    for (int i = 0; i < lanes.length; i++) {
      give(i, Long.MAX_VALUE, 0);
    }
  }

  private void flush() {
    turns.forEach(this::turn);
    turns.clear();
  }

  private void turn(Chunk.Quantum turn) {
    HartQueue lane = lanes[turn.hart()];
    long until = lane.retired + turn.instructions();
    give(turn.hart(), until, turn.packets());
    clock += turn.instructions();
    lane.retired = until;
  }

  private void give(int hart, long until, int packetsThere) {
    HartQueue lane = lanes[hart];
    while (true) {
      Item packet = lane.packets.peek();
      boolean due =
          packet != null
              && (packet.retired() < until
                  || packet.retired() == until && lane.disconnectsAt(until) < packetsThere);
      Item note = lane.notes.peek();
      if (note != null && note.retired() < until && (!due || note.retired() <= packet.retired())) {
        lane.notes.poll();
        consumer.note(hart, clock + note.retired() - lane.retired, note.note());
      } else if (due) {
        lane.packets.poll();
        if (packet.disconnects()) {
          lane.disconnects = lane.disconnectsAt(packet.retired()) + 1;
          lane.lastDisconnect = packet.retired();
        }
        consumer.packet(
            hart,
            clock + packet.retired() - lane.retired,
            packet.frame(),
            packet.packet(),
            packet.firstBit(),
            packet.firstTarget());
      } else {
        return;
      }
    }
  }
}

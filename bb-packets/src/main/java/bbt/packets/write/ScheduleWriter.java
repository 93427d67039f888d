package bbt.packets.write;

import bbt.packets.Chunk;
import bbt.packets.SidebandCodec;
import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the order in which several harts execute: collects their turns, and writes what it has
 * before each frame. The common clock is the number of instructions that all harts have retired.
 */
final class ScheduleWriter {
  private final TraceWriter writer;
  private final EventWriter[] harts;
  private final long quantum;
  private final long epochInstructions;
  private final int mostTurns;
  private final ByteSink content = new ByteSink(1 << 12);
  private final List<Chunk.Quantum> quanta = new ArrayList<>();

  /** The hart whose turn it is; -1 between two turns. */
  private int current;

  /** The hart's count when the turn began, or where the last piece cut it. */
  private long turnStart;

  /** Counts of all harts at the start of the open piece. */
  private final long[] pieceStart;

  private long pieceClock;

  /** The clock at the end of the last turn that was closed. */
  private long clock;

  private long epochStart;

  /**
   * Creates the writer of a new trace's schedule.
   *
   * @param quantum length of a usual turn
   * @param epochInstructions instructions of all harts after which an epoch ends at the next
   *     hand-over
   * @param mostTurns a piece is written when it has so many: harts that spin on {@code pause} end
   *     millions of turns within one frame
   */
  ScheduleWriter(
      TraceWriter writer,
      EventWriter[] harts,
      long quantum,
      long epochInstructions,
      int mostTurns) {
    this.writer = writer;
    this.harts = harts;
    this.quantum = quantum;
    this.epochInstructions = epochInstructions;
    this.mostTurns = mostTurns;
    this.pieceStart = new long[harts.length];
  }

  /** The common clock now. */
  long now() {
    return current < 0 ? clock : clock + harts[current].retired() - turnStart;
  }

  /** The turn of a hart begins. */
  void begin(int hart) {
    current = hart;
    turnStart = harts[hart].retired();
  }

  /** Ends the turn that is open. */
  void end() {
    note();
    current = -1;
    if (quanta.size() >= mostTurns) {
      flush();
    }
  }

  private void note() {
    EventWriter hart = harts[current];
    long retired = hart.retired();
    quanta.add(new Chunk.Quantum(current, retired - turnStart, hart.packetsHere()));
    clock += retired - turnStart;
    turnStart = retired;
  }

  /** Whether the epoch has become long enough to end. */
  boolean epochDue() {
    return now() - epochStart >= epochInstructions;
  }

  /**
   * An epoch starts here, between two turns; everything before it has been written.
   *
   * @param ticks guest time
   */
  void epoch(long ticks) {
    epochStart = clock;
    content.clear();
    SidebandCodec.writeEpoch(content, new Chunk.Epoch(0, clock, ticks, pieceStart));
    write(PacketFormat.EPOCH);
  }

  /** Writes what is not in the file yet; in the middle of a turn its first part. */
  void flush() {
    boolean open = current >= 0;
    if (open) {
      note();
    }
    if (quanta.isEmpty()) {
      return;
    }
    content.clear();
    SidebandCodec.writeSchedule(
        content, new Chunk.Schedule(0, open, pieceClock, pieceStart, quanta), quantum);
    write(PacketFormat.SCHEDULE);
    quanta.clear();
    pieceClock = clock;
    for (int i = 0; i < harts.length; i++) {
      pieceStart[i] = harts[i].retired();
    }
  }

  private void write(int type) {
    try {
      writer.chunk(type, 0, pieceClock, clock, 0, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

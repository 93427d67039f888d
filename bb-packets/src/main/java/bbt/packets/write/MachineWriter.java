package bbt.packets.write;

import bbt.packets.Chunk;
import bbt.packets.SidebandRecord;
import bbt.packets.bytes.PacketFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes a machine's trace, with one hart or several. Each hart has a stream of its own, by {@link
 * EventWriter}; with several harts the order of their turns is written besides, and all frames are
 * cut now and then at one point (an epoch), so that an idle hart's frame cannot stay open for ever.
 *
 * <p>Number of harts and length of a turn come from the trace's header.
 */
public final class MachineWriter {
  private final TraceWriter writer;
  private final EventWriter[] harts;

  /** The schedule of several harts; null with one hart. */
  private final ScheduleWriter schedule;

  private int current;

  public MachineWriter(TraceWriter writer) {
    this(writer, PacketFormat.Limits.STANDARD);
  }

  public MachineWriter(TraceWriter writer, PacketFormat.Limits limits) {
    this.writer = writer;
    int count = writer.header().harts();
    harts = new EventWriter[count];
    schedule =
        count == 1
            ? null
            : new ScheduleWriter(
                writer,
                harts,
                writer.header().quantum(),
                (long) count * limits.frameInstructions(),
                limits.frameEvents());
    for (int i = 0; i < count; i++) {
      harts[i] = new EventWriter(writer, i, limits, schedule);
    }
    if (schedule != null) {
      schedule.epoch(0);
      schedule.begin(0);
    }
  }

  /** Number of harts. */
  public int harts() {
    return harts.length;
  }

  /** The stream of the hart whose turn it is; at the start hart 0. */
  public EventWriter current() {
    return harts[current];
  }

  /** The stream of a hart. Only the {@link #current} one may be told anything. */
  public EventWriter hart(int number) {
    return harts[number];
  }

  /**
   * A turn is over, a hart takes the next: another one, or the same again. The last jump of the one
   * before has been reported.
   *
   * @param pc where the one before will go on
   * @param ticks guest time in ticks
   * @return the stream of the hart
   */
  public EventWriter turn(int hart, long pc, long ticks) {
    harts[current].pause(pc);
    boolean epoch = schedule != null && schedule.epochDue();
    if (hart == current && !epoch) {
      return harts[hart];
    }
    schedule.end();
    if (epoch) {
      endFrames();
      boolean checkpoints = writer.wantsCheckpoints();
      schedule.epoch(ticks);
      for (EventWriter each : harts) {
        each.nextFrame(checkpoints);
      }
    }
    current = hart;
    schedule.begin(hart);
    return harts[hart];
  }

  private void endFrames() {
    if (schedule != null) {
      schedule.flush();
    }
    for (EventWriter each : harts) {
      each.endFrame();
    }
  }

  /**
   * An address space is gone for good, its serial number is not used again: checkpoints need not
   * repeat its mappings.
   */
  public void forget(int addressSpace) {
    for (EventWriter each : harts) {
      each.forget(addressSpace);
    }
  }

  /** Instructions retired by all harts. */
  public long clock() {
    return schedule == null ? harts[0].retired() : schedule.now();
  }

  /** Instructions of all harts that were not recorded, of those that the trace was told of. */
  public long unrecorded() {
    return Arrays.stream(harts).mapToLong(EventWriter::unrecorded).sum();
  }

  /**
   * The run is over: writes the open frames, the appendix and the end.
   *
   * @param appendix names and notes that hold for the whole trace
   * @param verifyHashes final running hash of each hart, 0 without
   * @param ticks guest time in ticks
   */
  public Chunk.End finish(
      List<SidebandRecord> appendix, long[] verifyHashes, int exitCode, String reason, long ticks) {
    if (schedule != null) {
      schedule.end();
    }
    endFrames();
    if (!appendix.isEmpty()) {
      harts[0].append(appendix);
    }
    List<Chunk.HartEnd> ends = new ArrayList<>();
    long frames = 0;
    long packets = 0;
    long bits = 0;
    long targets = 0;
    for (int i = 0; i < harts.length; i++) {
      ends.add(new Chunk.HartEnd(harts[i].retired(), verifyHashes[i]));
      frames += harts[i].frames();
      packets += harts[i].packets();
      bits += harts[i].bits();
      targets += harts[i].targets();
    }
    Chunk.End end =
        new Chunk.End(0, ends, exitCode, reason, frames, packets, bits, targets, 0, ticks);
    try {
      writer.finish(end);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return end;
  }
}

package bbt.packets.write;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.SidebandCodec;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceIndex;
import bbt.packets.TraceReader;
import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.bytes.TraceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Copies a trace and changes its sideband, frames, schedule or index on the way. Checksums and
 * content hashes are made anew, so the copy is well-formed. Whether its content is true is up to
 * the caller: tests of {@code verify} need traces that are not.
 */
public final class TraceEditor {
  private TraceEditor() {}

  /**
   * Copies a whole trace.
   *
   * @param change gets each sideband record in file order (checkpoints repeat earlier ones) and
   *     returns what to write in its place, with the same retired count
   * @throws TraceFormatException if the trace is damaged or was cut
   */
  public static void rewrite(Path from, Path to, UnaryOperator<SidebandRecord> change)
      throws IOException {
    copyAll(
        from,
        to,
        change,
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        UnaryOperator.identity());
  }

  /**
   * Copies a whole trace with other frames.
   *
   * @param change gets each frame in file order and returns what to write in its place: one made by
   *     {@link #flipped}, {@link #retargeted} or {@link #repacketed}, or the same
   * @throws TraceFormatException if the trace is damaged or was cut
   */
  public static void reframe(Path from, Path to, UnaryOperator<Frame> change) throws IOException {
    copyAll(
        from,
        to,
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        change,
        UnaryOperator.identity());
  }

  /** A frame with one bit of its bit stream the other way. */
  public static Frame flipped(Frame frame, int bit) {
    long[] words = frame.words().clone();
    words[bit >>> 6] ^= 1L << bit;
    return with(frame, frame.packets(), words, frame.targets());
  }

  /** A frame with another target. */
  public static Frame retargeted(Frame frame, int index, long target) {
    long[] targets = frame.targets().clone();
    targets[index] = target;
    return with(frame, frame.packets(), frame.words(), targets);
  }

  /** A frame with other packets, which hold as many bits and targets in all. */
  public static Frame repacketed(Frame frame, UnaryOperator<Packet> change) {
    List<Packet> packets = new ArrayList<>(frame.packets());
    packets.replaceAll(change);
    return with(frame, packets, frame.words(), frame.targets());
  }

  /** A frame that ends at another count. */
  public static Frame ended(Frame frame, long endRetired) {
    return with(frame, frame.packets(), frame.words(), frame.targets(), endRetired);
  }

  private static Frame with(Frame f, List<Packet> packets, long[] words, long[] targets) {
    return with(f, packets, words, targets, f.endRetired());
  }

  private static Frame with(
      Frame f, List<Packet> packets, long[] words, long[] targets, long endRetired) {
    return new Frame(
        f.offset(),
        f.hart(),
        f.mode(),
        f.verify(),
        f.start(),
        f.sidebands(),
        endRetired,
        packets,
        words,
        f.bitCount(),
        targets,
        f.storedBytes());
  }

  /**
   * Copies a whole trace of several harts.
   *
   * @param change gets the turns of each piece of the schedule and returns others
   * @throws TraceFormatException if the trace is damaged or was cut
   */
  public static void reschedule(Path from, Path to, UnaryOperator<List<Chunk.Quantum>> change)
      throws IOException {
    copyAll(
        from,
        to,
        UnaryOperator.identity(),
        change,
        UnaryOperator.identity(),
        UnaryOperator.identity());
  }

  /**
   * Copies a whole trace with another index.
   *
   * @throws TraceFormatException if the trace is damaged or was cut
   */
  public static void reindex(Path from, Path to, UnaryOperator<TraceIndex> change)
      throws IOException {
    copyAll(
        from,
        to,
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        change);
  }

  private static void copyAll(
      Path from,
      Path to,
      UnaryOperator<SidebandRecord> change,
      UnaryOperator<List<Chunk.Quantum>> turns,
      UnaryOperator<Frame> frames,
      UnaryOperator<TraceIndex> index)
      throws IOException {
    try (TraceReader reader = TraceReader.open(from);
        TraceWriter writer = TraceWriter.create(to, reader.header())) {
      for (Chunk chunk = reader.next(); ; chunk = reader.next()) {
        switch (chunk) {
          case null ->
              throw new TraceFormatException(reader.offset(), "the trace was cut: it has no end");
          case Chunk.Damage damage ->
              throw new TraceFormatException(damage.offset(), damage.message());
          case Chunk.End end -> {
            writer.finish(end, index);
            return;
          }
          case Chunk.Sideband sideband ->
              copy(reader, writer, sideband, encode(sideband, change), 0);
          case Chunk.Epoch epoch -> copy(reader, writer, epoch, null, 0);
          case Chunk.Schedule s -> {
            ByteSink content = new ByteSink(1 << 12);
            Chunk.Schedule changed =
                new Chunk.Schedule(0, s.open(), s.clock(), s.retired(), turns.apply(s.quanta()));
            SidebandCodec.writeSchedule(content, changed, reader.header().quantum());
            copy(reader, writer, s, content, 0);
          }
          case Frame frame -> {
            Frame changed = frames.apply(frame);
            boolean clocked = reader.harts() > 1;
            ByteSink content = changed == frame ? null : encode(changed, clocked);
            TraceReader.RawChunk raw = reader.read(frame.offset());
            copy(raw, writer, content, frame.start().clock(), changed.endRetired());
          }
        }
      }
    }
  }

  /** Copies a chunk, with other content unless that is null. */
  static void copy(
      TraceReader reader, TraceWriter writer, Chunk chunk, ByteSink changed, long clock)
      throws IOException {
    TraceReader.RawChunk raw = reader.read(chunk.offset());
    copy(raw, writer, changed, clock, raw.endRetired);
  }

  /** Copies a chunk, with other content unless that is null. */
  static void copy(
      TraceReader.RawChunk raw, TraceWriter writer, ByteSink changed, long clock, long endRetired)
      throws IOException {
    ByteSink content = changed;
    if (content == null) {
      content = new ByteSink(raw.content.length);
      content.bytes(raw.content, 0, raw.content.length);
    }
    writer.chunk(raw.type, raw.hart, raw.retired, endRetired, clock, content);
  }

  /**
   * The content of a sideband chunk.
   *
   * @param change returns what to write in a record's place; null: nothing
   */
  static ByteSink encode(Chunk.Sideband sideband, UnaryOperator<SidebandRecord> change) {
    ByteSink content = new ByteSink(1 << 14);
    if (sideband.number() >= 0) {
      SidebandCodec.writeNumber(content, sideband.number());
    }
    List<SidebandRecord> records = sideband.records();
    long last = sideband.retired();
    for (SidebandRecord each : records) {
      SidebandRecord changed = change.apply(each);
      if (changed != null) {
        SidebandCodec.writeRecord(content, changed, last);
        last = changed.retired();
      }
    }
    return content;
  }

  /** The content of a frame. */
  static ByteSink encode(Frame frame, boolean clocked) {
    FrameEncoder encoder =
        new FrameEncoder(frame.mode(), frame.verify(), clocked, frame.bitCount());
    encoder.open(frame.start());
    List<Packet> packets = frame.packets();
    int bit = 0;
    int target = 0;
    for (int i = 0; i < packets.size(); i++) {
      Packet packet = packets.get(i);
      encoder.openPacket(head(packet), packet.retired(), packet.pc());
      if (packet instanceof Packet.Exception e) {
        encoder.exception(e.cause(), e.epc(), e.tval(), e.verifyHash());
      } else if (packet instanceof Packet.Switch s) {
        encoder.contextSwitch(
            s.addressSpace(), s.addressSpaceRegister(), s.task(), s.stack(), s.previousStack());
      } else if (packet instanceof Packet.Gap g) {
        encoder.gap(g.pc(), g.instructions(), g.privilege(), g.addressSpace(), g.task());
      }
      for (int end = bit + packet.bits(); bit < end; bit++) {
        encoder.bits(frame.words()[bit >>> 6] >>> bit & 1, 1);
      }
      for (int end = target + packet.targets(); target < end; target++) {
        encoder.target(frame.targets()[target]);
      }
      boolean last = i + 1 == packets.size();
      encoder.closePacket(last ? frame.endRetired() : packets.get(i + 1).retired());
    }
    return encoder.close(frame.sidebands());
  }

  private static int head(Packet packet) {
    return switch (packet) {
      case Packet.Normal n -> PacketFormat.NORMAL;
      case Packet.Exception e ->
          PacketFormat.EXCEPTION | e.kind().ordinal() << 2 | e.privilege() << 5;
      case Packet.Switch s -> PacketFormat.SWITCH;
      case Packet.Gap g -> PacketFormat.GAP | g.privilege() << 5;
    };
  }
}

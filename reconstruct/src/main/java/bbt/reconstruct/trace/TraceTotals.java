package bbt.reconstruct.trace;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.ExceptionKind;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.reconstruct.basics.NumberText;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Counts what a trace holds, chunk by chunk, in file order. */
public final class TraceTotals implements Consumer<Chunk> {
  private long frames;
  private long passed;
  private long checkpoints;
  private long bits;
  private long targets;
  private long normal;
  private long exceptions;
  private long switches;
  private long gaps;
  private long unrecorded;
  private long minPayload = Long.MAX_VALUE;
  private long maxPayload;
  private long payload;
  private final Map<ExceptionKind, Long> kinds = new EnumMap<>(ExceptionKind.class);
  private long codeRecords;
  private long codeBytes;
  private long mappings;
  private long tasks;
  private long times;
  private long skippedTicks;
  private long symbols;
  private KernelId kernel = new KernelId("", "");
  private final SortedMap<Integer, HartTotals> harts = new TreeMap<>();
  private long epochs;
  private long turns;
  private boolean openTurn;
  private long ticks = -1;
  private long scheduleBytes;
  private long frameBytes;
  private long sidebandBytes;
  private long checkpointBytes;
  private long symbolBytes;
  private long lastOffset = -1;
  private Chunk last;

  @Override
  public void accept(Chunk chunk) {
    close(chunk.offset());
    last = chunk;
    lastOffset = chunk.offset();
    switch (chunk) {
      case Frame frame -> frame(frame);
      case Chunk.Sideband sideband -> sideband(sideband);
      case Chunk.Epoch epoch -> {
        epochs++;
        ticks = epoch.ticks();
      }
      case Chunk.Schedule schedule -> {
        turns += schedule.quanta().size() - (openTurn && !schedule.quanta().isEmpty() ? 1 : 0);
        openTurn = schedule.open();
      }
      case Chunk.End end -> ticks = end.ticks();
      case Chunk.Damage damage -> {}
    }
  }

  /** A frame that was passed over: its bits, targets and packets are not counted. */
  public void pass(ChunkHeader frame) {
    close(frame.offset());
    last = null;
    frames++;
    passed++;
    frameBytes += frame.bytes();
    harts.computeIfAbsent(frame.hart(), k -> new HartTotals()).pass(frame);
  }

  /** The bytes of a chunk last until the next one. */
  private void close(long offset) {
    if (last instanceof Frame) {
      frameBytes += offset - lastOffset;
    } else if (last instanceof Chunk.Epoch || last instanceof Chunk.Schedule) {
      scheduleBytes += offset - lastOffset;
    } else if (last instanceof Chunk.Sideband s) {
      long bytes = offset - lastOffset;
      if (s.checkpoint()) {
        checkpointBytes += bytes;
      } else {
        // A small guest's symbols share a chunk with its first code.
        boolean names = s.records().stream().anyMatch(r -> r instanceof SidebandRecord.Symbols);
        double share = names ? s.share(r -> r instanceof SidebandRecord.Symbols) : 0;
        long theirs = Math.round(bytes * share);
        symbolBytes += theirs;
        sidebandBytes += bytes - theirs;
      }
    }
  }

  private void frame(Frame frame) {
    frames++;
    harts.computeIfAbsent(frame.hart(), k -> new HartTotals()).add(frame);
    bits += frame.bitCount();
    targets += frame.targets().length;
    for (Packet packet : frame.packets()) {
      long bytes = packet.payloadBytes();
      payload += bytes;
      minPayload = Math.min(minPayload, bytes);
      maxPayload = Math.max(maxPayload, bytes);
      switch (packet) {
        case Packet.Normal n -> normal++;
        case Packet.Switch s -> switches++;
        case Packet.Exception e -> {
          exceptions++;
          kinds.merge(e.kind(), 1L, Long::sum);
        }
        case Packet.Gap g -> {
          gaps++;
          unrecorded += g.instructions();
        }
      }
    }
  }

  private void sideband(Chunk.Sideband sideband) {
    if (sideband.checkpoint()) {
      checkpoints++;
      return;
    }
    for (SidebandRecord item : sideband.records()) {
      switch (item) {
        case SidebandRecord.Code code -> {
          codeRecords++;
          codeBytes += 2L * code.halfwords().length;
        }
        case SidebandRecord.Mapping m -> mappings++;
        case SidebandRecord.Task t -> tasks++;
        case SidebandRecord.Time t -> {
          times++;
          skippedTicks += t.ticks();
        }
        case SidebandRecord.Symbols s ->
            symbols += Arrays.stream(s.names()).filter(name -> !name.isEmpty()).count();
        case SidebandRecord.Note note -> kernel = kernel.with(note);
      }
    }
  }

  public long frames() {
    return frames;
  }

  /** Frames that were passed over: what they hold is in no other number. */
  public long passed() {
    return passed;
  }

  /** The totals of a hart. */
  public HartTotals hart(int number) {
    return harts.getOrDefault(number, new HartTotals());
  }

  /** Instructions of all harts, up to the ends of their last frames. */
  public long instructions() {
    return harts.values().stream().mapToLong(HartTotals::instructions).sum();
  }

  /** Points at which all harts' frames start anew; 0 in a trace of one hart. */
  public long epochs() {
    return epochs;
  }

  /** Turns of all harts, as far as they stand apart; 0 in a trace of one hart. */
  public long turns() {
    return turns;
  }

  /** Guest time, the last that was said, in ticks of the timebase; -1 if none was. */
  public long ticks() {
    return ticks;
  }

  /** Bytes in the file: the order of the harts' turns, compressed. */
  public long scheduleBytes() {
    return scheduleBytes;
  }

  public long checkpoints() {
    return checkpoints;
  }

  public long bits() {
    return bits;
  }

  public long targets() {
    return targets;
  }

  public long packets() {
    return normal + exceptions + switches + gaps;
  }

  /** Packets that say what was not recorded. */
  public long gaps() {
    return gaps;
  }

  /** Instructions that were not recorded, by a filter or a trigger. */
  public long unrecorded() {
    return unrecorded;
  }

  /**
   * What was not recorded, as a sentence; empty where there is no gap.
   *
   * @param origin the format of the foreign trace that it was made of, empty if of none: such a
   *     trace does not know how long its gaps are
   */
  public String notRecorded(String origin) {
    return gaps == 0
        ? ""
        : (origin.isEmpty() ? "" : "At least ")
            + NumberText.instructions(unrecorded)
            + (unrecorded == 1 ? " was" : " were")
            + " not recorded, in "
            + NumberText.counted(gaps, "gap")
            + ".";
  }

  public long normalPackets() {
    return normal;
  }

  public long exceptionPackets() {
    return exceptions;
  }

  public long switchPackets() {
    return switches;
  }

  /** Exception packets of one kind. */
  public long exceptions(ExceptionKind kind) {
    return kinds.getOrDefault(kind, 0L);
  }

  /** Bytes of the smallest packet's payload, 0 without packets. */
  public long minPayload() {
    return packets() == 0 ? 0 : minPayload;
  }

  public long maxPayload() {
    return maxPayload;
  }

  /** Bytes of all packets' payloads. */
  public long payload() {
    return payload;
  }

  public long codeRecords() {
    return codeRecords;
  }

  /** Bytes of announced code. */
  public long codeBytes() {
    return codeBytes;
  }

  public long mappings() {
    return mappings;
  }

  public long tasks() {
    return tasks;
  }

  public long timeJumps() {
    return times;
  }

  public long skippedTicks() {
    return skippedTicks;
  }

  public long symbols() {
    return symbols;
  }

  /** Build-id of the kernel that ran, as it lay in memory; empty if no record says it. */
  public String kernelInMemory() {
    return kernel.memory();
  }

  /** Bytes in the file: frames (bits, targets, packet headers), compressed. */
  public long frameBytes() {
    return frameBytes;
  }

  /** Bytes in the file: code, mappings, tasks, time, compressed. */
  public long sidebandBytes() {
    return sidebandBytes;
  }

  /** Bytes in the file: checkpoints, compressed. */
  public long checkpointBytes() {
    return checkpointBytes;
  }

  /**
   * Bytes in the file: symbols, compressed; of a chunk that has other records, too, the part that
   * they are before compression.
   */
  public long symbolBytes() {
    return symbolBytes;
  }
}

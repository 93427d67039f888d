package bbt.reconstruct.replay;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.reconstruct.step.TaskNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Which task a hart executes, as the switches in a trace tell it. */
final class TraceTasks {
  private final Path trace;
  private final TaskNames names = new TaskNames();

  /** By hart: the file offset of each frame by its first count. */
  private final List<NavigableMap<Long, Long>> frames = new ArrayList<>();

  /** The frame that was looked into last. */
  private Frame frame;

  TraceTasks(Path trace) throws IOException {
    this.trace = trace;
    try (TraceReader reader = TraceReader.open(trace)) {
      long[] retired = new long[reader.harts()];
      for (int i = 0; i < retired.length; i++) {
        frames.add(new TreeMap<>());
      }
      while (true) {
        ChunkHeader h = reader.peek();
        if (h == null) {
          if (reader.next() == null) {
            break;
          }
          continue;
        }
        if (h.hart() < retired.length && h.kind() == ChunkHeader.Kind.FRAME) {
          frames.get(h.hart()).put(h.retired(), h.offset());
          retired[h.hart()] = h.endRetired();
        } else if (h.kind() == ChunkHeader.Kind.SIDEBAND
            && reader.next() instanceof Chunk.Sideband s) {
          learn(s, retired);
        }
        reader.seek(h.offset() + h.bytes());
      }
    }
  }

  /** Names, from the clock on at which they were said; with several harts about. */
  private void learn(Chunk.Sideband sideband, long[] retired) {
    long others = LongStream.of(retired).sum() - retired[sideband.hart()];
    for (SidebandRecord item : sideband.records()) {
      if (item instanceof SidebandRecord.Task task) {
        names.add(others + task.retired(), task);
      }
    }
  }

  /**
   * The task of a hart.
   *
   * @param retired the hart's count
   * @param clock that of all
   */
  Optional<Task> at(int hart, long retired, long clock) throws IOException {
    Map.Entry<Long, Long> entry = frames.get(hart).floorEntry(retired);
    if (entry == null) {
      return Optional.empty();
    }
    if (frame == null || frame.offset() != entry.getValue()) {
      try (TraceReader reader = TraceReader.open(trace)) {
        reader.seek(entry.getValue());
        frame = reader.next() instanceof Frame f ? f : null;
      }
    }
    if (frame == null) {
      return Optional.empty();
    }
    long task = frame.start().task();
    for (Packet packet : frame.packets()) {
      if (packet instanceof Packet.Switch s && s.retired() <= retired) {
        task = s.task();
      }
    }
    TaskNames.Name name = names.at(task, clock);
    return task == 0 && name == null
        ? Optional.empty()
        : Optional.of(
            new Task(task, name == null ? -1 : name.pid(), name == null ? "" : name.name()));
  }
}

package bbt.reconstruct.replay.state;

import bbt.packets.ChunkHeader;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.reconstruct.map.TaskNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Finds which task a hart executes, by the switches in a trace. */
final class TraceTasks {
  private final Path trace;
  private final TaskNames names;

  /** By hart: the file offset of each frame by its first count. */
  private final List<NavigableMap<Long, Long>> frames = new ArrayList<>();

  /** The frame that was looked into last. */
  private Frame frame;

  TraceTasks(Path trace) throws IOException {
    this.trace = trace;
    this.names = TaskNames.read(trace);
    try (TraceReader reader = TraceReader.open(trace)) {
      for (int i = 0; i < reader.harts(); i++) {
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
        if (h.hart() < frames.size() && h.kind() == ChunkHeader.Kind.FRAME) {
          frames.get(h.hart()).put(h.retired(), h.offset());
        }
        reader.seek(h.offset() + h.bytes());
      }
    }
  }

  /**
   * The task of a hart; empty where the trace does not say it.
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
      } else if (packet instanceof Packet.Gap g && g.retired() <= retired) {
        if (retired < g.end()) {
          return Optional.empty(); // not recorded
        }
        task = g.task();
      }
    }
    TaskNames.Name name = names.at(task, clock);
    return task == 0 && name == null
        ? Optional.empty()
        : Optional.of(
            new Task(task, name == null ? -1 : name.pid(), name == null ? "" : name.name()));
  }
}

package bbt.farm;

import bbt.packets.Chunk;
import bbt.packets.ExceptionKind;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.TraceIndex;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.BlockCount;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The profile of a trace, or of a range of its frames, as rows that can be added up. */
final class TraceProfile {
  private TraceProfile() {}

  /**
   * What a row is about.
   *
   * @param kind {@code total}, {@code mode}, {@code exception}, {@code task} or {@code function}
   * @param program of a function
   * @param address of a function that has a symbol, else 0
   */
  record Key(String kind, String program, String name, long address) implements Serializable {}

  /** Numbers of a row; of a range only the first is known of functions. */
  record Amounts(long self, long inclusive, long calls) implements Serializable {
    Amounts plus(Amounts other) {
      return new Amounts(
          self + other.self, inclusive + other.inclusive, calls + other.calls);
    }
  }

  /**
   * Frames of a trace.
   *
   * @param from file offset of the first one; -1 for the trace's beginning
   * @param to file offset of the one behind the last; {@link Long#MAX_VALUE} for the trace's end
   */
  record Range(String trace, long from, long to) implements Serializable {}

  /** Cuts a trace into ranges with about as many frames each; a trace of several harts stays whole. */
  static List<Range> ranges(String trace, int count) throws IOException {
    List<Long> frames = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(Path.of(trace))) {
      if (reader.harts() == 1) {
        for (TraceIndex.Entry entry : reader.index().entries()) {
          if (entry.kind() == TraceIndex.Kind.FRAME) {
            frames.add(entry.offset());
          }
        }
      }
    }
    int cut = Math.max(1, Math.min(count, frames.size()));
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < cut; i++) {
      long from = i == 0 ? -1 : frames.get((int) ((long) frames.size() * i / cut));
      long to =
          i + 1 == cut
              ? Long.MAX_VALUE
              : frames.get((int) ((long) frames.size() * (i + 1) / cut));
      ranges.add(new Range(trace, from, to));
    }
    return ranges;
  }

  /** All that {@code bbt report} counts of a trace's functions, tasks and exceptions. */
  static Map<Key, Amounts> whole(String trace) throws IOException {
    Report report = new Analysis(Path.of(trace)).run();
    require(trace, report.problems());
    Map<Key, Amounts> rows = new HashMap<>();
    long user = 0;
    for (TaskProfile task : report.profile().tasks()) {
      user += task.userInstructions();
      add(rows, new Key("task", "", task.name(), 0), new Amounts(task.instructions(), 0, 0));
    }
    long all = report.profile().instructions();
    modes(rows, all, user);
    for (FunctionProfile f : report.profile().functions()) {
      add(
          rows,
          new Key("function", f.program(), f.name(), f.named() ? f.address() : 0),
          new Amounts(f.self(), f.inclusive(), f.calls()));
    }
    report
        .profile()
        .harts()
        .forEach(
            hart -> {
              for (ExceptionKind kind : ExceptionKind.values()) {
                exception(rows, kind, hart.exceptions(kind));
              }
            });
    return rows;
  }

  /**
   * Returns the rows of a range, as far as no call stack is needed: what functions with symbols executed themselves, modes, exceptions. Only the range is walked, and a few frames before it.
   */
  static Map<Key, Amounts> of(Range range) throws IOException {
    Path trace = Path.of(range.trace);
    TraceSymbols symbols = TraceSymbols.read(trace, BinaryFiles.NONE);
    Map<Key, Amounts> rows = new HashMap<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      Reconstruction walk =
          new Reconstruction(reader, symbols, FlowListener.NOBODY, null)
              .countBlocks()
              .observer(chunk -> exceptions(rows, chunk));
      if (range.from >= 0) {
        walk.skipTo(range.from);
      }
      boolean more = true;
      while (more && reader.offset() < range.to) {
        more = walk.next();
      }
      if (more) {
        walk.leave();
      }
      require(range.trace, walk.problems());
      long all = 0;
      long user = 0;
      for (BlockCount count : walk.blockCounts()) {
        long instructions = count.instructions();
        all += instructions;
        user += count.addressSpace() == BlockCount.PRIVILEGED ? 0 : instructions;
        if (count.function() != FunctionMap.NONE) {
          TraceSymbols.Function f = symbols.function(count.function());
          add(
              rows,
              new Key("function", f.image(), f.name(), f.address()),
              new Amounts(instructions, 0, 0));
        }
      }
      modes(rows, all, user);
    }
    return rows;
  }

  private static void require(String trace, List<Problem> problems) throws IOException {
    for (Problem problem : problems) {
      if (!problem.repaired()) {
        throw new IOException(trace + ": " + problem.message());
      }
    }
  }

  private static void exceptions(Map<Key, Amounts> rows, Chunk chunk) {
    if (chunk instanceof Frame frame) {
      for (Packet packet : frame.packets()) {
        if (packet instanceof Packet.Exception taken) {
          exception(rows, taken.kind(), 1);
        }
      }
    }
  }

  private static void exception(Map<Key, Amounts> rows, ExceptionKind kind, long times) {
    if (times > 0) {
      add(rows, new Key("exception", "", kind.name(), 0), new Amounts(0, 0, times));
    }
  }

  private static void modes(Map<Key, Amounts> rows, long all, long user) {
    add(rows, new Key("total", "", "instructions", 0), new Amounts(all, 0, 0));
    add(rows, new Key("mode", "", "user", 0), new Amounts(user, 0, 0));
    add(rows, new Key("mode", "", "privileged", 0), new Amounts(all - user, 0, 0));
  }

  private static void add(Map<Key, Amounts> rows, Key key, Amounts its) {
    rows.merge(key, its, Amounts::plus);
  }
}

package bbt.reconstruct.trace;

import bbt.packets.Chunk;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.SplitWalk;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Rebuilds a trace and checks everything there is to check. */
public final class TraceVerifier {
  /** Bytes of a trace that are worth a second thread. */
  private static final long WORTH_SPLITTING = 1 << 20;

  private static final int LEAST_FRAMES = 8;
  private static final int MOST_FRAMES = 64;

  private TraceVerifier() {}

  /**
   * The result of verifying a trace.
   *
   * @param problems everything wrong, in file order; empty for a whole, consistent trace
   * @param hashed whether the trace holds verify hashes, so that code bytes are proved too
   * @param instructions rebuilt
   * @param contentHash the trace's identity, from its end record; 0 when it was cut
   * @param exceptions exception packets whose place was checked
   * @param hartInstructions rebuilt of each hart
   * @param unrecorded instructions that were left out of the trace
   * @param dropped instructions before the first one that is there
   */
  public record Result(
      List<Problem> problems,
      boolean hashed,
      long instructions,
      long contentHash,
      long frames,
      long packets,
      long exceptions,
      List<Long> hartInstructions,
      long unrecorded,
      long dropped) {
    public boolean ok() {
      return problems.isEmpty();
    }
  }

  /**
   * Verifies a trace.
   *
   * @throws IOException if it cannot be read, or is no trace
   */
  public static Result verify(Path trace) throws IOException {
    return verify(trace, instructions -> {});
  }

  /**
   * Verifies a trace.
   *
   * @param progress is told now and then how many instructions have been read
   */
  public static Result verify(Path trace, LongConsumer progress) throws IOException {
    int processors = Runtime.getRuntime().availableProcessors();
    int frames = 0;
    try (TraceReader reader = TraceReader.open(trace)) {
      if (processors > 1 && reader.size() >= WORTH_SPLITTING && reader.hasIndex()) {
        int stretches = 8 * processors;
        frames = Math.clamp(reader.index().count() / stretches, LEAST_FRAMES, MOST_FRAMES);
      }
    }
    return verify(trace, progress, frames == 0 ? 1 : processors, frames);
  }

  /**
   * Verifies a trace on several threads. The answer is the same with any number of them.
   *
   * @param progress is told now and then how many instructions have been read
   * @param threads on which a trace of one hart is walked; harts of several have one each
   * @param frames that one thread walks before it looks for others
   */
  public static Result verify(Path trace, LongConsumer progress, int threads, int frames)
      throws IOException {
    Result split = threads > 1 ? split(trace, progress, threads, frames) : null;
    return split != null ? split : inOrder(trace, progress);
  }

  /**
   * Verifies on several threads; null where that finds anything wrong: then the walk in order tells
   * what.
   */
  private static Result split(Path trace, LongConsumer progress, int threads, int frames)
      throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      if (reader.harts() > 1) {
        return null;
      }
      SplitWalk walk = new SplitWalk(trace, frames, progress);
      List<TraceTotals> totals = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        totals.add(new TraceTotals());
      }
      if (!walk.run(totals)) {
        return null;
      }
      Chunk.End end = walk.end();
      boolean right =
          sum(totals, TraceTotals::frames) == end.frames()
              && sum(totals, TraceTotals::packets) == end.packets()
              && sum(totals, TraceTotals::bits) == end.bits()
              && sum(totals, TraceTotals::targets) == end.targets()
              && reader.indexProblem(walk.index()) == null;
      if (!right) {
        return null;
      }
      return new Result(
          List.of(),
          reader.header().verify(),
          walk.instructions(),
          end.contentHash(),
          end.frames(),
          end.packets(),
          sum(totals, TraceTotals::exceptionPackets),
          List.of(walk.instructions()),
          sum(totals, TraceTotals::unrecorded),
          reader.header().dropped());
    }
  }

  private static long sum(List<TraceTotals> totals, ToLongFunction<TraceTotals> what) {
    return totals.stream().mapToLong(what).sum();
  }

  private static Result inOrder(Path trace, LongConsumer progress) throws IOException {
    return verify(TraceReader.open(trace).decodeAhead(), progress);
  }

  /**
   * Verifies a trace that may come over a stream. The answer is that for a file of the same bytes.
   *
   * @param trace nothing of it has been read; it is closed here
   * @param progress is told now and then how many instructions have been read
   */
  public static Result verify(TraceReader trace, LongConsumer progress) throws IOException {
    try (TraceReader reader = trace.gatherIndex()) {
      TraceTotals totals = new TraceTotals();
      Reconstruction walk =
          new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, FlowListener.NOBODY, null)
              .observer(totals)
              .progress(progress)
              .inParallel()
              .run();
      List<Problem> problems = new ArrayList<>(walk.problems());
      Chunk.End end = walk.end();
      if (end != null && problems.isEmpty()) {
        compare(problems, end, "frames", end.frames(), totals.frames());
        compare(problems, end, "packets", end.packets(), totals.packets());
        compare(problems, end, "bits", end.bits(), totals.bits());
        compare(problems, end, "targets", end.targets(), totals.targets());
        String index = reader.indexProblem();
        if (index != null) {
          problems.add(
              reader.hasIndex()
                  ? new Problem.Disagreement(reader.size(), index)
                  : new Problem.Cut(reader.size(), index));
        }
      }
      return new Result(
          List.copyOf(problems),
          reader.header().verify(),
          walk.instructions(),
          end == null ? 0 : end.contentHash(),
          totals.frames(),
          totals.packets(),
          totals.exceptionPackets(),
          IntStream.range(0, walk.harts()).mapToObj(walk::instructions).toList(),
          totals.unrecorded(),
          reader.header().dropped());
    }
  }

  private static void compare(
      List<Problem> problems, Chunk.End end, String what, long said, long found) {
    if (said != found) {
      problems.add(
          new Problem.Disagreement(
              end.offset(),
              "the end record counts " + said + " " + what + ", the file holds " + found));
    }
  }
}

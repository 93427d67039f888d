package bbt.reconstruct.report;

import bbt.packets.TraceReader;
import bbt.reconstruct.profile.FrameListener;
import bbt.reconstruct.profile.Profiler;
import bbt.reconstruct.trace.Binaries;
import bbt.reconstruct.trace.TraceSymbols;
import bbt.reconstruct.trace.TraceTotals;
import bbt.reconstruct.walk.Reconstruction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * One walk over a trace, and everything that was asked for from it:
 *
 * <pre>
 *   Report report = new Analysis(trace).binaries(list).want(Want.TREE).progress(p::update).run();
 * </pre>
 */
public final class Analysis {
  /** Ticks of the machine's timebase in a second (rules of the virt machine: 10 MHz). */
  private static final double TIMEBASE = 10_000_000;

  private final Path trace;
  private List<Path> binaries = List.of();
  private final Set<Want> wants = EnumSet.noneOf(Want.class);
  private FrameListener frames;
  private LongConsumer progress = offset -> {};

  /** Of a trace file. */
  public Analysis(Path trace) {
    this.trace = trace;
  }

  /** ELF files with symbols of the kernel or of programs; they go before those in the trace. */
  public Analysis binaries(List<Path> files) {
    binaries = List.copyOf(files);
    return this;
  }

  /** Asks for parts that are not made otherwise. */
  public Analysis want(Want... parts) {
    wants.addAll(List.of(parts));
    return this;
  }

  /** Is told all frames of all call stacks; their names are in the report, when it is made. */
  public Analysis frames(FrameListener listener) {
    frames = listener;
    return this;
  }

  /** Is told the file offset now and then. */
  public Analysis progress(LongConsumer offset) {
    progress = offset;
    return this;
  }

  /**
   * Walks the trace.
   *
   * @throws IOException if a file cannot be read or is not what it should be
   * @throws bbt.reconstruct.trace.WrongBinaryException if a binary is not what was traced
   */
  public Report run() throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      long start = System.nanoTime();
      TraceSymbols symbols = new TraceSymbols();
      Binaries.add(symbols, reader.header(), binaries);
      try (TraceReader names = TraceReader.open(trace)) {
        symbols.addAppendix(names);
      }
      TraceTotals totals = new TraceTotals();
      Profiler profiler = new Profiler(symbols, wants.contains(Want.TREE), frames);
      Reconstruction walk =
          new Reconstruction(reader, symbols, profiler, null)
              .observer(totals)
              .progress(progress)
              .run();
      symbols.checkBinaries();
      long nanos = System.nanoTime() - start;
      double perSecond =
          Double.parseDouble(reader.header().get("machine.insns-per-second", "1000000000"));
      double seconds =
          totals.ticks() >= 0
              ? totals.ticks() / TIMEBASE
              : walk.instructions() / perSecond + totals.skippedTicks() / TIMEBASE;
      // So many instructions a hart would have executed, had it never waited.
      boolean clocked = reader.header().get("machine.time", "virtual").equals("virtual");
      double capacity = clocked && walk.end() != null ? seconds * perSecond : 0;
      List<HartRow> harts =
          IntStream.range(0, walk.harts())
              .mapToObj(i -> HartRow.of(i, walk.instructions(i), totals.hart(i), capacity))
              .toList();
      return new Report(
          trace.toString(),
          reader.size(),
          reader.version(),
          reader.header().entries(),
          totals,
          walk.end(),
          walk.problems(),
          profiler.profile(),
          harts,
          nanos,
          seconds);
    }
  }
}

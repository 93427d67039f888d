package bbt.reconstruct.analysis;

import bbt.packets.Chunk;
import bbt.packets.GuestTime;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.reconstruct.boot.BootBuilder;
import bbt.reconstruct.code.CodeProfile;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.TimelineBuilder;
import bbt.reconstruct.profile.count.BlockGate;
import bbt.reconstruct.profile.count.FrameListener;
import bbt.reconstruct.profile.count.FramePair;
import bbt.reconstruct.profile.count.KnownKernels;
import bbt.reconstruct.profile.count.Profiler;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.trace.TraceClock;
import bbt.reconstruct.trace.TraceTotals;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.FlowPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Walks a trace once and counts everything that was asked for:
 *
 * <pre>
 *   Report report = new Analysis(trace).binaries(list).want(ReportPart.TREE).progress(p::update).run();
 * </pre>
 */
public final class Analysis {
  /** The most bins of a timeline. */
  private static final int BINS = 4096;

  /** Places of the clock that are kept of a trace that is followed. */
  private static final int PLACES = 1 << 14;

  /** The trace's name in messages: its path, or a name for a stream. */
  private final String name;

  /** The trace file; null if the trace is a stream. */
  private final Path trace;

  private BinaryFiles binaries = BinaryFiles.NONE;
  private final Set<ReportPart> wants = EnumSet.noneOf(ReportPart.class);
  private Selection selection = Selection.ALL;
  private FrameListener frames;

  /** The cost model; null for none. */
  private CostModel costs;

  /** What a memory system did; null for none. */
  private MemoryProfile memory;

  private Consumer<Chunk> chunks = chunk -> {};

  /** Another listener to the walk; null for none. */
  private FlowListener flow;

  private LongConsumer progress = instructions -> {};

  /** Creates the analysis of a trace file. */
  public Analysis(Path trace) {
    this.trace = trace;
    this.name = trace.toString();
  }

  private Analysis(String name) {
    this.trace = null;
    this.name = name;
  }

  /**
   * An analysis of a stream, which can be read only once: call {@link #follow}.
   *
   * @param name of the stream in messages
   */
  public static Analysis ofStream(String name) {
    return new Analysis(name);
  }

  /** ELF files with symbols of the kernel or of programs; they go before those in the trace. */
  public Analysis binaries(BinaryFiles files) {
    binaries = files;
    return this;
  }

  /** Asks for parts that are not made otherwise. */
  public Analysis want(ReportPart... parts) {
    wants.addAll(List.of(parts));
    return this;
  }

  /** Restricts the report to a part of the trace. */
  public Analysis selection(Selection part) {
    selection = part;
    return this;
  }

  /** Counts cycles, too. The walk takes two to three times as long. */
  public Analysis costs(CostModel model) {
    costs = model;
    return this;
  }

  /** Takes what a memory system did in the same part of the trace into the report; null: none. */
  public Analysis memory(MemoryProfile simulated) {
    memory = simulated;
    if (memory != null) {
      wants.add(ReportPart.CODE); // says which function an instruction belongs to
    }
    return this;
  }

  /**
   * Sets who is told all frames of all call stacks; their names are in the report, when it is made.
   * Not together with {@link ReportPart#BOOT}, which listens itself.
   */
  public Analysis frames(FrameListener listener) {
    frames = listener;
    return this;
  }

  /** Sets who is shown every chunk before it is walked. */
  public Analysis chunks(Consumer<Chunk> observer) {
    chunks = observer;
    return this;
  }

  /**
   * Hears all events of the walk, just before the profile does. It hears what is not selected, too,
   * but nothing behind the window.
   */
  public Analysis flow(FlowListener listener) {
    flow = listener;
    return this;
  }

  /** Sets who is told now and then how many instructions of all harts have been read. */
  public Analysis progress(LongConsumer instructions) {
    progress = instructions;
    return this;
  }

  /**
   * Walks the trace.
   *
   * @throws IOException if a file cannot be read or is not what it should be
   * @throws bbt.reconstruct.names.WrongBinaryException if a binary is not what was traced
   * @throws bbt.reconstruct.select.SelectionException if the trace has nothing of what was selected
   */
  public Report run() throws IOException {
    try (TraceReader reader = TraceReader.open(trace).decodeAhead()) {
      return new Walked(reader).report();
    }
  }

  /** Opens a trace that is followed. */
  @FunctionalInterface
  public interface Opening {
    /**
     * Opens it at its beginning.
     *
     * @param waiting to be asked while nothing new is there
     */
    TraceReader open(TraceReader.Waiting waiting) throws IOException;
  }

  /**
   * Walks a trace that is still written, once and in the order in which it comes; what was walked
   * is not kept. Neither a selection nor binaries are possible: both need the whole trace first.
   *
   * @param soFar is given the report of what there is, now and then; it must be used up when the
   *     method returns
   * @throws IOException as {@link #run}
   */
  public Report follow(Opening opening, Pace pace, Consumer<Report> soFar) throws IOException {
    if (!selection.everything()) {
      throw new IllegalStateException("a selection needs the whole trace");
    }
    Walked[] walked = new Walked[1];
    TraceReader.Waiting waiting =
        () -> {
          if (walked[0] != null) {
            walked[0].tell(pace, soFar);
          }
          return !pace.isOver();
        };
    try (TraceReader reader = opening.open(waiting)) {
      walked[0] = new Walked(reader, TraceSymbols.following(reader));
      return walked[0].follow(pace, soFar);
    }
  }

  /** When a report of what there is so far is wanted, and when the whole is to end. */
  public interface Pace {
    /** Whether to report now; asked often. */
    boolean isDue();

    /** Whether to walk no further. */
    boolean isOver();
  }

  /** The walk and what it fills. */
  private final class Walked {
    private final long start = System.nanoTime();

    /** Whether the trace is followed. */
    private final boolean followed;

    /** Whether anything came since the last report of what there is so far. */
    private boolean news;

    private final TraceReader reader;
    private final TraceSymbols symbols;
    private final TraceTotals totals = new TraceTotals();
    private final TraceClock.Builder clock;

    /** Null where everything is selected. */
    private final SelectionScope scope;

    /** Null where nobody wants it. */
    private final BootBuilder boot;

    private final Profiler profiler;
    private final Reconstruction walk;
    private Chunk.End end;

    /** Clock before which nothing was walked. */
    private long stacksFrom;

    Walked(TraceReader reader) throws IOException {
      this(reader, null);
    }

    /**
     * Prepares it.
     *
     * @param learning the names of a trace that is followed; null of one that is there
     */
    Walked(TraceReader reader, TraceSymbols learning) throws IOException {
      this.reader = reader;
      followed = learning != null;
      symbols = followed ? learning : TraceSymbols.read(trace, binaries);
      scope = followed ? null : SelectionScope.of(selection, trace, symbols);
      clock = new TraceClock.Builder(reader.header(), reader.harts());
      if (followed) {
        clock.atMost(PLACES);
      }
      TimelineBuilder timeline =
          !wants.contains(ReportPart.TIMELINE)
              ? null
              : new TimelineBuilder(
                  scope == null ? 0 : scope.from(),
                  scope == null ? Long.MAX_VALUE : scope.to(),
                  BINS,
                  clock::build);
      boot =
          wants.contains(ReportPart.BOOT)
              ? new BootBuilder(
                  KnownKernels.TOGETHER, scope == null ? 0 : scope.from(), this::clock)
              : null;
      profiler =
          new Profiler(
              symbols,
              new Profiler.Options(
                  wants.contains(ReportPart.TREE),
                  timeline,
                  boot == null ? frames : frames == null ? boot : new FramePair(frames, boot),
                  scope,
                  costs));
      walk =
          new Reconstruction(
                  reader,
                  symbols,
                  flow == null ? profiler : new FlowPair(flow, profiler),
                  profiler.pieces())
              .observer(this::observe)
              .passed(totals::pass)
              .progress(progress);
      if (wants.contains(ReportPart.CODE)) {
        walk.countBlocks();
        profiler.gate(new BlockGate(walk));
      }
    }

    private long clock() {
      return profiler.clock();
    }

    private void observe(Chunk chunk) {
      if (followed) {
        news = true;
        try {
          symbols.learn(chunk);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      chunks.accept(chunk);
      totals.accept(chunk);
      clock.add(chunk);
      if (chunk instanceof Chunk.End last) {
        end = last;
      }
    }

    private void walk() throws IOException {
      if (scope != null) {
        stacksFrom = walk.skipToInstruction(scope.from() - selection.lead());
      }
      boolean more = true;
      while (more && (scope == null || profiler.clock() < scope.to())) {
        more = walk.next();
      }
      if (more) {
        // The window is over: what is left is read, not walked.
        walk.leave();
        for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
          observe(chunk);
        }
      }
    }

    Report follow(Pace pace, Consumer<Report> soFar) throws IOException {
      try {
        boolean more = true;
        while (more && !pace.isOver()) {
          more = walk.next();
          if (more) {
            tell(pace, soFar);
          }
        }
        if (more) {
          walk.leave();
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
      return report(profiler.profile(), false);
    }

    /** Tells what there is so far, if it is time and anything is new. */
    void tell(Pace pace, Consumer<Report> soFar) {
      if (news && end == null && pace.isDue()) {
        news = false;
        soFar.accept(report(profiler.soFar(hart -> walk.walker(hart).retired()), true));
      }
    }

    Report report() throws IOException {
      walk();
      return report(profiler.profile(), false);
    }

    private Report report(Profile profile, boolean live) {
      CodeProfile code =
          !wants.contains(ReportPart.CODE)
              ? null
              : CodeProfile.of(walk.blockCounts(), profile, symbols, profiler);
      long nanos = System.nanoTime() - start;
      return new Report(
          name,
          followed ? reader.offset() : reader.size(),
          reader.version(),
          reader.header().printable(),
          totals,
          end,
          live,
          walk.problems(),
          profile,
          harts(profile, live),
          selection,
          stacksFrom,
          costs,
          memory,
          boot == null ? null : boot.build(),
          clock.build(),
          code,
          symbols.sources(),
          symbols.names(),
          walk.instructions(),
          nanos,
          seconds());
    }

    private double perSecond() {
      return reader.header().instructionsPerSecond();
    }

    private double seconds() {
      if (!reader.header().timed()) {
        return Double.NaN;
      }
      if (scope != null) {
        return scope.windowSeconds();
      }
      return totals.ticks() >= 0
          ? GuestTime.seconds(totals.ticks()) - clock.build().secondsAt(reader.header().dropped())
          : walk.instructions() / perSecond() + GuestTime.seconds(totals.skippedTicks());
    }

    private List<HartRow> harts(Profile profile, boolean live) {
      // So many instructions a hart would have executed, had it never waited; without the gaps.
      boolean clocked = reader.header().get(TraceHeader.TIME, "virtual").equals("virtual");
      boolean all = scope == null || selection.onlyWindow();
      double capacity =
          clocked && all && (end != null || live)
              ? seconds() * perSecond() - (double) totals.unrecorded() / profile.harts().size()
              : 0;
      return profile.harts().stream()
          .map(h -> HartRow.of(h, totals.hart(h.number()), capacity))
          .toList();
    }
  }
}

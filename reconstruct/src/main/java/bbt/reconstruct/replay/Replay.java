package bbt.reconstruct.replay;

import bbt.packets.Chunk;
import bbt.reconstruct.cli.ExitCode;
import bbt.reconstruct.cli.UserException;
import bbt.translator.machine.InputLog;
import bbt.translator.machine.Machine;
import bbt.translator.machine.MachineConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * A traced run, executed again.
 *
 * <pre>
 *   try (Replay replay = Replay.open(trace, GuestOptions.NONE)) {
 *     replay.goTo(Position.at(1_000_000));
 *     long sp = replay.state().x(0, 2);
 *   }
 * </pre>
 *
 * <p>What was never executed again before is executed from the start of the run, checked against
 * the trace on the way, and leaves snapshots in the user's cache; everything else starts at a
 * snapshot.
 *
 * <p>One thread. Only one machine of a process may execute at a time, so several replays may be
 * open, but their calls must not overlap.
 */
public final class Replay implements AutoCloseable {
  /** At least so many instructions between two snapshots: a tenth of a second, about. */
  private static final long MIN_INTERVAL = 20_000_000;

  /** At most so many snapshots of a run. */
  private static final long MAX_SNAPSHOTS = 200;

  private final Path trace;
  private final TraceFacts facts;
  private final GuestOptions options;
  private final Path cacheFile;
  private final KnownFiles known;
  private final long interval;
  private SnapshotStore store;

  /** Null when all snapshots there can be are there. */
  private ForwardPass pass;

  private Navigator navigator;
  private LongConsumer progress = done -> {};

  private Replay(Path trace, TraceFacts facts, GuestOptions options, Path cache, long interval) {
    this.trace = trace;
    this.facts = facts;
    this.options = options;
    this.interval = interval;
    this.known = KnownFiles.in(cache.resolveSibling("known-files"));
    this.cacheFile = cache.resolve(facts.key()).resolve("snapshots");
  }

  /**
   * Opens a trace at the start of its run.
   *
   * @throws UserException where the run cannot be repeated, saying what is missing or different
   */
  public static Replay open(Path trace, GuestOptions options) throws IOException {
    return open(trace, options, UserCache.folder().resolve("replay"), 0);
  }

  /**
   * The same with another cache.
   *
   * @param interval instructions from one snapshot to the next; 0 for what suits the run's length
   */
  static Replay open(Path trace, GuestOptions options, Path cache, long interval)
      throws IOException {
    TraceFacts facts = TraceFacts.read(trace);
    long usual = Math.max(MIN_INTERVAL, facts.total() / MAX_SNAPSHOTS);
    Replay replay = new Replay(trace, facts, options, cache, interval == 0 ? usual : interval);
    replay.start();
    return replay;
  }

  private void start() throws IOException {
    MachineConfig config = config().build(); // complains before anything is executed
    store = SnapshotStore.open(cacheFile);
    if (store == null || store.checkedTo() < 0) {
      if (store != null) {
        store.close();
      }
      store = newStore();
      pass = new ForwardPass(trace, facts, config(), input(), store, interval);
    }
    navigator = new Navigator(config, input(), store);
  }

  private SnapshotStore newStore() throws IOException {
    try {
      return SnapshotStore.create(cacheFile);
    } catch (IOException e) {
      // No cache: the snapshots are of use for this session only.
      return SnapshotStore.create(Files.createTempDirectory("bbt-replay").resolve("snapshots"));
    }
  }

  private MachineConfig.Builder config() throws IOException {
    return new TraceSetup(trace, facts.header()).config(options, known);
  }

  private InputLog.Replay input() throws IOException {
    return options.input() == null ? null : InputLog.Replay.read(options.input());
  }

  /** Who is told how many instructions the first, checked pass has executed. */
  public void onProgress(LongConsumer listener) {
    progress = listener;
  }

  /** Where it is. */
  public Position position() {
    Machine machine = navigator.machine();
    return new Position(machine.clock(), machine.trapsHere());
  }

  /** The first moment at which everything that the trace holds has retired. */
  public Position end() {
    return Position.at(facts.total());
  }

  /** How the traced run ended; null if the trace was cut. */
  public Chunk.End ending() {
    return facts.end();
  }

  /** The state at {@link #position}; the same view for the whole life of this replay. */
  public MachineState state() {
    return new LiveState(navigator.machine(), this::position);
  }

  /**
   * Executes everything that was not yet, and checks it against the trace.
   *
   * @throws UserException where they differ
   */
  public void check() throws IOException {
    ensure(Long.MAX_VALUE);
  }

  private void ensure(long clock) throws IOException {
    if (pass == null) {
      return;
    }
    pass.advance(clock, progress);
    if (pass.over()) {
      pass.close();
      pass = null;
    }
  }

  /**
   * Goes to a position, forwards or backwards.
   *
   * @throws UserException if the run has no such position
   */
  public void goTo(Position target) throws IOException {
    if (target.clock() > facts.total()) {
      throw new UserException(
          ExitCode.USAGE,
          "there is no instruction %d: the trace ends after %d"
              .formatted(target.clock(), facts.total()));
    }
    Position now = position();
    if (now.clock() != target.clock() || now.traps() > target.traps()) {
      ensure(target.clock());
      require(navigator.goTo(target.clock(), 0, Long.MAX_VALUE), target);
    }
    traps(target);
  }

  /**
   * Goes to the first moment at which a hart has retired so many instructions of its own, and then
   * so many traps taken.
   */
  public void goTo(int hart, long retired, int traps) throws IOException {
    if (retired > facts.retired()[hart]) {
      throw new UserException(
          ExitCode.USAGE,
          "hart %d has no instruction %d: the trace ends after its %d"
              .formatted(hart, retired, facts.retired()[hart]));
    }
    while (pass != null && !reached(hart, retired)) {
      ensure(pass.clock() + interval);
    }
    Position target = new Position(0, traps);
    require(navigator.goTo(Long.MAX_VALUE, hart, retired), target);
    traps(new Position(position().clock(), traps));
  }

  private boolean reached(int hart, long retired) {
    return store.retired(store.size() - 1, hart) > retired;
  }

  private void require(boolean reached, Position target) {
    if (!reached) {
      throw new UserException(
          ExitCode.USAGE,
          "there is no position %s: the run ends after %d instructions"
              .formatted(target, position().clock()));
    }
  }

  private void traps(Position target) throws IOException {
    while (position().traps() < target.traps()) {
      if (!step() || position().clock() != target.clock()) {
        throw new UserException(
            ExitCode.USAGE,
            "there is no position %s: fewer traps were taken at that count".formatted(target));
      }
    }
  }

  /**
   * Executes one instruction, or takes one trap in its place.
   *
   * @return false at the end of the run or of the trace
   */
  public boolean step() throws IOException {
    Machine machine = navigator.machine();
    if (machine.clock() >= facts.total()) {
      return false;
    }
    ensure(machine.clock() + 1);
    return machine.step();
  }

  @Override
  public void close() throws IOException {
    if (pass != null) {
      pass.close();
    }
    navigator.close();
    store.close();
  }
}

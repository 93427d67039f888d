package bbt.reconstruct.replay;

import bbt.packets.Chunk;
import bbt.packets.GuestTime;
import bbt.packets.TraceReader;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cache.CacheFolder;
import bbt.reconstruct.cache.UserCache;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.replay.setup.KnownFiles;
import bbt.reconstruct.replay.setup.ProgramSnapshots;
import bbt.reconstruct.replay.setup.TraceFacts;
import bbt.reconstruct.replay.setup.TraceSetup;
import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.replay.state.LiveState;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.replay.state.SnapshotStore;
import bbt.reconstruct.select.Place;
import bbt.reconstruct.select.PositionSpecification;
import bbt.translator.config.MachineConfig;
import bbt.translator.console.InputLog;
import bbt.translator.machine.Machine;
import bbt.translator.machine.MachineSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * A traced run that is executed again, with all of its state.
 *
 * <pre>
 *   try (Replay replay = Replay.open(trace, GuestOptions.NONE)) {
 *     replay.goTo(Position.at(1_000_000));
 *     long sp = replay.state().general(0, 2);
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
  /** The least instructions between two snapshots: a tenth of a second, about. */
  private static final long MIN_INTERVAL = 20_000_000;

  /** The bytes that snapshots of all runs together may take. */
  private static final long CACHE_BYTES = 4L << 30;

  /** The most snapshots of a run. */
  private static final long MAX_SNAPSHOTS = 200;

  private final Path trace;
  private final TraceFacts facts;
  private final GuestOptions options;
  private final Path cacheFile;
  private final KnownFiles known;
  private final long interval;
  private Path kernel;

  /** The snapshot where the recording began; null: at the reset. */
  private MachineSnapshot from;

  private SnapshotStore store;

  /** The pass that makes snapshots; null when it is over. */
  private ForwardPass pass;

  private Navigator navigator;
  private LongConsumer progress = done -> {};
  private BooleanSupplier cancelled = () -> false;
  private final MachineState state;

  private Replay(Path trace, TraceFacts facts, GuestOptions options, Path cache, long interval) {
    this.trace = trace;
    this.facts = facts;
    this.options = options;
    this.interval = interval;
    this.state = new LiveState(() -> navigator.machine(), trace);
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
   * Opens a trace at the start of its run, with another cache.
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

  /**
   * Remembers which files a traced run was made of, so that they are found again by their hashes.
   * Only if its trace is in a file: a pipe's is with whoever reads it, and opening it would wait
   * for somebody to write.
   *
   * @param config of the run that wrote the trace
   */
  public static void remember(MachineConfig config) {
    Path file = config.trace().file();
    if (file == null || !Files.isRegularFile(file)) {
      return;
    }
    try (TraceReader reader = TraceReader.open(file)) {
      TraceSetup.remember(reader.header(), config, KnownFiles.ofUser());
    } catch (IOException e) {
      // They can be named.
    }
  }

  private void start() throws IOException {
    MachineConfig config = config().build(); // complains before anything is executed
    kernel = config.kernel();
    from = beginning(config);
    store = SnapshotStore.open(cacheFile);
    if (store != null) {
      navigator = new Navigator(config, input(), from, store);
      if (navigator.fits()) {
        return;
      }
      navigator.close();
      store.drop();
      store.close();
    }
    begin();
  }

  /**
   * Returns the snapshot where the recording began; null: at the reset. A program's guest is booted
   * up to there, unless that was done before; another version of bbt may come to another place.
   */
  private MachineSnapshot beginning(MachineConfig config) throws IOException {
    if (config.program() == null) {
      return null;
    }
    MachineSnapshot its =
        ProgramSnapshots.ofUser().find(config, OutputStream.nullOutputStream(), line -> {});
    if (its.clock() != facts.header().dropped()) {
      throw new UserException(
          Fault.BAD_DATA,
          "%s begins at instruction %d, and the guest waits for its program at %d here: another version of bbt recorded it"
              .formatted(trace, facts.header().dropped(), its.clock()));
    }
    return its;
  }

  private void begin() throws IOException {
    store = newStore();
    pass = new ForwardPass(trace, facts, config(), input(), from, store, interval);
    navigator = new Navigator(config().build(), input(), from, store);
    if (!navigator.fits()) {
      throw new IllegalStateException("two machines of one configuration begin differently");
    }
  }

  /**
   * Starts the run again to make snapshots anew: those of an earlier session do not reach far
   * enough.
   */
  private void startAgain() throws IOException {
    Position here = position();
    navigator.close();
    store.close();
    begin();
    goTo(here);
  }

  private SnapshotStore newStore() throws IOException {
    new CacheFolder(
            cacheFile.getParent().getParent(), cacheFile.getFileName().toString(), CACHE_BYTES)
        .trim(cacheFile);
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
    try {
      return options.input() == null
          ? InputLog.Replay.of(facts.input())
          : InputLog.Replay.read(options.input());
    } catch (IllegalArgumentException e) {
      throw new UserException(Fault.BAD_DATA, trace + ": " + e.getMessage(), e);
    }
  }

  /** Sets who is told how many instructions the first, checked pass has executed. */
  public void onProgress(LongConsumer listener) {
    progress = listener;
  }

  /**
   * Sets who is asked now and then, in long work, whether to give it up.
   *
   * <p>Then that work throws {@link CancellationException}. The replay stands anywhere; what was
   * executed and checked so far is not lost, and everything can be asked again.
   */
  public void onCancel(BooleanSupplier whether) {
    cancelled = whether;
  }

  private void mayGoOn() {
    if (cancelled.getAsBoolean()) {
      throw new CancellationException();
    }
  }

  /** The present position. */
  public Position position() {
    Machine machine = navigator.machine();
    return new Position(machine.clock(), machine.trapsHere());
  }

  Navigator navigator() {
    return navigator;
  }

  SnapshotStore store() {
    return store;
  }

  /** The first moment at which everything that the trace holds has retired. */
  public Position end() {
    return Position.at(facts.total());
  }

  /** The trace. */
  public Path trace() {
    return trace;
  }

  /** The guest's kernel. */
  public Path kernel() {
    return kernel;
  }

  /** Instructions that the trace holds. */
  public long instructions() {
    return facts.instructions();
  }

  /** The end of the traced run; null if the trace was cut. */
  public Chunk.End ending() {
    return facts.end();
  }

  /** The state at {@link #position}; the same view for the whole life of this replay. */
  public MachineState state() {
    return state;
  }

  /**
   * Executes everything that was not yet, and checks it against the trace.
   *
   * @throws UserException where they differ
   */
  public void check() throws IOException {
    ensure(Long.MAX_VALUE);
  }

  /**
   * Executes what was not executed yet, or everything again, and checks it against the trace.
   *
   * @param again even if snapshots say that it was done before
   */
  public void check(boolean again) throws IOException {
    if (pass != null || !again) {
      check();
      return;
    }
    try (SnapshotStore scratch = newStore();
        ForwardPass once =
            new ForwardPass(trace, facts, config(), input(), from, scratch, interval)) {
      once.advance(Long.MAX_VALUE, progress);
    }
  }

  /**
   * Goes to a place as a user names it.
   *
   * @param hart whose own instructions a count means; -1: those of all harts together
   * @throws UserException if there is no such place in the run, or it means an execution: that is
   *     for who knows the trace's symbols
   */
  public void goTo(Place place, int hart) throws IOException {
    switch (place) {
      case Place.Edge.START -> goTo(Position.at(0));
      case Place.Edge.END -> goTo(end());
      case Place.At at -> {
        switch (at.position()) {
          case PositionSpecification.Instruction i -> {
            if (hart < 0) {
              goTo(new Position(i.count(), at.traps()));
            } else {
              goTo(hart, i.count(), at.traps());
            }
          }
          case PositionSpecification.Percent p ->
              goTo(Position.at(Math.round(facts.total() * p.percent() / 100)));
          case PositionSpecification.Time t ->
              goToTime(Math.round(t.seconds() * GuestTime.TICKS_PER_SECOND));
        }
      }
      case Place.Execution e ->
          throw new UserException(Fault.USAGE, "no place that a machine can go to: " + e.what());
    }
  }

  /**
   * Goes to the first node end at which guest time has come so far.
   *
   * @param ticks of 100 ns
   */
  public void goToTime(long ticks) throws IOException {
    int low = 0;
    while (true) {
      while (low + 1 < store.size() && store.ticks(low + 1) <= ticks) {
        low++;
      }
      if (low + 1 < store.size() || store.checkedTo() >= facts.total()) {
        break;
      }
      ensure(store.clock(low) + 2 * interval);
    }
    navigator.goTo(store.clock(low), 0, Long.MAX_VALUE);
    navigator.machine().proceedToTick(ticks);
    if (position().clock() >= facts.total() && navigator.machine().ticks() < ticks) {
      throw new UserException(
          Fault.USAGE,
          "the trace ends at %.6f s of guest time"
              .formatted(GuestTime.seconds(navigator.machine().ticks())));
    }
  }

  // ---- the memory of two moments

  /**
   * Compares RAM at two moments. Only pages that were written to between the snapshots around them
   * are looked at. The present position stays.
   *
   * @param physical address of the first byte that counts
   * @param bytes that count, at least 1
   * @param most ranges to be kept
   * @throws UserException if the run has no such position
   */
  public MemoryDifferences differences(
      Position from, Position to, long physical, long bytes, int most) throws IOException {
    Position here = position();
    // The later one first: then all snapshots are there.
    boolean forward = from.compareTo(to) <= 0;
    MemoryImage later = image(forward ? to : from);
    MemoryImage earlier = image(forward ? from : to);
    goTo(here);
    MemoryDifferences found = new MemoryDifferences(most, this::mayGoOn);
    (forward ? earlier : later)
        .compare(
            forward ? later : earlier,
            navigator.machine().memory().base(),
            physical,
            physical + bytes,
            found);
    found.finish();
    return found;
  }

  /** The first physical address of RAM. */
  public long memoryBase() {
    return navigator.machine().memory().base();
  }

  /** Bytes of RAM. */
  public long memoryBytes() {
    return navigator.machine().memory().size();
  }

  private MemoryImage image(Position at) throws IOException {
    goTo(at);
    if (navigator.isFarFromSnapshot()) {
      navigator.toSnapshot();
      goTo(at);
    }
    return navigator.image();
  }

  // ---- who accessed what

  /**
   * Returns the last write to physical memory before the present position, which stays.
   *
   * @param physical address in RAM
   * @param bytes at least 1
   * @return empty if nobody did since the machine was loaded
   */
  public Optional<Access> lastWrite(long physical, int bytes) throws IOException {
    return last(Access.Kind.WRITE, physical, bytes);
  }

  /** Last write to physical memory before the present position that changed what stood there. */
  public Optional<Access> lastChange(long physical, int bytes) throws IOException {
    return last(Access.Kind.WRITE, physical, bytes, true);
  }

  /**
   * The last write for a virtual address: for the memory that it shows at the present position.
   *
   * @throws UserException if nothing is mapped there
   */
  public Optional<Access> lastWrite(int hart, long virtual, int bytes) throws IOException {
    OptionalLong physical = state().translate(hart, virtual);
    if (physical.isEmpty()) {
      throw new UserException(
          Fault.USAGE, "nothing is mapped at 0x%x at this position".formatted(virtual));
    }
    int inPage = (int) Math.min(bytes, 4096 - (virtual & 4095));
    if (inPage < bytes) {
      Optional<Access> low = lastWrite(hart, virtual, inPage);
      Optional<Access> high = lastWrite(hart, virtual + inPage, bytes - inPage);
      return low.isEmpty()
              || high.isPresent() && low.get().position().compareTo(high.get().position()) < 0
          ? high
          : low;
    }
    return lastWrite(physical.getAsLong(), bytes);
  }

  /** The last access to physical memory before the present position, which stays. */
  public Optional<Access> last(Access.Kind kind, long physical, int bytes) throws IOException {
    return last(kind, physical, bytes, false);
  }

  private Optional<Access> last(Access.Kind kind, long physical, int bytes, boolean changing)
      throws IOException {
    Position here = position();
    checkRange(physical, bytes);
    Watcher watcher = new Watcher(store, navigator, kind, physical, bytes);
    Watcher.WatchedAccess hit =
        changing ? watcher.lastChange(here, this::mayGoOn) : watcher.last(here, this::mayGoOn);
    return told(hit, physical, bytes, here);
  }

  /**
   * The first access to physical memory from the present position on, which stays. To go on behind
   * it, go to its position and {@link #step}.
   */
  public Optional<Access> next(Access.Kind kind, long physical, int bytes) throws IOException {
    Position here = position();
    checkRange(physical, bytes);
    Watcher watcher = new Watcher(store, navigator, kind, physical, bytes);
    Watcher.WatchedAccess hit = null;
    while (hit == null && position().clock() < facts.total()) {
      mayGoOn();
      long until = Math.min(position().clock() + interval, facts.total());
      ensure(until);
      hit = watcher.next(until);
    }
    return told(hit, physical, bytes, here);
  }

  private void checkRange(long physical, int bytes) {
    if (bytes < 1 || !navigator.machine().memory().contains(physical, bytes)) {
      throw new UserException(
          Fault.USAGE, "physical 0x%x, %d bytes, is not in RAM".formatted(physical, bytes));
    }
  }

  private Optional<Access> told(Watcher.WatchedAccess hit, long physical, int bytes, Position back)
      throws IOException {
    if (hit == null) {
      goTo(back);
      return Optional.empty();
    }
    goTo(new Position(hit.clock(), hit.traps()));
    Position at = position();
    MachineState state = state();
    long pc = state.pc(hit.hart());
    String text = Watcher.instruction(state, hit.hart(), pc);
    byte[] before = state.readPhysical(physical, bytes);
    step();
    byte[] after = state.readPhysical(physical, bytes);
    goTo(back);
    return Optional.of(
        new Access(
            at,
            hit.hart(),
            pc,
            text,
            hit.device(),
            hit.store(),
            hit.at(),
            hit.size(),
            before,
            after));
  }

  /** Executes and checks what was not executed yet, up to a count. */
  void ensure(long clock) throws IOException {
    if (pass == null) {
      if (store.checkedTo() >= Math.min(clock, facts.total())) {
        return;
      }
      startAgain();
    }
    pass.advance(
        clock,
        done -> {
          progress.accept(done);
          mayGoOn();
        });
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
          Fault.USAGE,
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
          Fault.USAGE,
          "hart %d has no instruction %d: the trace ends after its %d"
              .formatted(hart, retired, facts.retired()[hart]));
    }
    while (!reached(hart, retired)) {
      ensure(store.clock(store.size() - 1) + 2 * interval);
    }
    Position target = new Position(0, traps);
    require(navigator.goTo(Long.MAX_VALUE, hart, retired), target);
    traps(new Position(position().clock(), traps));
  }

  private boolean reached(int hart, long retired) {
    return store.checkedTo() >= facts.total() || store.retired(store.size() - 1, hart) > retired;
  }

  private void require(boolean reached, Position target) {
    if (!reached) {
      throw new UserException(
          Fault.USAGE,
          "there is no position %s: the run ends after %d instructions"
              .formatted(target, position().clock()));
    }
  }

  private void traps(Position target) throws IOException {
    while (position().traps() < target.traps()) {
      if (!step() || position().clock() != target.clock()) {
        throw new UserException(
            Fault.USAGE,
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

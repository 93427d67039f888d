package bbt.reconstruct.gdb.targets;

import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.replay.ExecutionFinder;
import bbt.reconstruct.replay.Hit;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.ReplaySearch;
import bbt.reconstruct.replay.Wanted;
import bbt.reconstruct.replay.state.MachineState;
import bbt.translator.debug.WatchHit;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A traced run as gdb's target, in both directions. What takes time happens on a thread of its own;
 * while it moves the session's thread asks nothing.
 */
public final class ReplayTarget implements Target {
  static final String PAST = "the run is over: what has happened cannot be changed";

  private static final String HELP =
      Monitoring.HELP
          + """
          goto N[+T]         to right behind the first N instructions of all harts, and T traps
          goto P%, TIMEs     to that part of the run, or guest time; start and end are places, too
          """;

  private final Replay replay;
  private final ReplaySearch search;
  private final MachineState state;
  private final Monitoring monitor;
  private final Runnable onKill;
  private final Supplier<byte[]> symbols;
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("gdb-replay").factory());
  private Breaks breaks = new Breaks(List.of());
  private volatile Consumer<Stop> listener = stop -> {};
  private volatile boolean cancelled;

  /** The hart of the last stop. */
  private volatile int hart;

  /**
   * Stands where the replay stands.
   *
   * @param symbols see {@link Target#symbols}; or null
   * @param onKill what to do when gdb says that it is to end
   */
  public ReplayTarget(Replay replay, Supplier<byte[]> symbols, Runnable onKill) {
    this.replay = replay;
    this.symbols = symbols;
    this.search = new ReplaySearch(replay);
    this.state = replay.state();
    this.monitor = new Monitoring(new StateView(state));
    this.onKill = onKill;
    this.hart = state.hart();
  }

  @Override
  public int harts() {
    return state.harts();
  }

  @Override
  public String describe(int number) {
    return monitor.describe(number);
  }

  @Override
  public GuestIsa guest() {
    return state.guest();
  }

  @Override
  public boolean hasControl(int number) {
    return state.control(0, number).isPresent();
  }

  @Override
  public HartState state(int number) {
    return new ReplayedHart(state, number);
  }

  @Override
  public int read(int number, long address, byte[] to) {
    byte[] bytes = state.readVirtual(number, address, to.length);
    System.arraycopy(bytes, 0, to, 0, bytes.length);
    return bytes.length;
  }

  @Override
  public String refusesWrites() {
    return PAST;
  }

  @Override
  public boolean write(int number, long address, byte[] from) {
    throw new ProtocolException(PAST);
  }

  @Override
  public Supplier<byte[]> symbols() {
    return symbols;
  }

  @Override
  public boolean reversible() {
    return true;
  }

  @Override
  public void points(Collection<Point> all) {
    breaks = new Breaks(all);
  }

  @Override
  public void attach(Consumer<Stop> onStop) {
    worker.execute(
        () -> {
          listener = onStop;
          onStop.accept(Stop.of(Stop.Reason.ATTACHED, hart));
        });
  }

  @Override
  public void resume(Motion motion) {
    cancelled = false;
    worker.execute(
        () -> {
          Stop stop;
          try {
            stop = move(motion);
          } catch (IOException | RuntimeException e) {
            stop = Stop.failed(hart, "bbt: " + e.getMessage());
          }
          hart = stop.hart();
          listener.accept(stop);
        });
  }

  private Stop move(Motion motion) throws IOException {
    if (motion.kind() == Motion.Kind.RUN) {
      return run(motion);
    }
    boolean moved = motion.backwards() ? search.back(motion.hart()) : step(motion);
    if (moved) {
      int current = state.hart();
      boolean own = current == motion.hart() || motion.alone();
      Stop stop = own ? null : breaks.at(state.pc(current), current);
      return stop != null ? stop : Stop.of(Stop.Reason.STEPPED, motion.hart());
    }
    return Stop.of(motion.backwards() ? Stop.Reason.AT_BEGIN : Stop.Reason.AT_END, motion.hart());
  }

  /** Steps a hart, in a range on and on unless there is a breakpoint. */
  private boolean step(Motion motion) throws IOException {
    Set<Long> stops = breaks.addresses();
    do {
      if (!search.step(motion.hart(), () -> cancelled)) {
        return false;
      }
    } while (motion.staysAt(state.pc(motion.hart()))
        && !stops.contains(state.pc(motion.hart()))
        && !cancelled);
    return true;
  }

  private Stop run(Motion motion) throws IOException {
    boolean backwards = motion.backwards();
    Wanted all = new Wanted(breaks.addresses(), breaks.watches());
    Wanted wanted = motion.alone() ? all.of(motion.hart()) : all;
    Hit hit =
        backwards ? search.previous(wanted, () -> cancelled) : search.next(wanted, () -> cancelled);
    if (hit != null) {
      WatchHit access = hit.access();
      return access == null
          ? breaks.at(state.pc(hit.hart()), hit.hart())
          : Breaks.touched(access.watch(), access.address(), hit.hart());
    }
    return Stop.of(
        cancelled ? Stop.Reason.INTERRUPTED : backwards ? Stop.Reason.AT_BEGIN : Stop.Reason.AT_END,
        state.hart());
  }

  @Override
  public void interrupt() {
    cancelled = true;
  }

  @Override
  public void detach(boolean goOn) {
    cancelled = true;
    worker.execute(
        () -> {
          listener = stop -> {};
          breaks = new Breaks(List.of());
        });
  }

  @Override
  public void kill() {
    detach(false);
    onKill.run();
  }

  @Override
  public String monitor(String command, int number) {
    String[] words = command.split("\\s+");
    if (!words[0].equals("goto")) {
      return monitor.run(command, number);
    }
    if (words.length != 2) {
      throw new ProtocolException("usage: monitor goto N, N+T, P%, TIMEs, start or end");
    }
    try {
      ExecutionFinder.goTo(replay, words[1]);
    } catch (IOException | RuntimeException e) {
      throw new ProtocolException(e.getMessage(), e);
    }
    hart = state.hart();
    return "at "
        + replay.position()
        + " of "
        + replay.end()
        + ", hart "
        + hart
        + " at 0x"
        + Long.toHexString(state.pc(hart))
        + "\nnow tell gdb: maintenance flush register-cache\n";
  }

  @Override
  public String monitorHelp() {
    return HELP;
  }

  /** Waits until nothing moves any more; the replay is not used after that. */
  public void close() {
    cancelled = true;
    worker.close();
  }
}

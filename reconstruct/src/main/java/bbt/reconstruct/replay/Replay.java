package bbt.reconstruct.replay;

import bbt.packets.TraceReader;
import bbt.reconstruct.cli.ExitCode;
import bbt.reconstruct.cli.UserException;
import bbt.translator.machine.ConsolePort;
import bbt.translator.machine.Machine;
import bbt.translator.machine.MachineConfig;
import java.io.IOException;
import java.nio.file.Path;

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
 * <p>One thread. Only one machine of a process may execute at a time, so several replays may be
 * open, but their calls must not overlap.
 */
public final class Replay implements AutoCloseable {
  /** A node has fewer instructions than this. */
  private static final long NODE = 2049;

  private final MachineConfig config;
  private Machine machine;

  /** The clock at which traps were counted last, and the machine's count of traps then. */
  private long trapClock;

  private long trapsBefore;

  private Replay(MachineConfig config) {
    this.config = config;
  }

  /**
   * Opens a trace at the start of its run.
   *
   * @throws UserException where the run cannot be repeated, saying what is missing or different
   */
  public static Replay open(Path trace, GuestOptions options) throws IOException {
    MachineConfig config;
    try (TraceReader reader = TraceReader.open(trace)) {
      config = new TraceSetup(trace, reader.header()).config(options, KnownFiles.ofUser()).build();
    }
    Replay replay = new Replay(config);
    replay.reset();
    return replay;
  }

  private void reset() throws IOException {
    if (machine != null) {
      machine.finish();
      machine.release();
    }
    machine = Machine.create(config, ConsolePort.none());
    machine.begin();
    trapClock = 0;
    trapsBefore = 0;
  }

  /** Where it is. */
  public Position position() {
    long clock = machine.clock();
    return new Position(clock, clock == trapClock ? (int) (machine.traps() - trapsBefore) : 0);
  }

  /** The state at {@link #position}; the same view for the whole life of this replay. */
  public MachineState state() {
    return new LiveState(machine, this::position);
  }

  /**
   * Goes to a position, forwards or backwards.
   *
   * @throws UserException if the run has no such position
   */
  public void goTo(Position target) throws IOException {
    if (target.compareTo(position()) < 0) {
      reset();
    }
    forward(target.clock(), 0, Long.MAX_VALUE);
    traps(target);
  }

  /**
   * Goes to the first moment at which a hart has retired so many instructions of its own, and then
   * so many traps taken.
   */
  public void goTo(int hart, long retired, int traps) throws IOException {
    if (retired < machine.hart(hart).retired()
        || retired == machine.hart(hart).retired() && retired > 0) {
      reset();
    }
    forward(Long.MAX_VALUE, hart, retired);
    traps(new Position(machine.clock(), traps));
  }

  private void traps(Position target) {
    while (position().traps() < target.traps()) {
      step();
      if (machine.clock() != target.clock()) {
        throw new UserException(
            ExitCode.USAGE,
            "there is no position %s: fewer traps were taken at that count".formatted(target));
      }
    }
  }

  private void forward(long clock, int hart, long retired) {
    while (left(clock, hart, retired) > 2 * NODE) {
      long far = clock - NODE;
      long hartFar = retired == Long.MAX_VALUE ? Long.MAX_VALUE : retired - NODE;
      if (!machine.proceed(far, hart, hartFar)) {
        break;
      }
    }
    while (left(clock, hart, retired) > 0) {
      if (!step()) {
        throw new UserException(
            ExitCode.USAGE,
            "the run ends after %d instructions, before the position asked for"
                .formatted(machine.clock()));
      }
    }
  }

  private long left(long clock, int hart, long retired) {
    return Math.min(clock - machine.clock(), retired - machine.hart(hart).retired());
  }

  /**
   * Executes one instruction, or takes one trap in its place.
   *
   * @return false at the end of the run
   */
  public boolean step() {
    long clock = machine.clock();
    if (clock != trapClock) {
      trapClock = clock;
      trapsBefore = machine.traps();
    }
    return machine.step();
  }

  @Override
  public void close() throws IOException {
    machine.finish();
    machine.release();
  }
}

package bbt.reconstruct.replay;

import bbt.reconstruct.replay.state.Position;
import bbt.translator.debug.AccessLog;
import bbt.translator.machine.Machine;
import java.io.IOException;

/**
 * Executes a traced run again, forwards, and tells where each instruction accesses memory. Unlike
 * {@link AccessScan} it knows neither counts nor values, and nothing is executed one by one:
 * whoever walks the trace beside it knows which instruction an entry belongs to.
 */
public final class AccessStream implements AutoCloseable {
  /** Instructions that are executed rather than to look for a snapshot. */
  private static final long NEAR = 10_000_000;

  private final Replay replay;
  private final AccessLog log = new AccessLog();

  /** The count behind the last stretch that was asked for; -1 before the first. */
  private long to = -1;

  /** Prepares it; the replay is not to be used for anything else before {@link #close}. */
  public AccessStream(Replay replay) {
    this.replay = replay;
  }

  /**
   * Executes a stretch.
   *
   * @param from instructions of all harts before the first one
   * @param behind instructions of all harts before the first that is none of it
   * @return the accesses of at least that stretch. Whoever uses entries up {@linkplain
   *     AccessLog#drop drops} them: if the next stretch begins where this one ends, what is left is
   *     its beginning
   */
  public AccessLog run(long from, long behind) throws IOException {
    Machine machine = replay.navigator().machine();
    if (from != to) {
      machine.accessLog(null);
      go(machine, from);
      log.clear();
      machine.accessLog(log);
    }
    to = behind;
    long most = Math.min(behind, replay.end().clock());
    // In the middle of a node only single steps go on.
    while (machine.hart(machine.current()).nodeStart != -1 && machine.clock() < most) {
      replay.step();
    }
    if (machine.clock() < most) {
      replay.ensure(most);
      machine.proceed(most);
    }
    return log;
  }

  /** A stretch that was recorded usually begins at a node end, which needs no single steps. */
  private void go(Machine machine, long from) throws IOException {
    if (machine.clock() < from && from - machine.clock() < NEAR) {
      replay.ensure(from);
      machine.proceed(from);
    }
    if (machine.clock() != from) {
      replay.goTo(Position.at(from));
    }
  }

  /** The replay may be used for other things again. */
  @Override
  public void close() {
    replay.navigator().machine().accessLog(null);
  }
}

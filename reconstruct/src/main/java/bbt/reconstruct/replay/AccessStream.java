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
   * <p>The entries are then the accesses of at least that stretch, in the order of execution: one
   * for each instruction that retires and loads, stores, or is an atomic or a cache-block
   * operation. Whoever uses entries up {@linkplain #drop drops} them: if the next stretch begins
   * where this one ends, what is left is its beginning.
   *
   * @param from instructions of all harts before the first one
   * @param behind instructions of all harts before the first that is none of it
   */
  public void run(long from, long behind) throws IOException {
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
  }

  /** Number of entries. */
  public int size() {
    return log.size();
  }

  /** Forgets the first entries. */
  public void drop(int entries) {
    log.drop(entries);
  }

  /** Whether an entry is an access to RAM; else to a device, or to nothing at all. */
  public boolean ram(int entry) {
    return log.kind(entry) == AccessLog.Kind.RAM || rest(entry);
  }

  /** Whether an entry is the rest of the access before, in another page. */
  public boolean rest(int entry) {
    return log.kind(entry) == AccessLog.Kind.REST;
  }

  /** Whether an entry is a store, or an atomic read and write. */
  public boolean store(int entry) {
    return log.store(entry);
  }

  /** Virtual address of an entry. */
  public long virtual(int entry) {
    return log.virtual(entry);
  }

  /** Physical address of an entry; 0 where it accesses nothing. */
  public long physical(int entry) {
    return log.physical(entry);
  }

  /** Bytes of an entry, at most 64. */
  public int bytes(int entry) {
    return log.bytes(entry);
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

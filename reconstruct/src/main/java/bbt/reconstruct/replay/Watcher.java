package bbt.reconstruct.replay;

import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.replay.state.SnapshotStore;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.util.Arrays;

/**
 * Looks for accesses to a range of physical memory in stretches of a run. For writes a stretch
 * between two snapshots need not be executed when none of the range's pages changed in it.
 */
final class Watcher {
  private final SnapshotStore store;
  private final Navigator navigator;
  private final Access.Kind kind;
  private final long physical;
  private final int bytes;

  /** An access as it was told. */
  record WatchedAccess(
      long clock, int traps, int hart, String device, boolean store, long at, long size) {
    private boolean sameMoment(WatchedAccess other) {
      return clock == other.clock && traps == other.traps;
    }
  }

  private WatchedAccess hit;

  /** Whether only writes count behind which other bytes stand there than before. */
  private boolean changing;

  /** The write that was told last, of which it is not known yet whether it changes anything. */
  private WatchedAccess pending;

  private byte[] before;

  Watcher(SnapshotStore store, Navigator navigator, Access.Kind kind, long physical, int bytes) {
    this.store = store;
    this.navigator = navigator;
    this.kind = kind;
    this.physical = physical;
    this.bytes = bytes;
  }

  /**
   * The last one before a position; null if there is none. Moves the machine.
   *
   * @param mayGoOn called between stretches; may throw to end the search
   */
  WatchedAccess last(Position before, Runnable mayGoOn) throws IOException {
    int top = store.before(before.clock(), 0, Long.MAX_VALUE);
    for (int i = top; i >= 0; i--) {
      if (i < top && kind == Access.Kind.WRITE && !changes(i + 1)) {
        continue;
      }
      mayGoOn.run();
      long until = i == top ? before.clock() : store.clock(i + 1);
      WatchedAccess found = scan(i, until, before);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Returns the last write before a position that changed what stood there. */
  WatchedAccess lastChange(Position before, Runnable mayGoOn) throws IOException {
    changing = true;
    return last(before, mayGoOn);
  }

  private byte[] content() {
    byte[] there = new byte[bytes];
    navigator.machine().memory().read(physical, there, 0, bytes);
    return there;
  }

  /** What the pending write wrote stands there now. */
  private void settle() {
    if (pending != null && !Arrays.equals(before, content())) {
      hit = pending;
    }
    pending = null;
  }

  private boolean changes(int snapshot) {
    long first = physical - navigator.machine().memory().base() >>> 12;
    long last = physical + bytes - 1 - navigator.machine().memory().base() >>> 12;
    for (long page = first; page <= last; page++) {
      if (store.changes(snapshot, (int) page)) {
        return true;
      }
    }
    return false;
  }

  private WatchedAccess scan(int snapshot, long until, Position end) throws IOException {
    hit = null;
    pending = null;
    Machine machine = navigator.machine();
    navigator.goTo(store.clock(snapshot), 0, Long.MAX_VALUE);
    watch(
        (hart, device, at, size, stores) -> {
          WatchedAccess now = hit(hart, device, at, size, stores);
          boolean counts = new Position(now.clock, now.traps).compareTo(end) < 0;
          if (!changing) {
            hit = counts ? now : hit;
          } else if (pending == null || !pending.sameMoment(now)) {
            settle();
            pending = counts ? now : null;
            before = counts ? content() : null;
          }
        });
    try {
      machine.proceed(end.traps() > 0 && until == end.clock() ? until + 1 : until);
      settle();
    } finally {
      machine.watch(0, 0, false, false, null);
    }
    return hit;
  }

  /**
   * The first one from where the machine is on; null if there is none before a clock. Moves the
   * machine.
   */
  WatchedAccess next(long until) {
    hit = null;
    Machine machine = navigator.machine();
    watch(
        (hart, device, at, size, stores) -> {
          if (hit == null) {
            hit = hit(hart, device, at, size, stores);
            machine.pause();
          }
        });
    try {
      machine.proceed(until);
    } finally {
      machine.watch(0, 0, false, false, null);
    }
    return hit != null && hit.clock < until ? hit : null;
  }

  private void watch(Machine.AccessListener listener) {
    navigator
        .machine()
        .watch(physical, bytes, kind != Access.Kind.WRITE, kind != Access.Kind.READ, listener);
  }

  private WatchedAccess hit(int hart, String device, long at, long size, boolean stores) {
    Machine machine = navigator.machine();
    return new WatchedAccess(machine.clock(), machine.trapsHere(), hart, device, stores, at, size);
  }

  /** The instruction at a hart's pc, disassembled; empty where it cannot be read. */
  static String instruction(MachineState state, int hart, long pc) {
    byte[] low = state.readVirtual(hart, pc, 2);
    if (low.length < 2) {
      return "";
    }
    int bits = low[0] & 0xFF | (low[1] & 0xFF) << 8;
    if (state.guest().length(bits) == 4) {
      byte[] high = state.readVirtual(hart, pc + 2, 2);
      if (high.length < 2) {
        return "";
      }
      bits |= (high[0] & 0xFF) << 16 | (high[1] & 0xFF) << 24;
    }
    return state.guest().text(pc, bits).replace('\t', ' ');
  }
}

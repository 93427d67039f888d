package bbt.reconstruct.replay;

import bbt.reconstruct.replay.state.SnapshotStore;
import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsolePort;
import bbt.translator.console.InputLog;
import bbt.translator.machine.Machine;
import bbt.translator.machine.MachineSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves a machine about in a run: back to a snapshot, then forwards.
 *
 * <p>On the way to a place it leaves snapshots behind in memory, close before it: going back from
 * there by a few instructions is what happens next.
 */
final class Navigator implements AutoCloseable {
  /** A node has fewer instructions than this. */
  private static final long NODE = 2049;

  /** The distances before a place at which snapshots are left behind. */
  private static final long[] NEAR = {3_000_000, 300_000, 40_000, 5_000};

  private static final int MAX_NEAR = 24;
  private static final int MAX_NEAR_PAGES = 64 << 8; // 64 MiB

  /**
   * A snapshot in memory.
   *
   * @param pages those that may differ from the one before it in the list
   */
  private record Near(long clock, long[] retired, byte[] state, Map<Integer, byte[]> pages) {}

  private final SnapshotStore store;
  private final Machine machine;
  private final boolean fits;
  private final Scan scan = new Scan();

  /** The snapshot of the store from which the machine came. */
  private int base = -1;

  /** Snapshots in memory since {@code base}, ascending. */
  private final List<Near> near = new ArrayList<>();

  private int nearPages;

  /** Pages that may differ from the last element of {@link #near} or the base. */
  private final BitSet since = new BitSet();

  Navigator(MachineConfig config, InputLog.Replay input, MachineSnapshot from, SnapshotStore store)
      throws IOException {
    this.store = store;
    machine = machine(config, input, from);
    scan.attach(machine);
    machine.begin();
    fits = Arrays.equals(machine.save(), store.state(0));
    if (fits) {
      restore(0);
    }
  }

  /** A machine that begins where a recording began. */
  static Machine machine(MachineConfig config, InputLog.Replay input, MachineSnapshot from)
      throws IOException {
    return from == null
        ? Machine.create(config, ConsolePort.none(), null, input)
        : Machine.resume(config, ConsolePort.none(), null, input, from);
  }

  /**
   * Whether the snapshots are of such a machine: what the first one holds is what a machine holds
   * before its first instruction. If not, it cannot be moved.
   */
  boolean fits() {
    return fits;
  }

  Machine machine() {
    return machine;
  }

  /** The scan that watches the machine on its way. */
  Scan scan() {
    return scan;
  }

  // ---- going back

  private void collect() {
    for (int page : machine.takeWrittenPages()) {
      since.set(page);
    }
  }

  /** Goes to a snapshot of the store. */
  private void restore(int snapshot) throws IOException {
    collect();
    BitSet pages = (BitSet) since.clone();
    near.forEach(n -> n.pages.keySet().forEach(pages::set));
    store.difference(base, snapshot, pages);
    for (int page = pages.nextSetBit(0); page >= 0; page = pages.nextSetBit(page + 1)) {
      machine.restorePage(page, store.page(page, snapshot));
    }
    machine.load(store.state(snapshot));
    machine.takeWrittenPages();
    near.clear();
    nearPages = 0;
    since.clear();
    base = snapshot;
  }

  /** Goes to a snapshot in memory; those behind it go. */
  private void restoreNear(int index) throws IOException {
    collect();
    BitSet pages = (BitSet) since.clone();
    for (int i = index + 1; i < near.size(); i++) {
      near.get(i).pages.keySet().forEach(pages::set);
    }
    for (int page = pages.nextSetBit(0); page >= 0; page = pages.nextSetBit(page + 1)) {
      machine.restorePage(page, nearPage(page, index));
    }
    machine.load(near.get(index).state);
    machine.takeWrittenPages();
    while (near.size() > index + 1) {
      nearPages -= near.removeLast().pages.size();
    }
    since.clear();
  }

  private byte[] nearPage(int page, int index) throws IOException {
    for (int i = index; i >= 0; i--) {
      if (near.get(i).pages.containsKey(page)) {
        return near.get(i).pages.get(page);
      }
    }
    return store.page(page, base);
  }

  private void leaveNear() {
    collect();
    if (nearPages + since.cardinality() > MAX_NEAR_PAGES) {
      return;
    }
    if (near.size() == MAX_NEAR) {
      Near first = near.removeFirst();
      first.pages.forEach(near.getFirst().pages::putIfAbsent);
    }
    Map<Integer, byte[]> pages = new HashMap<>();
    for (int page = since.nextSetBit(0); page >= 0; page = since.nextSetBit(page + 1)) {
      byte[] content = new byte[4096];
      machine.readPage(page, content);
      pages.put(page, content);
    }
    long[] retired = new long[machine.harts()];
    for (int i = 0; i < retired.length; i++) {
      retired[i] = machine.hart(i).retired();
    }
    near.add(new Near(machine.clock(), retired, machine.save(), pages));
    nearPages += pages.size();
    since.clear();
  }

  /** RAM as it is now, to be looked at later. */
  MemoryImage image() throws IOException {
    collect();
    BitSet pages = (BitSet) since.clone();
    near.forEach(n -> n.pages.keySet().forEach(pages::set));
    Map<Integer, byte[]> written = new HashMap<>();
    for (int page = pages.nextSetBit(0); page >= 0; page = pages.nextSetBit(page + 1)) {
      byte[] content = new byte[MemoryImage.PAGE];
      machine.readPage(page, content);
      written.put(page, content);
    }
    return new MemoryImage(store, base, written);
  }

  /** Whether there is a later snapshot before the present place than that from which it came. */
  boolean isFarFromSnapshot() {
    return store.before(machine.clock(), 0, Long.MAX_VALUE) > base;
  }

  /** Goes to the latest snapshot of the store before the present place. */
  void toSnapshot() throws IOException {
    restore(store.before(machine.clock(), 0, Long.MAX_VALUE));
  }

  // ---- going to a place

  /**
   * Goes to the first moment at which all harts have retired {@code clock} instructions or one hart
   * {@code retired} of its own, whichever comes first; if it stands there already, to that moment's
   * beginning, before the traps taken there.
   *
   * @return false if the run ends before
   */
  boolean goTo(long clock, int hart, long retired) throws IOException {
    boolean byClock = retired == Long.MAX_VALUE;
    long now = machine.clock();
    boolean before =
        byClock
            ? now < clock || now == clock && machine.trapsHere() == 0
            : machine.hart(hart).retired() < retired;
    // With a hart's count, a snapshot at that very count may stand behind the place: the hart may
    // have waited meanwhile.
    int snapshot = Math.max(0, store.before(clock, hart, byClock ? retired : retired - 1));
    int nearest = nearest(clock, hart, retired);
    long stored = store.clock(snapshot);
    long inMemory = nearest < 0 ? -1 : near.get(nearest).clock;
    if (!before || Math.max(stored, inMemory) > now) {
      if (inMemory >= stored) {
        restoreNear(nearest);
      } else {
        restore(snapshot);
      }
    }
    return forward(clock, hart, retired);
  }

  private int nearest(long clock, int hart, long retired) {
    for (int i = near.size() - 1; i >= 0; i--) {
      Near n = near.get(i);
      if (n.clock <= clock && n.retired[hart] < retired) {
        return i;
      }
    }
    return -1;
  }

  private boolean forward(long clock, int hart, long retired) {
    for (long distance : NEAR) {
      if (left(clock, hart, retired) > 2 * distance) {
        if (!machine.proceed(back(clock, distance), hart, back(retired, distance))) {
          return false;
        }
        leaveNear();
      }
    }
    while (left(clock, hart, retired) > 2 * NODE) {
      if (!machine.proceed(back(clock, NODE), hart, back(retired, NODE))) {
        return false;
      }
    }
    while (left(clock, hart, retired) > 0) {
      if (!machine.step()) {
        return false;
      }
    }
    return true;
  }

  private static long back(long count, long distance) {
    return count == Long.MAX_VALUE ? count : count - distance;
  }

  private long left(long clock, int hart, long retired) {
    return Math.min(clock - machine.clock(), retired - machine.hart(hart).retired());
  }

  @Override
  public void close() throws IOException {
    machine.finish();
    machine.release();
  }
}

package bbt.reconstruct.replay;

import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.replay.state.SnapshotStore;
import bbt.translator.hart.Hart;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Moves a replay to what is looked for, in both directions. Forwards the run is executed until it
 * is there. Backwards the stretch behind each snapshot is executed once, the nearest first, and the
 * last thing found in it counts.
 */
public final class ReplaySearch {
  /** Between two looks at whether to go on. */
  private static final long SLICE = 4_000_000;

  private final Replay replay;

  public ReplaySearch(Replay replay) {
    this.replay = replay;
  }

  /** The hits of the present stretch so far. */
  private static final class Found {
    Hit hit;
  }

  /**
   * Goes forwards to the next instruction behind the present position, or to right before the next
   * access, which may be that of the instruction here.
   *
   * @param cancelled asked now and then; the replay stands anywhere on the way then
   * @return null if there is none; the replay stands at the end then
   */
  public Hit next(Wanted wanted, BooleanSupplier cancelled) throws IOException {
    Position from = replay.position();
    long end = replay.end().clock();
    Machine machine = replay.navigator().machine();
    Found found = new Found();
    if (!wanted.isEmpty()) {
      Consumer<Hit> listener =
          hit -> {
            int order = hit.at().compareTo(from);
            if (found.hit == null && (order > 0 || order == 0 && hit.access() != null)) {
              found.hit = hit;
              machine.pause();
            }
          };
      scan(wanted, listener, end, () -> found.hit != null || cancelled.getAsBoolean());
    }
    if (found.hit != null && found.hit.at().clock() < end) {
      replay.goTo(found.hit.at());
      return found.hit;
    }
    if (!cancelled.getAsBoolean()) {
      replay.goTo(replay.end());
    }
    return null;
  }

  /**
   * Goes backwards to right before the last instruction before the present position, or to right
   * behind the last access, which may be here.
   *
   * @return null if there is none; the replay stands at the beginning then
   */
  public Hit previous(Wanted wanted, BooleanSupplier cancelled) throws IOException {
    Position from = replay.position();
    long to = from.traps() > 0 ? from.clock() + 1 : from.clock();
    SnapshotStore store = replay.store();
    Found found = new Found();
    Consumer<Hit> listener =
        hit -> {
          if (hit.at().compareTo(from) < 0) {
            found.hit = hit;
          }
        };
    int snapshot = store.before(to - 1, 0, Long.MAX_VALUE);
    while (!wanted.isEmpty() && snapshot >= 0 && found.hit == null && !cancelled.getAsBoolean()) {
      long start = store.clock(snapshot);
      replay.goTo(Position.at(start));
      scan(wanted, listener, to, cancelled);
      to = start;
      snapshot--;
    }
    if (cancelled.getAsBoolean()) {
      return null;
    }
    replay.goTo(found.hit == null ? Position.at(0) : found.hit.backwards());
    return found.hit;
  }

  /** Executes to a count, and tells what is wanted on the way. */
  private void scan(Wanted wanted, Consumer<Hit> listener, long to, BooleanSupplier enough)
      throws IOException {
    Machine machine = replay.navigator().machine();
    Scan scan = replay.navigator().scan();
    scan.begin(wanted, listener);
    try {
      while (isInNode(machine) && machine.clock() < to && !enough.getAsBoolean()) {
        Hart cpu = machine.hart(machine.current());
        scan.at(cpu.pc, cpu.hartId);
        replay.step();
      }
      while (machine.clock() < to && !enough.getAsBoolean()) {
        long next = Math.min(machine.clock() + SLICE, to);
        replay.ensure(next);
        if (!machine.proceed(next)) {
          return;
        }
      }
    } finally {
      scan.end();
    }
  }

  private static boolean isInNode(Machine machine) {
    return machine.hart(machine.current()).nodeStart != -1;
  }

  /**
   * Goes forwards until a hart has executed an instruction or taken a trap.
   *
   * @return false if the run ends before
   */
  public boolean step(int hart, BooleanSupplier cancelled) throws IOException {
    do {
      if (!replay.step()) {
        return false;
      }
    } while (replay.state().hart() != hart && !cancelled.getAsBoolean());
    return true;
  }

  /**
   * Goes backwards to right before what a hart executed last: an instruction, or a trap that was
   * taken in the place of one. Where others have had their turns since, to where they began.
   *
   * @return false if there is nothing; the replay stands at the beginning then
   */
  public boolean back(int hart) throws IOException {
    Position from = replay.position();
    long retired = replay.state().retired(hart);
    if (from.traps() == 0 && from.clock() == 0) {
      return false;
    }
    replay.goTo(Position.at(from.traps() > 0 ? from.clock() : from.clock() - 1));
    Position last;
    do {
      last = replay.position();
      if (!replay.step()) {
        break;
      }
    } while (replay.position().compareTo(from) < 0);
    if (replay.state().hart() == hart) {
      replay.goTo(last);
      return true;
    }
    if (retired == 0) {
      replay.goTo(Position.at(0));
      return false;
    }
    replay.goTo(hart, retired - 1, 0);
    return true;
  }
}

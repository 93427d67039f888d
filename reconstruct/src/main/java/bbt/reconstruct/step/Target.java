package bbt.reconstruct.step;

import bbt.packets.Packet;
import bbt.ptg.graph.Node;
import java.util.BitSet;
import java.util.function.Predicate;

/** What a {@link Search} looks for. */
public abstract class Target {
  Target() {}

  /** The segments where it may be, or null: anywhere. */
  BitSet segments(TraceMap map) {
    return null;
  }

  /**
   * The nodes of which one must be executed in a segment (or one of {@link #trap}'s traps taken)
   * for the target to be there; null: that is no matter of nodes. With them, a segment is walked at
   * full speed to find out whether it needs a closer look.
   */
  Predicate<Node> watch() {
    return null;
  }

  /** Whether it may be at this trap; asked only where {@link #watch} is not null. */
  boolean trap(Packet.Exception packet) {
    return false;
  }

  /** Whether it may be at a stop of this entry; quick. */
  boolean maybe(SegmentLog log, int entry) {
    return true;
  }

  /** Whether this stop is what is looked for. */
  abstract boolean at(SegmentLog log, int entry, int offset);

  /** The same, but in some tasks alone. */
  public final Target inTasks(java.util.Collection<Long> tasks) {
    return where(state -> tasks.contains(state.task()));
  }

  /** The same, but on one hart alone. */
  public final Target onHart(int hart) {
    return where(state -> state.hart() == hart);
  }

  /** The same, where the hart's state fits, too. */
  final Target where(Predicate<Mark.State> fits) {
    Target all = this;
    return new Target() {
      @Override
      BitSet segments(TraceMap map) {
        return all.segments(map);
      }

      @Override
      Predicate<Node> watch() {
        return all.watch();
      }

      @Override
      boolean trap(Packet.Exception packet) {
        return all.trap(packet);
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        return all.maybe(log, entry);
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return all.at(log, entry, offset) && fits.test(log.stateBefore(entry));
      }
    };
  }
}

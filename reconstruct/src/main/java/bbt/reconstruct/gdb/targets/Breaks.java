package bbt.reconstruct.gdb.targets;

import bbt.translator.debug.Watch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Translates gdb's points into stops and watches of a machine, and its hits into what to say. */
final class Breaks {
  private final Map<Long, Point.Kind> breaks = new HashMap<>();
  private final List<Watch> watches = new ArrayList<>();

  Breaks(Collection<Point> all) {
    for (Point point : all) {
      switch (point.kind()) {
        case SOFTWARE, HARDWARE -> breaks.put(point.address(), point.kind());
        case WRITE -> watches.add(new Watch(point.address(), point.length(), false, true));
        case READ -> watches.add(new Watch(point.address(), point.length(), true, false));
        case ACCESS -> watches.add(new Watch(point.address(), point.length(), true, true));
      }
    }
  }

  Set<Long> addresses() {
    return breaks.keySet();
  }

  List<Watch> watches() {
    return watches;
  }

  /** The stop of a hart that is about to execute an instruction; null if it may go on. */
  Stop at(long pc, int hart) {
    Point.Kind kind = breaks.get(pc);
    if (kind == null) {
      return null;
    }
    return Stop.of(
        kind == Point.Kind.SOFTWARE ? Stop.Reason.SOFTWARE_BREAK : Stop.Reason.HARDWARE_BREAK,
        hart);
  }

  /** The stop of a hart that touches a watch; the address told lies in it. */
  static Stop touched(Watch watch, long address, int hart) {
    Stop.Reason reason =
        watch.loads() && watch.stores()
            ? Stop.Reason.ACCESSED
            : watch.stores() ? Stop.Reason.WRITTEN : Stop.Reason.READ;
    boolean before = Long.compareUnsigned(address, watch.address()) < 0;
    return Stop.watch(reason, hart, before ? watch.address() : address);
  }
}

package bbt.reconstruct.profile.count;

import bbt.packets.ExceptionKind;
import bbt.ptg.guest.TrapCauses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the functions, causes of traps and tasks that stand on call stacks, while the walk runs.
 * Names are not final yet: programs get theirs from tasks that are named later.
 */
final class RawFrames {
  /** Null, null: the root and the stand-in of the tree. */
  private final List<Object> all = new ArrayList<>();

  private record Cause(ExceptionKind kind, long code) {}

  private final Map<Cause, TrapTally> traps = new HashMap<>();

  private final TrapCauses causes;

  /** The listener; null where nobody listens. */
  private final FrameListener listener;

  RawFrames(TrapCauses causes, FrameListener listener) {
    this.causes = causes;
    this.listener = listener;
    all.add(null); // TreeBuilder.ROOT's
    all.add(null); // TreeBuilder.DEEPER
  }

  /** The number of a function. */
  int of(Function f) {
    if (f.extra.frame < 0) {
      f.extra.frame = all.size();
      all.add(f);
      if (listener != null) {
        listener.met(f.extra.frame, f.name, f.address);
      }
    }
    return f.extra.frame;
  }

  /** The tally of a cause. */
  TrapTally trap(ExceptionKind kind, long cause) {
    Cause key = new Cause(kind, cause);
    TrapTally known = traps.get(key);
    if (known == null) {
      known = new TrapTally(kind, cause, all.size());
      all.add(known);
      traps.put(key, known);
      if (listener != null) {
        listener.met(known.frame, causes.title(kind, cause), 0);
      }
    }
    return known;
  }

  void add(ProfiledTask task) {
    task.frame = all.size();
    all.add(task);
  }

  /**
   * Returns the object with a number: a {@link Function}, {@link TrapTally} or {@link
   * ProfiledTask}; or null.
   */
  Object get(int number) {
    return all.get(number);
  }

  int size() {
    return all.size();
  }

  /** Every cause that was met. */
  List<TrapTally> traps() {
    return List.copyOf(traps.values());
  }
}

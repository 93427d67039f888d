package bbt.reconstruct.stack;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.stack.TaskStacks.Key;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Call stacks by the rules of docs/report.md, written straight down: a list of frames for each
 * task, from the outermost, searched from its end.
 */
final class PlainStacks implements FlowListener {
  /** Frames that a stack has at most. */
  static final int MOST = 16_384;

  /**
   * A frame: a trap has an epc and what it interrupted, a call where it returns to, a root none.
   */
  record Entry(boolean root, boolean trap, long back, int interrupted, CallFrame shown) {}

  /** A task's stack. */
  static final class Stack {
    final List<Entry> frames = new ArrayList<>();

    /** How many there were when the task was switched to; null once there were fewer. */
    Integer before;

    /** Who executes it, or null. */
    Integer hart;

    int pid = -1;

    int lastTrap() {
      int i = frames.size() - 1;
      while (i >= 0 && !frames.get(i).trap()) {
        i--;
      }
      return i;
    }

    private void cutTo(int size) {
      frames.subList(size, frames.size()).clear();
      if (before != null && size < before) {
        before = null;
      }
    }

    private void rootIfNeeded() {
      if (frames.isEmpty() || frames.getLast().trap()) {
        frames.add(new Entry(true, false, 0, 0, null));
      }
    }

    /** Calls and traps, without roots. */
    List<CallFrame> shown() {
      return frames.stream().filter(f -> !f.root()).map(Entry::shown).toList();
    }
  }

  private static final class Hart {
    Key key;
    long task;
    int privilege;
    int space;
    long offset;
  }

  private final TrapCauses causes;
  private final boolean hearsNames;
  final Map<Key, Stack> stacks = new HashMap<>();
  private final Map<Integer, Hart> harts = new HashMap<>();
  private int number;

  PlainStacks(TrapCauses causes, boolean hearsNames) {
    this.causes = causes;
    this.hearsNames = hearsNames;
  }

  private Hart hart() {
    return harts.computeIfAbsent(number, k -> new Hart());
  }

  /** Whose stack the current hart executes; null before its start and in a gap. */
  Key key() {
    return hart().key;
  }

  /** The current hart's stack. */
  Stack stack() {
    return stacks.get(hart().key);
  }

  private Stack of(Key key) {
    return stacks.computeIfAbsent(key, k -> new Stack());
  }

  int privilege() {
    return hart().privilege;
  }

  private void take(long task) {
    Key key = new Key(-1, task);
    Integer owner = task == 0 ? null : of(key).hart;
    if (task == 0 || (owner != null && owner != number)) {
      key = new Key(number, task);
    }
    of(key).hart = number;
    hart().key = key;
    hart().task = task;
    stack().rootIfNeeded();
  }

  private CallFrame frame(
      CallFrame.Kind kind, long site, long link, long entry, long retired, Hart h) {
    return new CallFrame(kind, h.privilege, h.space, site, link, entry, retired + h.offset);
  }

  @Override
  public void hart(int newNumber) {
    number = newNumber;
  }

  @Override
  public void turn(long clock, long retired) {
    if (clock >= 0) {
      hart().offset = clock - retired;
    }
  }

  @Override
  public void call(long retired, Step from, Step to, long target, long link) {
    if (stack().frames.size() == MOST) {
      stack().cutTo(0);
    }
    long site = from == null ? 0 : from.site();
    CallFrame shown = frame(CallFrame.Kind.CALL, site, link, target, retired, hart());
    stack().frames.add(new Entry(false, false, link, 0, shown));
  }

  @Override
  public void ret(long retired, Step from, Step to, long target) {
    Stack s = stack();
    boolean outOfOldFrames = s.before != null && s.frames.size() <= s.before;
    int match = -1;
    for (int i = s.frames.size() - 1; match < 0 && i >= 0 && !s.frames.get(i).trap(); i--) {
      if (!s.frames.get(i).root() && s.frames.get(i).back() == target) {
        match = i; // the innermost of them
      }
    }
    if (match >= 0) {
      s.cutTo(match);
    } else if (outOfOldFrames) {
      s.cutTo(0);
    } else {
      return; // a jump
    }
    s.rootIfNeeded();
  }

  @Override
  public void exception(Packet.Exception packet) {
    if (packet.kind() == ExceptionKind.FIRMWARE) {
      return;
    }
    Stack s = stack();
    if (packet.kind() == ExceptionKind.RESET) {
      s.cutTo(0);
    } else {
      if (s.frames.size() + 2 > MOST) {
        s.cutTo(0); // the trap and its handler
      }
      long epc = packet.epc();
      CallFrame.Kind kind = CallFrame.Kind.TRAP;
      CallFrame shown = frame(kind, epc, packet.cause(), packet.pc(), packet.retired(), hart());
      s.frames.add(new Entry(false, true, epc, hart().privilege, shown));
    }
    hart().privilege = packet.privilege();
    s.rootIfNeeded();
  }

  @Override
  public void trapReturn(long retired, long target, int privilege) {
    Stack s = stack();
    s.before = null;
    hart().privilege = privilege;
    int match = -1;
    for (int i = 0; i < s.frames.size(); i++) {
      if (s.frames.get(i).trap() && s.frames.get(i).interrupted() == privilege) {
        match = i; // the innermost of them
      }
    }
    boolean goesOn = match >= 0 && causes.resumes(s.frames.get(match).back(), target);
    s.cutTo(Math.max(0, match));
    if (!goesOn && privilege == 0) {
      s.cutTo(s.lastTrap() + 1); // exec, or a signal
    }
    s.rootIfNeeded();
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    hart().space = packet.addressSpace();
    if (packet.task() != hart().task) {
      stack().hart = null;
      take(packet.task());
      stack().before = stack().frames.size();
    }
  }

  @Override
  public void note(SidebandRecord item) {
    if (!hearsNames || !(item instanceof SidebandRecord.Task named)) {
      return;
    }
    Stack s = of(new Key(-1, named.task()));
    boolean current = hart().key != null && s == stack();
    boolean another = s.pid != -1 && named.pid() != -1 && s.pid != named.pid();
    if (another && (current || s.hart == null)) {
      s.cutTo(0);
      if (current) {
        s.rootIfNeeded();
      } else {
        s.before = null;
      }
    }
    s.pid = named.pid();
  }

  @Override
  public void start(long retired, long pc, int privilege, int addressSpace, long task) {
    hart().privilege = privilege;
    hart().space = addressSpace;
    take(task);
  }

  @Override
  public void stop(long retired, boolean gap) {
    stack().cutTo(0);
    stack().before = null;
    stack().hart = null;
    hart().key = null;
    if (gap || harts.values().stream().allMatch(h -> h.key == null)) {
      for (Stack s : stacks.values()) {
        if (s.hart == null) {
          s.cutTo(0);
          s.before = null;
        }
      }
    }
  }
}

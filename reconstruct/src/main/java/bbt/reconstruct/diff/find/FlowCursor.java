package bbt.reconstruct.diff.find;

import bbt.packets.ExceptionKind;
import bbt.ptg.guest.CodeForms;
import bbt.ptg.guest.Node;
import bbt.reconstruct.stack.StackProbe;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Moves through a trace instruction by instruction, with the machine's state there. */
public final class FlowCursor {
  /** Items that are remembered behind the cursor. */
  static final int HISTORY = 256;

  /** Nodes among which a register is given the upper part of an address before that is used. */
  private static final int FORMS = 16;

  /** The state of one hart. */
  static final class HartPlace {
    long retired;
    int privilege;
    int addressSpace;
    long task;

    /** How far the clock of all harts is ahead of its count in its turn; -1: not known. */
    long ahead = -1;

    /** Traps, returns from traps and switches since the last instruction. */
    int events;

    /** Whether its walk has begun: it begins again behind what was not recorded. */
    boolean begun;

    /** Whether something has said in which privilege it executes. */
    boolean entered;

    void enter(int mode) {
      privilege = mode;
      entered = true;
    }
  }

  /** An item that was passed, with the hart's count before it, and by whom it was executed. */
  record Past(FlowItem item, long retired, CodeContext executor) {}

  final FlowItems tape;
  final ComparedTrace side;
  private final Map<Integer, HartPlace> harts = new HashMap<>();
  private final Deque<Past> history = new ArrayDeque<>();
  private int hart;
  private HartPlace state = new HartPlace();
  private long clock;
  private long ticksSkipped;
  private FlowItem item;

  /** Whether instructions that are passed now are left out of the history. */
  private boolean skipping;

  /** Whether something was not recorded since the last instruction that was not skipped. */
  private boolean behindGap;

  /** Instructions of the piece that are behind the cursor. */
  private int within;

  public FlowCursor(FlowItems tape, ComparedTrace side, long clock) {
    this.tape = tape;
    this.side = side;
    this.clock = clock;
    this.ticksSkipped = tape.skippedTicks();
    harts.put(0, state);
  }

  /** Returns the next item; null when the trace is over. */
  FlowItem item() throws IOException {
    while (item == null) {
      item = tape.next();
      within = 0;
      if (item == null) {
        break;
      }
      if (item instanceof FlowItem.Turn turn) {
        // What others executed and was not recorded is known no sooner.
        state.ahead = turn.ahead();
        clock = state.retired + state.ahead;
        item = null;
      }
    }
    return item;
  }

  /** Instructions of the current piece that were passed. */
  int within() {
    return within;
  }

  /** Passes over the next instructions of the current piece. */
  void pass(int instructions) {
    within += instructions;
    clock += instructions;
    state.retired += instructions;
    state.events = 0;
    behindGap &= skipping;
    if (within == ((FlowItem.Piece) item).count()) {
      remember(item, within);
      item = null;
    }
  }

  /** Passes over the current item without remembering it. */
  void skip() {
    skipping = true;
    take();
    skipping = false;
  }

  /** Passes over the next instructions of the current piece without remembering them. */
  void skip(int instructions) {
    skipping = true;
    pass(instructions);
    skipping = false;
  }

  /** Remembers an item that has just been passed, so many instructions. */
  private void remember(FlowItem past, int instructions) {
    if (skipping) {
      return;
    }
    history.add(new Past(past, state.retired - instructions, executor(clock - instructions)));
    if (history.size() > HISTORY) {
      history.remove();
    }
  }

  /** Passes over the current item, what is left of it. */
  void take() {
    switch (item) {
      case FlowItem.Piece piece -> {
        pass(piece.count() - within);
        return;
      }
      case FlowItem.Trap trap -> {
        remember(item, 0);
        state.events++;
        state.enter(trap.packet().privilege());
        if (trap.packet().kind() == ExceptionKind.RESET) {
          state.addressSpace = 0;
        }
      }
      case FlowItem.Switch to -> {
        remember(item, 0);
        state.events++;
        state.addressSpace = to.packet().addressSpace();
        state.task = to.packet().task();
      }
      case FlowItem.TrapReturn ret -> {
        remember(item, 0);
        state.events++;
        state.enter(ret.privilege());
      }
      case FlowItem.TimeSkip skip -> ticksSkipped += skip.ticks();
      case FlowItem.Hart next -> {
        hart = next.number();
        state = harts.computeIfAbsent(hart, k -> new HartPlace());
      }
      case FlowItem.Start start -> {
        if (side.header().harts() == 1) {
          clock = start.retired();
        } else if (state.ahead >= 0) {
          clock = start.retired() + state.ahead;
        } else if (state.begun) {
          clock += start.retired() - state.retired;
        }
        state.begun = true;
        state.retired = start.retired();
        state.events = 0;
        state.enter(start.privilege());
        state.addressSpace = start.addressSpace();
        state.task = start.task();
      }
      case FlowItem.Gap gap -> behindGap = true;
      case FlowItem.Turn turn -> throw new IllegalStateException("a turn is passed over: " + turn);
      case FlowItem.End end -> {
        // Nothing changes.
      }
    }
    item = null;
  }

  /** Whether something was not recorded since the last instruction that was not skipped. */
  boolean behindGap() {
    return behindGap;
  }

  /** The items passed last, the oldest first; a piece that is being passed is not among them. */
  Iterable<Past> history() {
    return history;
  }

  /**
   * A reader of forms that knows the instructions executed before one of the current piece.
   *
   * @param node of that piece
   * @param index of the instruction
   */
  CodeForms forms(Node node, int index) {
    List<FlowItem.Piece> before = new ArrayList<>();
    Iterator<Past> past = history.descendingIterator();
    while (past.hasNext() && before.size() < FORMS) {
      if (past.next().item() instanceof FlowItem.Piece piece) {
        before.addFirst(piece);
      }
    }
    CodeForms forms = node.guest().forms();
    for (FlowItem.Piece piece : before) {
      read(forms, piece.step().node(), piece.count());
    }
    read(forms, node, index);
    return forms;
  }

  private static void read(CodeForms forms, Node node, int instructions) {
    for (int i = 0; i < instructions; i++) {
      forms.next(node.address(i), node.bits(i));
    }
  }

  /** Whether programs run in a privilege. */
  boolean isUser(int privilege) {
    return side.symbols().guest().mode(privilege).isUser();
  }

  /** The task and program of a hart whose walk begins. */
  CodeContext starts(FlowItem.Start start) {
    return new CodeContext(start.addressSpace(), start.privilege(), start.task(), clock);
  }

  /** Whether a walk that starts earlier would remember more of the way here. */
  public boolean remembersLess() {
    return history.size() < HISTORY;
  }

  int hart() {
    return hart;
  }

  HartPlace state() {
    return state;
  }

  /** Returns the place as a moment, for a walk that knows no pieces. */
  public StackProbe.Moment moment() {
    return new StackProbe.Moment(hart, clock, state.retired, state.events);
  }

  /** Instructions of all harts behind the cursor. */
  long clock() {
    return clock;
  }

  long ticksSkipped() {
    return ticksSkipped;
  }

  /** Returns the task and program that execute the next item. */
  CodeContext executor() {
    return executor(clock);
  }

  private CodeContext executor(long at) {
    return new CodeContext(state.addressSpace, state.privilege, state.task, at);
  }
}

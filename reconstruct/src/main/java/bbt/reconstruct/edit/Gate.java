package bbt.reconstruct.edit;

import bbt.packets.ExceptionKind;
import java.util.function.Consumer;

/**
 * Filters the events of a trace: those inside a {@link Window} pass, exactly, and a node at its
 * edge is divided. What happens between two instructions (traps, switches) belongs to the one
 * behind it, but a call of firmware to the instruction that calls, which retired. The reset of each
 * hart passes always.
 */
final class Gate implements Consumer<Event> {
  private final Window window;
  private final Consumer<Event> out;
  private final Hart[] harts;

  /** The state of a hart. */
  private static final class Hart {
    /** How far the clock of all harts is ahead of the hart's count. */
    private long ahead;

    /** Whether the trace covers what the hart executes. */
    private boolean covered;

    /** Whether the events of the hart pass. */
    private boolean open;

    /** Whether the hart has executed anything. */
    private boolean begun;

    /** Whether nothing has happened since the hart began. */
    private boolean fresh;

    private long pc;
    private int privilege;
    private int addressSpace;
    private long task;
  }

  Gate(Window window, int harts, Consumer<Event> out) {
    this.window = window;
    this.out = out;
    this.harts = new Hart[harts];
    for (int i = 0; i < harts; i++) {
      this.harts[i] = new Hart();
    }
  }

  @Override
  public void accept(Event event) {
    switch (event) {
      case Event.Turn turn -> {
        harts[turn.hart()].ahead = turn.ahead();
        out.accept(turn);
      }
      case Event.TurnEnd end -> out.accept(end);
      case Event.Epoch epoch -> out.accept(epoch);
      case Event.Note note -> out.accept(note);
      case Event.End end -> out.accept(end);
      case Event.Start start -> start(start, harts[start.hart()]);
      case Event.Stop stop -> {
        Hart hart = harts[stop.hart()];
        hart.covered = false;
        if (hart.open) {
          hart.open = false;
          out.accept(stop);
        }
      }
      case Event.Piece piece -> piece(piece, harts[piece.hart()]);
      case Event.Trap trap -> trap(trap, harts[trap.hart()]);
      case Event.Switch to -> {
        Hart hart = harts[to.hart()];
        long retired = to.packet().retired();
        set(to.hart(), window.has(to.hart(), retired + hart.ahead), retired);
        if (hart.open) {
          out.accept(to);
        }
        hart.addressSpace = to.packet().addressSpace();
        hart.task = to.packet().task();
      }
    }
  }

  private void start(Event.Start start, Hart hart) {
    hart.covered = true;
    hart.pc = start.pc();
    hart.privilege = start.privilege();
    hart.addressSpace = start.addressSpace();
    hart.task = start.task();
    if (!hart.begun) {
      hart.begun = true;
      hart.fresh = true;
      hart.open = true;
      out.accept(start);
    }
  }

  private void piece(Event.Piece piece, Hart hart) {
    Event.Piece rest = piece;
    while (rest != null) {
      long clock = rest.retired() + hart.ahead;
      set(rest.hart(), window.has(rest.hart(), clock), rest.retired());
      int room = (int) Math.min(rest.count(), window.edgeAfter(clock) - clock);
      Event.Piece now = room == rest.count() ? rest : rest.head(room);
      rest = room == rest.count() ? null : rest.tail(room);
      if (hart.open) {
        out.accept(now);
      }
      hart.pc = now.after();
      if (now.ends() && now.privilege() >= 0) {
        hart.privilege = now.privilege();
      }
    }
  }

  private void trap(Event.Trap trap, Hart hart) {
    long retired = trap.packet().retired();
    boolean passes =
        switch (trap.packet().kind()) {
          case FIRMWARE -> hart.open;
          default -> window.has(trap.hart(), retired + hart.ahead);
        };
    if (hart.fresh && trap.packet().kind() == ExceptionKind.RESET) {
      passes = true;
    }
    set(trap.hart(), passes, retired);
    if (hart.open) {
      out.accept(trap);
    }
    hart.pc = trap.packet().pc();
    hart.privilege = trap.packet().privilege();
  }

  /** Opens or closes before what comes next. */
  private void set(int number, boolean passes, long retired) {
    Hart hart = harts[number];
    hart.fresh = false;
    if (passes && !hart.open && hart.covered) {
      hart.open = true;
      out.accept(
          new Event.Start(number, retired, hart.pc, hart.privilege, hart.addressSpace, hart.task));
    } else if (!passes && hart.open) {
      hart.open = false;
      out.accept(new Event.Stop(number, retired, hart.pc));
    }
  }
}

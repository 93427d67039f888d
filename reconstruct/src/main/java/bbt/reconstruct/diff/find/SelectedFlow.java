package bbt.reconstruct.diff.find;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.reconstruct.select.SelectionScope;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Moves a cursor over what is not selected, so that selected instructions follow each other: a
 * task's own ones, whatever ran in between. Interrupts, with all that is executed in them, are not
 * a task's own: where they come is chance.
 */
final class SelectedFlow {
  private final FlowCursor cursor;
  private final SelectionScope scope;

  /** Traps that are open in a task since the interrupt that came in it, that one included. */
  private final Map<Long, Integer> inInterrupt = new HashMap<>();

  SelectedFlow(FlowCursor cursor, SelectionScope scope) {
    this.cursor = cursor;
    this.scope = scope;
  }

  /** Moves the cursor to the next selected instruction, or to the end of the trace. */
  void advance() throws IOException {
    FlowItem item = cursor.item();
    while (item != null && !(item instanceof FlowItem.End) && !selected(item)) {
      pass(item);
      item = cursor.item();
    }
  }

  private boolean selected(FlowItem item) {
    return item instanceof FlowItem.Piece && own(cursor.state().privilege);
  }

  /** Whether it is a selected task's own. */
  private boolean own(int privilege) {
    long task = cursor.state().task;
    SidebandRecord.Task named = cursor.tape.task(task);
    return !inInterrupt.containsKey(task)
        && scope.hart(cursor.hart())
        && scope.inWindow(cursor.clock())
        && scope.privilege(privilege)
        && scope.task(task, named == null ? -1 : named.pid());
  }

  private void pass(FlowItem item) {
    if (item instanceof FlowItem.Piece piece) {
      // A window may begin within a piece.
      long edge = scope.nextEdge(cursor.clock()) - cursor.clock();
      cursor.skip((int) Math.min(edge, piece.count() - cursor.within()));
      return;
    }
    long task = cursor.state().task;
    Integer open = inInterrupt.get(task);
    // A selected trap is how control comes to the selected handler.
    boolean remember = false;
    if (item instanceof FlowItem.Trap(Packet.Exception packet)) {
      boolean returns =
          packet.kind() != ExceptionKind.FIRMWARE && packet.kind() != ExceptionKind.RESET;
      if (returns && (open != null || packet.cause() < 0)) {
        inInterrupt.merge(task, 1, Integer::sum);
      }
      remember = packet.cause() >= 0 && own(packet.privilege());
    } else if (item instanceof FlowItem.TrapReturn ret) {
      remember = own(ret.privilege());
      if (open != null) {
        inInterrupt.computeIfPresent(task, (k, n) -> n == 1 ? null : n - 1);
      }
    } else if (item instanceof FlowItem.Start start && cursor.isUser(start.privilege())) {
      // The return from the interrupt was not recorded.
      inInterrupt.remove(start.task());
    }
    if (remember) {
      cursor.take();
    } else {
      cursor.skip();
    }
  }
}

package bbt.reconstruct.walk.hart;

import bbt.packets.SidebandRecord;
import bbt.ptg.guest.VerifyHash;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.CodeMap;
import bbt.reconstruct.walk.graph.CountWindow;
import bbt.reconstruct.walk.graph.Step;

/**
 * Walks a hart from where it stands to a retired count. The {@link HotLoop} walks whole steps; what
 * it leaves (records, the first instructions of a step) is done here. Records take effect at their
 * counts, and at the end of a packet there may be the first instructions of a step.
 */
final class CountedWalk {
  private final CodeMap code;
  private final PieceConsumer pieces;
  private final Records records;
  private final CurrentSpace space;
  private final CountWindow window;
  private final PendingEdge edge;
  private final HotLoop hot;
  private final CircleWalk circles;

  /**
   * Instructions after which the hot loop is left to see whether it turns in a circle. So it never
   * sees more than fit into an int, and a walk can be interrupted.
   */
  private static final int SLICE = 1 << 22;

  private static final int MAX_SLICE = 1 << 30;

  CountedWalk(
      CodeMap code,
      PieceConsumer pieces,
      Records records,
      CurrentSpace space,
      CountWindow window,
      PendingEdge edge,
      HotLoop hot,
      CircleWalk circles) {
    this.code = code;
    this.pieces = pieces;
    this.records = records;
    this.space = space;
    this.window = window;
    this.edge = edge;
    this.hot = hot;
    this.circles = circles;
  }

  /**
   * Walks to a retired count.
   *
   * @param end retired count where it ends; nothing but instructions come before
   * @param wholeNodes whether a node must end there
   * @throws WalkException where code and trace do not agree
   */
  void run(long end, boolean wholeNodes, WalkState at, PacketCursor packets) {
    Step step = null;
    int slice = SLICE;
    long begin = at.retired; // of the slice, and how many bits had been used up
    int bits = packets.events().bitPosition();
    while (at.retired < end) {
      if (at.retired >= records.nextCount()) {
        records.applyDue(at.retired);
        if (step != null) {
          at.pc = step.pc();
          step = null;
        }
      }
      if (step == null) {
        step = code.step(space.now(), at.pc);
        edge.arrive(step, at.retired);
      }
      long limit = Math.min(end, records.nextCount());
      long countEdge = window.nextEdge(at.retired);
      long reachable = Math.min(limit, countEdge);
      long from = at.retired;
      if (reachable - from > slice) {
        // Not before: where two pages take turns in the cache, the hot loop is left each time.
        if (from - begin >= slice / 2) {
          if (bits == packets.events().bitPosition()) {
            Circle circle = Circle.from(step, slice, code, space.now());
            if (circle != null) {
              circles.turn(circle, reachable, at, packets);
            }
            slice = Math.min(2 * slice, MAX_SLICE); // a longer circle is looked for next time
          }
          begin = at.retired;
          bits = packets.events().bitPosition();
          continue;
        }
        step = hot.follow(step, begin + slice, at, packets.frame(), packets.events());
        if (step != null && step.truncated()) {
          at.pc = step.pc();
          cutShort(step, end, wholeNodes, at, packets);
          step = null;
        }
        continue;
      }
      step = hot.follow(step, reachable, at, packets.frame(), packets.events());
      if (step == null) {
        continue;
      }
      if (countEdge < limit && !step.truncated() && at.retired + step.count <= limit) {
        window.passEdge(step, countEdge, at.retired);
      } else {
        // Too long for what is left before the limit: its first instructions, or a record first.
        at.pc = step.pc();
        cutShort(step, end, wholeNodes, at, packets);
        step = null;
      }
    }
    if (step != null) {
      at.pc = step.pc();
    }
    edge.arriveNowhere(code, space.now(), at.pc, at.retired);
  }

  /**
   * A step that does not fit before the next record or the packet's end. Either a record must be
   * applied first, or only the step's first instructions were executed. The step at pc must be
   * looked up anew then.
   */
  private void cutShort(
      Step step, long end, boolean wholeNodes, WalkState at, PacketCursor packets) {
    int known = step.node().count();
    long next = records.nextCount();
    boolean recordInside =
        next < end
            && (next < at.retired + known || (step.truncated() && next == at.retired + known));
    if (recordInside) {
      int before = (int) (next - at.retired);
      if (changesExecuted(records.peek(), step, before)) {
        partial(step, before, at, packets);
      } else {
        records.applyNext();
      }
      return;
    }
    if (end > at.retired + known) {
      at.pc = step.node().endAddress();
      throw neverAnnounced(at, packets);
    }
    if (wholeNodes && !step.truncated()) {
      throw WalkException.at(
          packets.frame(), at, "the hart's turn ends inside a node, at count " + end);
    }
    partial(step, (int) (end - at.retired), at, packets);
  }

  /**
   * Code that is announced for an instruction further down a straight line tells how the line goes
   * on, and the node must be seen whole to know its rule. Not so if it changes what this pass
   * executes before: then the line was left (by a store) and entered anew there.
   */
  private boolean changesExecuted(SidebandRecord item, Step step, int before) {
    return item instanceof SidebandRecord.Code record
        && code.changes(
            record, step.physical(), step.physical() + (step.node().address(before) - step.pc()));
  }

  /** The first instructions of a step, at least one. */
  private void partial(Step step, int instructions, WalkState at, PacketCursor packets) {
    if (instructions == 0) {
      throw neverAnnounced(at, packets);
    }
    long address = step.pc();
    for (int i = 0; i < instructions; i++) {
      at.hash = VerifyHash.step(at.hash, address, step.node().bits(i));
      address += step.node().length(i);
    }
    window.partial(step, instructions, at.retired);
    if (step.watched) {
      pieces.piece(step, instructions);
    }
    at.retired += instructions;
    at.pc = address;
  }

  private static WalkException neverAnnounced(WalkState at, PacketCursor packets) {
    return WalkException.at(
        packets.frame(), at, "the code at 0x" + Long.toHexString(at.pc) + " was never announced");
  }
}

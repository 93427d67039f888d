package bbt.reconstruct.diff.find;

import bbt.packets.Packet;
import bbt.ptg.guest.CodeForms;
import bbt.ptg.guest.Node;
import bbt.reconstruct.diff.align.ProgramPair;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Reads two executions side by side up to where they differ. */
public final class DivergenceFinder {
  private final FlowCursor a;
  private final FlowCursor b;
  private final SamePlaces places;

  /** Structures of one task may lie at different addresses. */
  private final Pairs<Long> tasks = new Pairs<>();

  private final Pairs<Integer> spaces = new Pairs<>();
  private final SeenCode seenA = new SeenCode();
  private final SeenCode seenB = new SeenCode();
  private final boolean alike;
  private boolean selected;
  private DivergenceKind found;

  /**
   * Creates a finder.
   *
   * @param slide how far the kernel moved
   * @param programs the program that was run, where it has two names
   * @param alike whether what one trace says and the other does not can only come of the runs; else
   *     of what was recorded of them, too
   */
  public DivergenceFinder(
      FlowCursor a, FlowCursor b, Slide slide, ProgramPair programs, boolean alike) {
    this.alike = alike;
    this.a = a;
    this.b = b;
    this.places = new SamePlaces(a.side, b.side, slide, programs);
  }

  /** Moves both cursors to the first difference; returns null if there is none. */
  public DivergenceKind run() throws IOException {
    return run(() -> true);
  }

  /**
   * Moves both cursors to the first selected instruction that differs, wherever the runs part
   * elsewhere; null if there is none.
   *
   * @param inA what is selected in A
   * @param inB the same in B
   */
  public DivergenceKind run(SelectionScope inA, SelectionScope inB) throws IOException {
    SelectedFlow partA = new SelectedFlow(a, inA);
    SelectedFlow partB = new SelectedFlow(b, inB);
    selected = true;
    return run(
        () -> {
          partA.advance();
          partB.advance();
          // However the runs end.
          return !(a.item() instanceof FlowItem.End && b.item() instanceof FlowItem.End);
        });
  }

  /** Moves both cursors to what is compared next. */
  private interface Advance {
    /** Returns false where there is nothing left. */
    boolean next() throws IOException;
  }

  private DivergenceKind run(Advance advance) throws IOException {
    while (found == null && advance.next()) {
      FlowItem left = a.item();
      FlowItem right = b.item();
      if (left == null || right == null) {
        // A run that ended says so (FlowItem.End), which is compared below.
        boolean both = left == null && right == null && a.tape.whole() && b.tape.whole();
        return both ? null : DivergenceKind.CUT;
      }
      if (left instanceof FlowItem.Piece p && right instanceof FlowItem.Piece q) {
        pieces(p, q);
      } else {
        found = compare(left, right);
        if (found == null) {
          a.take();
          b.take();
        }
      }
    }
    return found;
  }

  /** Compares as many instructions as both pieces hold. */
  private void pieces(FlowItem.Piece left, FlowItem.Piece right) {
    Step p = left.step();
    Step q = right.step();
    int i = a.within();
    int j = b.within();
    int count = Math.min(left.count() - i, right.count() - j);
    if (i == 0 && j == 0 && p.note() == q && p.node().count() == q.node().count()) {
      a.pass(count);
      b.pass(count);
      return;
    }
    Node m = p.node();
    Node n = q.node();
    if (!places.same(a.executor(), m.address(i), b.executor(), n.address(j))) {
      found = lastJump();
      return;
    }
    seenA.add(a.executor().addressSpace(), m);
    seenB.add(b.executor().addressSpace(), n);
    int other = otherCode(m, i, n, j, count);
    if (other < count) {
      a.pass(other);
      b.pass(other);
      found = DivergenceKind.CODE;
      return;
    }
    if (i == 0 && j == 0 && count == m.count() && count == n.count()) {
      p.note(q);
    }
    a.pass(count);
    b.pass(count);
  }

  /**
   * Compares so many instructions; returns the number of those before the first that does something
   * else. An address that a linker filled in is the same, wherever it leads: control that goes
   * elsewhere is seen as it goes on.
   */
  private int otherCode(Node m, int i, Node n, int j, int count) {
    for (int k = 0; k < count; k++) {
      if (m.bits(i + k) != n.bits(j + k) && !sameForm(m, i + k, n, j + k)) {
        return k;
      }
    }
    return count;
  }

  /** Whether two instructions do the same, by the code of their function or by the way there. */
  private boolean sameForm(Node m, int i, Node n, int j) {
    if (m.length(i) != n.length(j)) {
      return false;
    }
    long left = m.address(i);
    long right = n.address(j);
    CodeContext inA = a.executor();
    CodeContext inB = b.executor();
    CodeForms functionA = seenA.forms(inA.addressSpace(), m, i, a.side.start(inA, left));
    CodeForms functionB = seenB.forms(inB.addressSpace(), n, j, b.side.start(inB, right));
    return functionA.next(left, m.bits(i)) == functionB.next(right, n.bits(j))
        || a.forms(m, i).next(left, m.bits(i)) == b.forms(n, j).next(right, n.bits(j));
  }

  /** Control is at different addresses: what led there? */
  private DivergenceKind lastJump() {
    if (isHidden()) {
      return DivergenceKind.GAP;
    }
    FlowItem last = null;
    for (FlowCursor.Past past : a.history()) {
      last = past.item();
    }
    return switch (last) {
      case FlowItem.Piece piece when piece.whole() && piece.step().branches() ->
          DivergenceKind.BRANCH;
      case FlowItem.Piece piece -> DivergenceKind.TARGET;
      case FlowItem.TrapReturn ret -> DivergenceKind.TRAP_RETURN;
      case null -> DivergenceKind.START;
      default -> DivergenceKind.TRAP;
    };
  }

  /**
   * Whether a selected instruction that one trace has next may have been executed in the other run,
   * too, in a gap of that trace.
   */
  private boolean isHidden() {
    return selected && !alike && (a.behindGap() || b.behindGap());
  }

  /** Whether a side's gap begins or ends where the other side's does not. */
  private boolean onlyRecording(FlowItem its, FlowItem others) {
    if (its instanceof FlowItem.Start) {
      return behindGap() && !(others instanceof FlowItem.Start);
    }
    // Recorded alike, a trap would stand before the gap.
    boolean event =
        !(others instanceof FlowItem.Piece
            || others instanceof FlowItem.TrapReturn
            || others instanceof FlowItem.Start);
    return its instanceof FlowItem.Gap && !(alike && event);
  }

  /** Whether a start here is none of the runs'. */
  private boolean behindGap() {
    return a.state().begun || b.state().begun;
  }

  private DivergenceKind compare(FlowItem left, FlowItem right) {
    if (left instanceof FlowItem.End && right instanceof FlowItem.End) {
      return left.equals(right) ? null : DivergenceKind.END;
    }
    if (left instanceof FlowItem.End || right instanceof FlowItem.End) {
      return isHidden() ? DivergenceKind.GAP : DivergenceKind.END;
    }
    if (left instanceof FlowItem.Gap && right instanceof FlowItem.Gap) {
      return null;
    }
    if (onlyRecording(left, right) || onlyRecording(right, left)) {
      return DivergenceKind.GAP;
    }
    if (left instanceof FlowItem.Trap p && right instanceof FlowItem.Trap q) {
      return trap(p.packet(), q.packet());
    }
    if (left instanceof FlowItem.Trap p && !(right instanceof FlowItem.Hart)) {
      return oneSided(p.packet());
    }
    if (right instanceof FlowItem.Trap q && !(left instanceof FlowItem.Hart)) {
      return oneSided(q.packet());
    }
    if (left.getClass() != right.getClass()) {
      return left instanceof FlowItem.Hart || right instanceof FlowItem.Hart
          ? DivergenceKind.HART
          : left instanceof FlowItem.TimeSkip || right instanceof FlowItem.TimeSkip
              ? DivergenceKind.TIME
              : left instanceof FlowItem.Switch || right instanceof FlowItem.Switch
                  ? DivergenceKind.CONTEXT_SWITCH
                  : DivergenceKind.START;
    }
    return switch (left) {
      case FlowItem.Switch p -> {
        Packet.Switch x = p.packet();
        Packet.Switch y = ((FlowItem.Switch) right).packet();
        yield tasks.agree(x.task(), y.task()) && spaces.agree(x.addressSpace(), y.addressSpace())
            ? null
            : DivergenceKind.CONTEXT_SWITCH;
      }
      case FlowItem.TrapReturn p -> {
        FlowItem.TrapReturn q = (FlowItem.TrapReturn) right;
        yield p.privilege() == q.privilege()
                && places.same(
                    a.executor().in(p.privilege()),
                    p.target(),
                    b.executor().in(q.privilege()),
                    q.target())
            ? null
            : DivergenceKind.TRAP_RETURN;
      }
      case FlowItem.TimeSkip p -> left.equals(right) ? null : DivergenceKind.TIME;
      case FlowItem.Hart p -> left.equals(right) ? null : DivergenceKind.HART;
      case FlowItem.Start p -> {
        FlowItem.Start q = (FlowItem.Start) right;
        yield p.retired() == q.retired()
                && p.privilege() == q.privilege()
                && places.same(a.starts(p), p.pc(), b.starts(q), q.pc())
                && spaces.agree(p.addressSpace(), q.addressSpace())
                && tasks.agree(p.task(), q.task())
            ? null
            : behindGap() ? DivergenceKind.GAP : DivergenceKind.START;
      }
      default -> throw new IllegalStateException(left.toString());
    };
  }

  private static DivergenceKind oneSided(Packet.Exception packet) {
    return packet.cause() < 0 ? DivergenceKind.INTERRUPT : DivergenceKind.TRAP;
  }

  private DivergenceKind trap(Packet.Exception p, Packet.Exception q) {
    if (p.kind() != q.kind() || p.cause() != q.cause()) {
      return p.cause() < 0 != q.cause() < 0 ? DivergenceKind.INTERRUPT : DivergenceKind.TRAP;
    }
    CodeContext inA = a.executor();
    CodeContext inB = b.executor();
    return p.privilege() == q.privilege()
            && places.same(inA, p.epc(), inB, q.epc())
            && places.same(inA.in(p.privilege()), p.pc(), inB.in(q.privilege()), q.pc())
        ? null
        : DivergenceKind.TRAP;
  }

  /** Pairs values of A with values of B, one to one. */
  private static final class Pairs<T> {
    private final Map<T, T> there = new HashMap<>();
    private final Map<T, T> back = new HashMap<>();

    /** Whether both are new, or belonged together before. */
    boolean agree(T left, T right) {
      T known = there.putIfAbsent(left, right);
      T origin = back.putIfAbsent(right, left);
      return (known == null || known.equals(right)) && (origin == null || origin.equals(left));
    }
  }
}

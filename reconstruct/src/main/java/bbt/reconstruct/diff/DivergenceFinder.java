package bbt.reconstruct.diff;

import bbt.packets.Packet;
import bbt.ptg.guest.Node;
import bbt.reconstruct.walk.Step;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Reads two tapes side by side up to where they differ. */
final class DivergenceFinder {
  private final Cursor a;
  private final Cursor b;
  private final Slide slide;

  /** Structures of one task may lie at different addresses. */
  private final Pairs<Long> tasks = new Pairs<>();

  private final Pairs<Integer> spaces = new Pairs<>();
  private Difference found;

  DivergenceFinder(Cursor a, Cursor b, Slide slide) {
    this.a = a;
    this.b = b;
    this.slide = slide;
  }

  /** Moves both cursors to the first difference; returns null if there is none. */
  Difference run() throws IOException {
    while (found == null) {
      Item left = a.item();
      Item right = b.item();
      if (left == null || right == null) {
        // A run that ended says so (Item.End), which is compared below.
        boolean both = left == null && right == null && a.tape.whole() && b.tape.whole();
        return both ? null : Difference.CUT;
      }
      if (left instanceof Item.Piece p && right instanceof Item.Piece q) {
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
  private void pieces(Item.Piece left, Item.Piece right) {
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
    if (m.address(i) != slide.toA(n.address(j))) {
      found = lastJump();
      return;
    }
    for (int k = 0; k < count; k++) {
      if (m.bits(i + k) != n.bits(j + k)) {
        a.pass(k);
        b.pass(k);
        found = Difference.CODE;
        return;
      }
    }
    if (i == 0 && j == 0 && count == m.count() && count == n.count()) {
      p.note(q);
    }
    a.pass(count);
    b.pass(count);
  }

  /** Control is at different addresses: what led there? */
  private Difference lastJump() {
    Item last = null;
    for (Cursor.Past past : a.history()) {
      last = past.item();
    }
    return switch (last) {
      case Item.Piece piece when piece.whole() && piece.step().branches() -> Difference.BRANCH;
      case Item.Piece piece -> Difference.TARGET;
      case Item.TrapReturn ret -> Difference.TRAP_RETURN;
      case null -> Difference.START;
      default -> Difference.TRAP;
    };
  }

  private Difference compare(Item left, Item right) {
    if (left instanceof Item.End && right instanceof Item.End) {
      return left.equals(right) ? null : Difference.END;
    }
    if (left instanceof Item.End || right instanceof Item.End) {
      return Difference.END;
    }
    if (left instanceof Item.Trap p && right instanceof Item.Trap q) {
      return trap(p.packet(), q.packet());
    }
    if (left instanceof Item.Trap p && !(right instanceof Item.Hart)) {
      return oneSided(p.packet());
    }
    if (right instanceof Item.Trap q && !(left instanceof Item.Hart)) {
      return oneSided(q.packet());
    }
    if (left.getClass() != right.getClass()) {
      return left instanceof Item.Hart || right instanceof Item.Hart
          ? Difference.HART
          : left instanceof Item.TimeSkip || right instanceof Item.TimeSkip
              ? Difference.TIME
              : left instanceof Item.Switch || right instanceof Item.Switch
                  ? Difference.CONTEXT_SWITCH
                  : Difference.START;
    }
    return switch (left) {
      case Item.Switch p -> {
        Packet.Switch x = p.packet();
        Packet.Switch y = ((Item.Switch) right).packet();
        yield tasks.agree(x.task(), y.task()) && spaces.agree(x.addressSpace(), y.addressSpace())
            ? null
            : Difference.CONTEXT_SWITCH;
      }
      case Item.TrapReturn p -> {
        Item.TrapReturn q = (Item.TrapReturn) right;
        yield p.target() == slide.toA(q.target()) && p.privilege() == q.privilege()
            ? null
            : Difference.TRAP_RETURN;
      }
      case Item.TimeSkip p -> left.equals(right) ? null : Difference.TIME;
      case Item.Hart p -> left.equals(right) ? null : Difference.HART;
      case Item.Start p -> {
        Item.Start q = (Item.Start) right;
        yield p.retired() == q.retired()
                && p.pc() == slide.toA(q.pc())
                && p.privilege() == q.privilege()
                && spaces.agree(p.addressSpace(), q.addressSpace())
                && tasks.agree(p.task(), q.task())
            ? null
            : Difference.START;
      }
      default -> throw new IllegalStateException(left.toString());
    };
  }

  private static Difference oneSided(Packet.Exception packet) {
    return packet.cause() < 0 ? Difference.INTERRUPT : Difference.TRAP;
  }

  private Difference trap(Packet.Exception p, Packet.Exception q) {
    if (p.kind() != q.kind() || p.cause() != q.cause()) {
      return p.cause() < 0 != q.cause() < 0 ? Difference.INTERRUPT : Difference.TRAP;
    }
    return p.epc() == slide.toA(q.epc())
            && p.pc() == slide.toA(q.pc())
            && p.privilege() == q.privilege()
        ? null
        : Difference.TRAP;
  }

  /** Which value of B stands for which of A, one to one. */
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

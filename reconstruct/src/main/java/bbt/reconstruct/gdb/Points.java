package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.Point;
import bbt.reconstruct.gdb.targets.ProtocolException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** Keeps the breakpoints and watchpoints of a session: Z and z packets. */
final class Points {
  private static final int MAX_WATCHED = 1 << 20;
  private static final Point.Kind[] KINDS = Point.Kind.values();

  private final Set<Point> all = new LinkedHashSet<>();

  /**
   * Carries out a packet {@code Ztype,address,kind} or {@code ztype,address,kind}. Inserting what
   * is there changes nothing, nor does removing what is not.
   *
   * @return false if the type is unknown
   */
  boolean change(String packet) {
    String text = packet.substring(1);
    int conditions = text.indexOf(';'); // gdb evaluates them itself
    String[] parts = (conditions < 0 ? text : text.substring(0, conditions)).split(",", -1);
    if (parts.length != 3) {
      throw new ProtocolException("not a point: " + text);
    }
    int type = HexText.number(parts[0], Integer.MAX_VALUE);
    if (type >= KINDS.length) {
      return false;
    }
    Point.Kind kind = KINDS[type];
    long address = HexText.number(parts[1]);
    int length = HexText.number(parts[2], MAX_WATCHED);
    if (kind.isWatch() && (length == 0 || address + length - 1 < address && address > 0)) {
      throw new ProtocolException("not a range to watch: " + text);
    }
    if (!kind.isWatch() && (address & 1) != 0) {
      throw new ProtocolException("instructions have even addresses, not 0x" + parts[1]);
    }
    Point point = new Point(kind, address, length);
    if (packet.charAt(0) == 'Z') {
      all.add(point);
    } else {
      all.remove(point);
    }
    return true;
  }

  Collection<Point> all() {
    return Set.copyOf(all);
  }
}

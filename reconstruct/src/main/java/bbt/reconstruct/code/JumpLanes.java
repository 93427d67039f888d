package bbt.reconstruct.code;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Draws arrows beside a listing, from jumps to their targets. Short ones are drawn next to the
 * code, longer ones around them; those that find no room are left out.
 */
final class JumpLanes {
  private static final int MAX_LANES = 8;

  /**
   * An arrow between rows.
   *
   * @param from row of the jump
   * @param to row of its target
   */
  record Arrow(int from, int to) {
    int first() {
      return Math.min(from, to);
    }

    int last() {
      return Math.max(from, to);
    }
  }

  private record Placed(Arrow arrow, int lane) {}

  private final List<Placed> placed = new ArrayList<>();
  private final int width;

  JumpLanes(List<Arrow> arrows) {
    List<Arrow> sorted = new ArrayList<>(arrows);
    sorted.sort(
        Comparator.comparingInt((Arrow a) -> a.last() - a.first()).thenComparingInt(Arrow::first));
    int lanes = 0;
    for (Arrow arrow : sorted) {
      int lane = freeLane(arrow);
      if (lane < MAX_LANES) {
        placed.add(new Placed(arrow, lane));
        lanes = Math.max(lanes, lane + 1);
      }
    }
    width = lanes == 0 ? 0 : lanes + 2;
  }

  /** The innermost lane in which no arrow crosses this one; arrows to one target may share it. */
  private int freeLane(Arrow arrow) {
    for (int lane = 0; ; lane++) {
      boolean free = true;
      for (Placed other : placed) {
        Arrow a = other.arrow;
        boolean apart = a.last() < arrow.first() || a.first() > arrow.last();
        free &= other.lane != lane || apart || a.to == arrow.to;
      }
      if (free) {
        return lane;
      }
    }
  }

  /** Columns that {@link #row} takes; 0 without arrows. */
  int width() {
    return width;
  }

  /** Draws the lanes between a row and the one before it. */
  String between(int row) {
    int[] cells = new int[width];
    for (Placed p : placed) {
      if (p.arrow.first() < row && row <= p.arrow.last()) {
        cells[column(p)] = UP | DOWN;
      }
    }
    return text(cells);
  }

  /** Draws the lanes beside a row, the outermost first, and the end that touches the code. */
  String row(int row) {
    int[] cells = new int[width];
    boolean target = false;
    for (Placed p : placed) {
      Arrow arrow = p.arrow;
      int column = column(p);
      if (arrow.first() < row && row <= arrow.last()) {
        cells[column] |= UP;
      }
      if (arrow.first() <= row && row < arrow.last()) {
        cells[column] |= DOWN;
      }
      if (row == arrow.from || row == arrow.to) {
        cells[column] |= RIGHT;
        for (int c = column + 1; c < width - 1; c++) {
          cells[c] |= LEFT | RIGHT;
        }
        target |= row == arrow.to;
      }
    }
    String text = text(cells);
    return target ? text.substring(0, width - 2) + "▸ " : text;
  }

  private int column(Placed p) {
    return width - 3 - p.lane;
  }

  // Where lines lead from a cell.
  private static final int UP = 1;
  private static final int DOWN = 2;
  private static final int LEFT = 4;
  private static final int RIGHT = 8;

  /** By the sum of the directions; with one alone there is a jump to itself. */
  private static final String CELLS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼";

  private static String text(int[] cells) {
    StringBuilder text = new StringBuilder();
    for (int cell : cells) {
      text.append(CELLS.charAt(cell));
    }
    return text.toString();
  }
}

package bbt.reconstruct.walk.flow;

import java.util.Arrays;

/**
 * Converts counts of a hart, as listeners hear them, to the common clock: instructions of all
 * harts. With one hart they are the same. It holds for what happens in a hart's present turn.
 */
public final class CommonClock implements FlowListener {
  private int hart;

  /** By hart: common clock minus the hart's own count, in its present turn. */
  private long[] offset = new long[1];

  @Override
  public void hart(int number) {
    hart = number;
    if (number >= offset.length) {
      offset = Arrays.copyOf(offset, number + 1);
    }
  }

  @Override
  public void turn(long clock, long retired) {
    if (clock >= 0) {
      offset[hart] = clock - retired;
    }
  }

  @Override
  public Rounds rounds(long retired) {
    return Rounds.NOTHING;
  }

  /** The hart that is being heard. */
  public int hart() {
    return hart;
  }

  /** The common clock when a hart had retired so many instructions. */
  public long at(int onHart, long retired) {
    return retired + (onHart < offset.length ? offset[onHart] : 0);
  }
}

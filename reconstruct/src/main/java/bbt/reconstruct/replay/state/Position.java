package bbt.reconstruct.replay.state;

/**
 * A moment of a run: so many instructions have retired, and since the last of them so many traps
 * have been taken. With no traps it is the moment right behind an instruction, before anything else
 * happens: if the next instruction faults, or an interrupt comes first, that is still to come.
 *
 * @param clock instructions retired by all harts together, at least 0
 * @param traps exceptions and interrupts taken at that clock, at least 0; calls that the built-in
 *     firmware serves are none
 */
public record Position(long clock, int traps) implements Comparable<Position> {
  public Position {
    if (clock < 0 || traps < 0) {
      throw new IllegalArgumentException("no position: clock " + clock + ", traps " + traps);
    }
  }

  /** The moment right behind an instruction. */
  public static Position at(long clock) {
    return new Position(clock, 0);
  }

  @Override
  public int compareTo(Position other) {
    int order = Long.compare(clock, other.clock);
    return order != 0 ? order : Integer.compare(traps, other.traps);
  }

  @Override
  public String toString() {
    return traps == 0 ? Long.toString(clock) : clock + "+" + traps;
  }
}

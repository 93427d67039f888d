package bbt.reconstruct.replay;

import bbt.translator.debug.Watch;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The thing that a {@link ReplaySearch} looks for: virtual addresses, in whatever address space and
 * on any hart.
 */
public final class Wanted {
  private final long[] stops;
  private final List<Watch> watches;

  /** The hart whose instructions count; -1 for all harts. */
  private final int hart;

  /**
   * Looks for instructions at addresses, and for accesses.
   *
   * @param stops addresses of instructions
   * @param watches ranges of data
   */
  public Wanted(Set<Long> stops, List<Watch> watches) {
    this(stops.stream().mapToLong(Long::longValue).sorted().toArray(), List.copyOf(watches), -1);
  }

  private Wanted(long[] stops, List<Watch> watches, int hart) {
    this.stops = stops;
    this.watches = watches;
    this.hart = hart;
  }

  /** Returns what is wanted on one hart alone. */
  public Wanted of(int number) {
    return new Wanted(stops, watches, number);
  }

  boolean counts(int number) {
    return hart < 0 || hart == number;
  }

  long[] stops() {
    return stops.clone();
  }

  List<Watch> watches() {
    return watches;
  }

  boolean stopsAt(long pc) {
    return Arrays.binarySearch(stops, pc) >= 0;
  }

  boolean isEmpty() {
    return stops.length == 0 && watches.isEmpty();
  }
}

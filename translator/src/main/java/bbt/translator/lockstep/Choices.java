package bbt.translator.lockstep;

import java.util.SplittableRandom;

/**
 * The choices that must not matter, drawn at random for one comparison.
 *
 * @param seed of every random choice
 * @param threshold node entries before a node is hot: random from 1 to this
 * @param limit instructions in a region: random from 1 to this
 * @param stop instructions from one budget exit to the next: random, this on the average
 * @param pause instructions between two comparisons of all but memory, about
 * @param paths whether a traced leader records whole paths; else node by node
 * @param background whether the leader compiles on another thread, as the product does; then a
 *     difference may not come again when the run is repeated
 */
public record Choices(
    long seed, int threshold, int limit, int stop, long pause, boolean paths, boolean background) {
  private static final int[] THRESHOLDS = {1, 5, 50, 500};
  private static final int[] LIMITS = {1, 4, 30, 200, 200};
  private static final int[] STOPS = {10, 300, 10_000, 200_000};

  /** Choices that a seed makes, for a run of more than a few thousand instructions. */
  public static Choices of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new Choices(
        seed,
        pick(THRESHOLDS, random),
        pick(LIMITS, random),
        pick(STOPS, random),
        100_000,
        random.nextInt(4) != 0,
        false);
  }

  /** Draws the choices for a run of a few thousand instructions. */
  public static Choices ofShort(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new Choices(
        seed,
        1 + random.nextInt(random.nextBoolean() ? 3 : 30),
        pick(LIMITS, random),
        1 + random.nextInt(random.nextBoolean() ? 20 : 1000),
        300,
        random.nextInt(4) != 0,
        false);
  }

  /** Returns these choices with a compiler thread. */
  public Choices inBackground() {
    return new Choices(seed, threshold, limit, stop, pause, paths, true);
  }

  @Override
  public String toString() {
    return "seed %d: threshold up to %d, regions up to %d, budget exits every %d, %s%s"
        .formatted(
            seed,
            threshold,
            limit,
            stop,
            paths ? "paths" : "nodes recorded one by one",
            background ? ", compiled in the background" : "");
  }

  private static int pick(int[] values, SplittableRandom random) {
    return values[random.nextInt(values.length)];
  }
}

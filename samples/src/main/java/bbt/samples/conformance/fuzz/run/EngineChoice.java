package bbt.samples.conformance.fuzz.run;

import bbt.translator.engine.EngineMode;
import java.util.Random;

/**
 * The choice of an engine for a program.
 *
 * @param mode the engine
 * @param thresholds for {@link EngineMode#AUTO}: random ones up to this
 * @param seed of the thresholds; not 0
 * @param traced whether it leaves a trace, which must then rebuild to the same count
 */
public record EngineChoice(EngineMode mode, int thresholds, long seed, boolean traced) {
  /** The oracle of our engines. */
  public static final EngineChoice INTERPRETER =
      new EngineChoice(EngineMode.INTERPRETER, 0, 1, false);

  /** Everything translated at once. */
  public static final EngineChoice TRANSLATOR =
      new EngineChoice(EngineMode.TRANSLATOR, 0, 1, false);

  /** Some engine that translates, traced one time in three. */
  public static EngineChoice random(Random random) {
    boolean traced = random.nextInt(3) == 0;
    return random.nextInt(3) == 0
        ? new EngineChoice(EngineMode.TRANSLATOR, 0, 1, traced)
        : new EngineChoice(EngineMode.AUTO, 1 << random.nextInt(7), random.nextLong() | 1, traced);
  }

  @Override
  public String toString() {
    String name =
        mode == EngineMode.AUTO
            ? "auto, thresholds up to " + thresholds + " from seed " + seed
            : mode.name().toLowerCase(java.util.Locale.ROOT);
    return traced ? name + ", traced" : name;
  }
}

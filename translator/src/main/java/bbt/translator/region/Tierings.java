package bbt.translator.region;

import bbt.translator.code.Tiering;
import bbt.translator.codegen.GuestCode;
import bbt.translator.engine.EngineMode;
import bbt.translator.log.Log;
import bbt.translator.trace.Recorder;
import java.util.Random;

/** Creates the tiering policy of each engine mode. */
public final class Tierings {
  /** Largest random threshold of a test run. */
  private static final int MAX_RANDOM_THRESHOLD = 200;

  private Tierings() {}

  /**
   * Makes the policy for a run; a compiler thread starts in {@link EngineMode#AUTO}.
   *
   * @param guest whose code is compiled
   * @param threshold node entries before a node is hot in {@link EngineMode#AUTO}; 0 = default
   * @param seed not 0: thresholds are random and compiles synchronous, in {@link EngineMode#AUTO}
   * @param recorder {@code null} when tracing is off
   * @param verify whether the verify hash is kept
   * @param store where compiled code is looked for first and kept, or null
   */
  public static Tiering create(
      GuestCode guest,
      EngineMode mode,
      int threshold,
      long seed,
      Recorder recorder,
      boolean verify,
      RegionStore store) {
    return switch (mode) {
      case INTERPRETER -> Tiering.NONE;
      case TRANSLATOR -> SynchronousTiering.atFirst(compiler(guest, recorder, verify, store));
      case AUTO -> {
        RegionCompiler compiler = compiler(guest, recorder, verify, store);
        if (seed == 0) {
          yield new BackgroundTiering(
              compiler, threshold > 0 ? threshold : BackgroundTiering.DEFAULT_THRESHOLD);
        }
        Random random = new Random(seed);
        int bound = threshold > 0 ? threshold : MAX_RANDOM_THRESHOLD;
        yield SynchronousTiering.after(compiler, () -> 1 + random.nextInt(bound));
      }
    };
  }

  /** Ends what a policy started. */
  public static void close(Tiering tiering) {
    if (tiering instanceof BackgroundTiering background) {
      background.close();
    }
  }

  private static RegionCompiler compiler(
      GuestCode guest, Recorder recorder, boolean verify, RegionStore store) {
    return new RegionCompiler(guest, recorder, verify, Tierings::log, store);
  }

  private static void log(
      CompileLog.Phase phase, long pc, java.util.function.Supplier<String> text) {
    boolean wanted =
        switch (phase) {
          case IR -> Log.ir;
          case BYTECODE -> Log.bytecode;
        };
    if (wanted) {
      String category = phase == CompileLog.Phase.IR ? "ir" : "bytecode";
      Log.line(category, "region at 0x" + Long.toHexString(pc) + "\n" + text.get());
    }
  }
}

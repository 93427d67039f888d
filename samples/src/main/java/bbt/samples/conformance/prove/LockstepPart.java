package bbt.samples.conformance.prove;

import bbt.samples.conformance.lockstep.LockstepRun;
import bbt.samples.conformance.lockstep.TraceKind;
import bbt.samples.guests.ArmMiniSample;
import bbt.samples.guests.MiniSample;
import bbt.translator.boot.GuestSample;
import bbt.translator.lockstep.Choices;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Runs interpreter and translator in lockstep: {@code mini} and {@code mini-arm64} whole, and the
 * beginning of a Linux boot.
 */
final class LockstepPart {
  static final String NAME = "lockstep";
  private static final long LINUX_INSNS = 50_000_000;
  private static final long MINI_SEED = 3;
  private static final long LINUX_SEED = 8;

  private final GuestSample linux;
  private final Consumer<String> progress;

  LockstepPart(GuestSample linux, Consumer<String> progress) {
    this.linux = linux;
    this.progress = progress;
  }

  List<Check> run() throws IOException {
    return List.of(
        check(new MiniSample(), Long.MAX_VALUE, MINI_SEED),
        check(new ArmMiniSample(), Long.MAX_VALUE, MINI_SEED),
        check(linux, LINUX_INSNS, LINUX_SEED));
  }

  private Check check(GuestSample sample, long insns, long seed) throws IOException {
    GuestSample.Prepared files = sample.prepare(progress);
    progress.accept("comparing the engines on " + sample.name());
    LockstepRun run = LockstepRun.of(files, insns, 1, Choices.of(seed), TraceKind.RANDOM, progress);
    String detail =
        run.result().difference() != null
            ? run.result().difference().toString()
            : !run.traceProblem().isEmpty()
                ? run.traceProblem()
                : String.format(
                    Locale.ROOT,
                    "%d instructions, registers compared %d times",
                    run.result().instructions(),
                    run.result().places());
    return new Check(NAME, sample.name() + " runs alike in both engines", run.passed(), detail);
  }
}

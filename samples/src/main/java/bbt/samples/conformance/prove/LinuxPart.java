package bbt.samples.conformance.prove;

import bbt.samples.guests.SampleCache;
import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.engine.EngineMode;
import bbt.translator.run.ExitReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Checks stock Linux with its shell work: traced, and verified from the trace file alone. */
final class LinuxPart {
  static final String NAME = "linux";

  private final GuestSample sample;
  private final EngineMode engine;
  private final Path folder;
  private final Consumer<String> progress;

  LinuxPart(GuestSample sample, EngineMode engine, Path folder, Consumer<String> progress) {
    this.sample = sample;
    this.engine = engine;
    this.folder = folder;
    this.progress = progress;
  }

  /** The trace that {@link #run} leaves. */
  Path trace() {
    return folder.resolve("alone").resolve("linux.bbt");
  }

  List<Check> run() throws IOException {
    GuestSample.Prepared files = sample.prepare(progress);
    progress.accept("booting " + sample.name());
    Path written = folder.resolve("linux.bbt");
    Run run =
        Run.of(
            MachineConfig.builder()
                .kernel(files.kernel())
                .initrd(files.initrd())
                .append(files.append())
                .engine(engine)
                .trace(Run.verified(written))
                .build());
    String checksum = run.after("bbt-sample: checksum ");
    boolean ended = run.result().reason() == ExitReason.POWER_OFF && !checksum.isEmpty();
    Check boot =
        new Check(
            NAME,
            sample.name() + " boots, does its shell work and powers off",
            ended,
            ended
                ? run.after("bbt-sample: kernel ")
                    + ", "
                    + run.result().retired()
                    + " instructions, checksum "
                    + checksum
                : "the run ended with "
                    + run.result().reason()
                    + " after "
                    + run.result().retired()
                    + " instructions");
    // Only the trace, elsewhere: nothing beside it can help.
    Files.move(written, SampleCache.make(trace().getParent()).resolve("linux.bbt"));
    progress.accept("verifying the trace of " + sample.name());
    Verification verified = Verification.of(trace());
    boolean whole = verified.ok() && verified.instructions() == run.result().retired();
    Check verify =
        new Check(
            NAME,
            "the trace alone rebuilds the run",
            whole,
            whole
                ? String.format(
                    Locale.ROOT,
                    "%d instructions, %d bytes, %.4f bits per instruction, hash %016x",
                    verified.instructions(),
                    Files.size(trace()),
                    8.0 * Files.size(trace()) / verified.instructions(),
                    verified.hash())
                : verified.ok()
                    ? "rebuilt "
                        + verified.instructions()
                        + " instructions, the machine retired "
                        + run.result().retired()
                    : verified.problem());
    return List.of(boot, verify);
  }
}

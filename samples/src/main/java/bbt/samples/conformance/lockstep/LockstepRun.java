package bbt.samples.conformance.lockstep;

import bbt.reconstruct.basics.OwnFolder;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.lockstep.Choices;
import bbt.translator.lockstep.Lockstep;
import bbt.translator.lockstep.MachineGuest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * One comparison of a guest on both engines.
 *
 * @param choices the random choices made
 * @param trace how the translated machine was traced
 * @param result what the comparison came to
 * @param traceProblem what is wrong with the trace; empty when nothing is or there is none
 */
public record LockstepRun(
    Choices choices, TraceKind trace, Lockstep.Result result, String traceProblem) {

  /** Whether the engines agree and the trace rebuilds. */
  public boolean passed() {
    return result.agrees() && traceProblem.isEmpty();
  }

  /**
   * Compares the engines.
   *
   * @param files the guest
   * @param insns instructions after which to stop
   * @param harts number of harts
   */
  public static LockstepRun of(
      GuestSample.Prepared files,
      long insns,
      int harts,
      Choices choices,
      TraceKind trace,
      Consumer<String> progress)
      throws IOException {
    try (OwnFolder folder = OwnFolder.make(null, "bbt-lockstep")) {
      Path file = folder.path().resolve("lockstep.bbt");
      TraceKind kind = trace.chosen(choices.seed());
      MachineConfig plain = config(files, insns, harts).build();
      MachineConfig traced = config(files, insns, harts).trace(kind.options(file)).build();
      Lockstep.Result result = Lockstep.compare(new MachineGuest(traced, plain), choices, progress);
      boolean check = kind != TraceKind.NONE && result.agrees();
      return new LockstepRun(choices, kind, result, check ? problem(file, result) : "");
    }
  }

  private static MachineConfig.Builder config(GuestSample.Prepared files, long insns, int harts) {
    return MachineConfig.builder()
        .kernel(files.kernel())
        .initrd(files.initrd())
        .append(files.append())
        .bios(files.bios())
        .drives(
            files.drives().stream()
                .map(image -> new MachineConfig.DriveConfig(image, false))
                .toList())
        .harts(harts)
        .maxInsns(insns);
  }

  private static String problem(Path trace, Lockstep.Result result) throws IOException {
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    if (!verified.ok()) {
      return verified.problems().isEmpty()
          ? "the trace is not whole"
          : "the trace: " + verified.problems().getFirst().message();
    }
    return verified.instructions() == result.instructions()
        ? ""
        : "the trace rebuilds "
            + verified.instructions()
            + " instructions of "
            + result.instructions();
  }
}

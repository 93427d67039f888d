package bbt.samples.conformance.prove;

import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.engine.EngineMode;
import bbt.translator.run.ExitReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs {@code harts} or {@code harts-arm64} on several harts in every engine: the checksum that
 * QEMU computes, too, the same trace byte by byte, and the run rebuilt from it.
 */
final class SmpPart {
  static final String NAME = "smp";

  /** Of either guest, by number of harts; QEMU's, whose harts run in parallel. */
  static final Map<Integer, String> CHECKSUMS =
      Map.of(2, "0xc179ce92e9c71a2f", 4, "0xa1a1b835af82cef6", 8, "0xbc04d25d5ac7b2cc");

  private final GuestSample guest;
  private final Path folder;
  private final Consumer<String> progress;

  SmpPart(GuestSample guest, Path folder, Consumer<String> progress) {
    this.guest = guest;
    this.folder = folder;
    this.progress = progress;
  }

  List<Check> run() throws IOException {
    List<Check> checks = new ArrayList<>();
    Path kernel = guest.prepare(progress).kernel();
    for (int harts : List.of(2, 4, 8)) {
      Path first = null;
      for (EngineMode engine : EngineMode.values()) {
        progress.accept(guest.name() + ", " + harts + " harts, " + engine);
        Path trace = folder.resolve(guest.name() + "-" + harts + "-" + engine + ".bbt");
        String name =
            guest.name() + ", " + harts + " harts, " + engine.name().toLowerCase(Locale.ROOT);
        checks.add(check(name, kernel, harts, engine, trace, first));
        first = first == null ? trace : first;
      }
    }
    return checks;
  }

  private static Check check(
      String name, Path kernel, int harts, EngineMode engine, Path trace, Path first)
      throws IOException {
    Run run =
        Run.of(
            MachineConfig.builder()
                .kernel(kernel)
                .harts(harts)
                .engine(engine)
                .trace(Run.verified(trace))
                .build());
    List<String> wrong = new ArrayList<>();
    if (run.result().reason() != ExitReason.POWER_OFF) {
      wrong.add("the run ended with " + run.result().reason());
    }
    String checksum = run.after("harts: checksum ");
    if (!checksum.equals(CHECKSUMS.get(harts))) {
      wrong.add("checksum expected " + CHECKSUMS.get(harts) + ", found " + checksum);
    }
    if (first != null && Files.mismatch(first, trace) >= 0) {
      wrong.add("the trace differs from the first one at byte " + Files.mismatch(first, trace));
    }
    Verification verified = Verification.of(trace);
    if (!verified.ok()) {
      wrong.add(verified.problem());
    } else if (verified.instructions() != run.result().retired()) {
      wrong.add(
          "rebuilt "
              + verified.instructions()
              + " instructions, the machine retired "
              + run.result().retired());
    }
    return new Check(
        NAME,
        name,
        wrong.isEmpty(),
        wrong.isEmpty()
            ? String.format(
                "%d instructions by hart %s, checksum %s, hash %016x",
                run.result().retired(), run.result().hartRetired(), checksum, run.hash())
            : String.join("; ", wrong));
  }
}

package bbt.samples.conformance.fuzz;

import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.EngineChoice;
import bbt.samples.conformance.fuzz.run.EngineRun;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The half of a {@link Trial} that ran on our machine: the reference may still be at work.
 *
 * @param engine that ran it
 * @param run what came of it
 */
record PendingTrial(Image image, EngineChoice engine, EngineRun run) {
  /** The limit of instructions: more than any batch runs, by far. */
  static final long MAX_INSNS = 50_000_000L;

  /** Runs an image. */
  static PendingTrial of(Image image, EngineChoice engine, Path folder) throws IOException {
    Path elf = Files.createTempFile(folder, "fuzz", ".elf");
    try {
      image.writeElf(elf);
      return new PendingTrial(image, engine, EngineRun.of(image, elf, engine, folder, MAX_INSNS));
    } finally {
      Files.delete(elf);
    }
  }

  /** Whether the program came to its end. */
  boolean ended() {
    return run.retired() < MAX_INSNS;
  }

  /** Compares with what the reference left. */
  Trial against(Kind kind, GuestRam expected, int version) {
    List<Difference> differences = new ArrayList<>();
    if (!run.problem().isEmpty()) {
      differences.add(new Difference(-1, "the run", "no problem", run.problem(), null));
    }
    differences.addAll(kind.compare(image, expected, run.ram(), version));
    return new Trial(differences, run.retired());
  }
}

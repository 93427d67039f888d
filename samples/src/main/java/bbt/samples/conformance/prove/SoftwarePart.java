package bbt.samples.conformance.prove;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.samples.guests.disk.DebianSample;
import bbt.samples.guests.disk.DiskGuest;
import bbt.samples.guests.disk.DiskSample;
import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.MachineConfig.DriveConfig;
import bbt.translator.engine.EngineMode;
import bbt.translator.run.ExitReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * Runs stock software: each guest boots, says what it is expected to say, powers off; its trace
 * alone rebuilds the run; and what it wrote to its disk is checked on the host.
 */
final class SoftwarePart {
  /** Those that take seconds. */
  static final List<String> SHORT = List.of("u-boot");

  /** Linux with a disk, under other firmware, another kernel: a minute each, which CI has not. */
  static final List<String> KERNELS =
      List.of(
          "disk",
          "disk-arm64",
          "opensbi",
          "u-boot-linux",
          "linux-stable",
          "linux-stable-arm64",
          "linux-oldstable-arm64");

  /** Debian's programs at work, minutes each, twice as many with QEMU. */
  static final List<String> DEBIAN = List.of("debian", "debian-arm64");

  /** Guests that every engine runs: they are done in a second or two. */
  private static final List<String> EVERY_ENGINE = List.of("u-boot");

  private final String part;
  private final List<String> guests;
  private final EngineMode engine;
  private final Path folder;
  private final Consumer<String> progress;

  /**
   * @param part name in the table
   * @param guests names of samples
   */
  SoftwarePart(
      String part, List<String> guests, EngineMode engine, Path folder, Consumer<String> progress) {
    this.part = part;
    this.guests = guests;
    this.engine = engine;
    this.folder = folder;
    this.progress = progress;
  }

  List<Check> run() throws IOException {
    List<Check> checks = new ArrayList<>();
    for (String guest : guests) {
      try {
        checks.addAll(guest(sample(guest)));
      } catch (IOException | RuntimeException e) {
        // The other guests are still worth running.
        checks.add(new Check(part, guest + " runs to its end", false, Prove.message(e)));
      }
    }
    return checks;
  }

  /** The sample of a name. */
  static GuestSample sample(String name) {
    return ServiceLoader.load(GuestSample.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new UserException(Fault.USAGE, "no sample " + name));
  }

  private List<Check> guest(GuestSample sample) throws IOException {
    String guest = sample.name();
    GuestSample.Prepared files = sample.prepare(progress);
    ConsoleScript script = ConsoleScript.of(guest);
    List<DriveConfig> drives = new ArrayList<>();
    for (Path drive : files.drives()) {
      Path copy = folder.resolve(guest + "-" + drives.size() + ".img");
      Sparse.copy(drive, copy);
      drives.add(new DriveConfig(copy, true));
    }
    Path trace = folder.resolve(guest + ".bbt");
    progress.accept("booting " + guest);
    Run run = run(files, drives, engine, trace, script);
    List<Check> checks = new ArrayList<>();
    checks.add(console(guest, run, script));
    progress.accept("verifying the trace of " + guest);
    checks.add(verified(guest, run, trace));
    if (EVERY_ENGINE.contains(guest)) {
      checks.add(everyEngine(guest, files, drives, trace, script));
    }
    Files.delete(trace);
    if (sample instanceof DiskGuest disk) {
      checks.addAll(disk(disk, files, drives.getFirst().file()));
    }
    for (DriveConfig drive : drives) {
      Files.delete(drive.file());
    }
    return checks;
  }

  private static Run run(
      GuestSample.Prepared files,
      List<DriveConfig> drives,
      EngineMode engine,
      Path trace,
      ConsoleScript script)
      throws IOException {
    return Run.of(
        MachineConfig.builder()
            .kernel(files.kernel())
            .initrd(files.initrd())
            .append(files.append())
            .bios(files.bios())
            .drives(drives)
            .engine(engine)
            .maxInsns(MOST_INSTRUCTIONS)
            .trace(Run.verified(trace))
            .build(),
        script.input());
  }

  /** A guest that has not ended by then never will. */
  private static final long MOST_INSTRUCTIONS = 60_000_000_000L;

  private Check console(String guest, Run run, ConsoleScript script) {
    String missing = script.missing(run.console());
    boolean ended = run.result().reason() == ExitReason.POWER_OFF;
    return new Check(
        part,
        guest + " says what is expected and powers off",
        missing.isEmpty() && ended,
        missing.isEmpty() && ended
            ? script.expected().size() + " texts, " + run.result().retired() + " instructions"
            : (missing.isEmpty() ? "" : "expected \"" + missing + "\", not found in its place; ")
                + "the run ended with "
                + run.result().reason()
                + " after "
                + run.result().retired()
                + " instructions");
  }

  private Check verified(String guest, Run run, Path trace) throws IOException {
    Verification verified = Verification.of(trace);
    boolean whole = verified.ok() && verified.instructions() == run.result().retired();
    return new Check(
        part,
        guest + ": the trace alone rebuilds the run",
        whole,
        whole
            ? String.format(
                Locale.ROOT,
                "%d bytes, %.4f bits per instruction",
                Files.size(trace),
                8.0 * Files.size(trace) / verified.instructions())
            : verified.ok()
                ? "rebuilt " + verified.instructions() + " instructions"
                : verified.problem());
  }

  private Check everyEngine(
      String guest,
      GuestSample.Prepared files,
      List<DriveConfig> drives,
      Path trace,
      ConsoleScript script)
      throws IOException {
    List<String> different = new ArrayList<>();
    for (EngineMode each : EngineMode.values()) {
      progress.accept("booting " + guest + " with the engine " + each);
      Path other = folder.resolve(guest + "-other.bbt");
      run(files, drives, each, other, script);
      if (Files.mismatch(trace, other) >= 0) {
        different.add(each + " differs at byte " + Files.mismatch(trace, other));
      }
      Files.delete(other);
    }
    return new Check(
        part,
        guest + ": every engine writes the same trace",
        different.isEmpty(),
        String.join("; ", different));
  }

  private List<Check> disk(DiskGuest guest, GuestSample.Prepared files, Path disk)
      throws IOException {
    List<Check> checks = new ArrayList<>();
    String unclean = guest.fileSystem(disk).check();
    checks.add(
        new Check(
            part, guest.name() + ": e2fsck finds its disk clean", unclean.isEmpty(), unclean));
    if (guest instanceof DiskSample) {
      checks.add(new WrittenFiles(part, guest.name(), guest.fileSystem(disk), folder).check());
    }
    if (guest instanceof DebianSample debian) {
      progress.accept("the same in QEMU");
      checks.add(new QemuTwin(part, debian, files, folder).check(disk));
    }
    return checks;
  }
}

package bbt.samples.conformance.prove;

import bbt.packets.bytes.PacketFormat;
import bbt.reconstruct.basics.OwnFolder;
import bbt.samples.guests.ArmHartsSample;
import bbt.samples.guests.ArmMiniSample;
import bbt.samples.guests.HartsSample;
import bbt.samples.guests.MiniSample;
import bbt.translator.boot.GuestSample;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Runs the parts of {@code bbt prove} and collects what held. */
public final class Prove {
  /** The parts that can be run alone. */
  public enum Part {
    MINI,
    QEMU,
    LINUX,
    LOCKSTEP,
    DAMAGE,
    SMP,
    SOFTWARE,
    KERNELS,
    DEBIAN;

    /** Whether it runs without being asked for: {@code debian} takes minutes. */
    public boolean usual() {
      return this != DEBIAN;
    }
  }

  private interface Work {
    List<Check> run() throws IOException;
  }

  /** The kernel of our own, for each instruction set. */
  private static final List<GuestSample> MINIS = List.of(new MiniSample(), new ArmMiniSample());

  private static final List<GuestSample> SMP_GUESTS =
      List.of(new HartsSample(), new ArmHartsSample());

  private final Set<Part> parts;
  private final String guest;
  private final EngineMode engine;
  private final Consumer<String> progress;

  /**
   * @param guest name of the sample that the part {@code linux} boots
   * @param engine of all parts but {@code mini}, which runs every one
   * @param progress gets a line now and then
   */
  public Prove(Set<Part> parts, String guest, EngineMode engine, Consumer<String> progress) {
    this.parts = parts;
    this.guest = guest;
    this.engine = engine;
    this.progress = progress;
  }

  /** Runs the parts, in order; a part that cannot run is a check that did not pass. */
  public List<Check> run() throws IOException {
    try (OwnFolder folder = OwnFolder.make(null, "bbt-prove")) {
      return checks(folder.path());
    }
  }

  private List<Check> checks(Path folder) throws IOException {
    List<Check> checks = new ArrayList<>();
    if (parts.contains(Part.MINI)) {
      for (GuestSample each : MINIS) {
        part(checks, MiniPart.NAME, () -> new MiniPart(each, folder, progress).run());
      }
    }
    if (parts.contains(Part.QEMU)) {
      for (QemuPart.Board each : QemuPart.Board.values()) {
        part(checks, QemuPart.NAME, () -> new QemuPart(each, engine, folder, progress).run());
      }
    }
    LinuxPart linux = new LinuxPart(SoftwarePart.sample(guest), engine, folder, progress);
    if (parts.contains(Part.LINUX)) {
      part(checks, LinuxPart.NAME, linux::run);
    }
    if (parts.contains(Part.LOCKSTEP)) {
      part(
          checks,
          LockstepPart.NAME,
          () -> new LockstepPart(SoftwarePart.sample(guest), progress).run());
    }
    if (parts.contains(Part.DAMAGE)) {
      part(
          checks,
          DamagePart.NAME,
          () -> {
            Path trace = folder.resolve("mini-damage.bbt");
            Run.mini("", engine, trace, b -> b);
            return new DamagePart(trace, "mini", folder, progress).run();
          });
      if (Files.exists(linux.trace())) {
        part(
            checks,
            DamagePart.NAME,
            () -> new DamagePart(linux.trace(), "linux", folder, progress).run());
      }
    }
    if (parts.contains(Part.SMP)) {
      for (GuestSample each : SMP_GUESTS) {
        part(checks, SmpPart.NAME, () -> new SmpPart(each, folder, progress).run());
      }
    }
    if (parts.contains(Part.SOFTWARE)) {
      software(checks, "software", SoftwarePart.SHORT, folder);
    }
    if (parts.contains(Part.KERNELS)) {
      software(checks, "kernels", SoftwarePart.KERNELS, folder);
    }
    if (parts.contains(Part.DEBIAN)) {
      software(checks, "debian", SoftwarePart.DEBIAN, folder);
    }
    return checks;
  }

  private void software(List<Check> checks, String name, List<String> guests, Path folder) {
    part(checks, name, () -> new SoftwarePart(name, guests, engine, folder, progress).run());
  }

  private static void part(List<Check> checks, String name, Work work) {
    try {
      checks.addAll(work.run());
    } catch (IOException | RuntimeException e) {
      // A fault of ours is what this command is there to find: the other parts still run.
      checks.add(new Check(name, "runs to its end", false, message(e)));
    }
  }

  static String message(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /**
   * Measures with this build the values committed in {@code mini.properties} and {@code
   * mini-arm64.properties}.
   */
  public List<String> values() throws IOException {
    List<String> lines = new ArrayList<>();
    try (OwnFolder folder = OwnFolder.make(null, "bbt-prove")) {
      for (GuestSample each : MINIS) {
        lines.add("# " + each.name());
        lines.addAll(new MiniPart(each, folder.path(), progress).lines());
      }
    }
    return lines;
  }

  /** The versions that the results depend on. */
  public static Map<String, String> versions() {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("java", System.getProperty("java.runtime.version"));
    versions.put(
        "host",
        System.getProperty("os.name").toLowerCase(Locale.ROOT)
            + " "
            + System.getProperty("os.arch"));
    versions.put("format", PacketFormat.text(PacketFormat.VERSION));
    return versions;
  }
}

package bbt.samples.conformance.prove;

import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.engine.EngineMode;
import bbt.translator.run.ExitReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Runs {@code mini} or {@code mini-arm64} in every engine mode against the values committed in
 * {@code mini.properties} or {@code mini-arm64.properties}: instructions, console checksum,
 * canonical hash; and the trace files against each other, byte by byte.
 */
final class MiniPart {
  static final String NAME = "mini";
  private static final int RANDOM_THRESHOLDS = 3;

  private final GuestSample guest;
  private final Path folder;
  private final Consumer<String> progress;

  MiniPart(GuestSample guest, Path folder, Consumer<String> progress) {
    this.guest = guest;
    this.folder = folder;
    this.progress = progress;
  }

  private record Variant(
      String name, EngineMode engine, UnaryOperator<MachineConfig.Builder> set) {}

  private static List<Variant> variants() {
    List<Variant> all = new ArrayList<>();
    all.add(new Variant("interpreter", EngineMode.INTERPRETER, b -> b));
    all.add(new Variant("translator", EngineMode.TRANSLATOR, b -> b));
    all.add(new Variant("auto", EngineMode.AUTO, b -> b));
    for (int i = 1; i <= RANDOM_THRESHOLDS; i++) {
      long seed = 1000 + i;
      all.add(
          new Variant(
              "auto, random thresholds " + seed, EngineMode.AUTO, b -> b.thresholdSeed(seed)));
    }
    return all;
  }

  List<Check> run() throws IOException {
    Properties expected = expected();
    List<Check> checks = new ArrayList<>();
    Path first = null;
    for (Variant variant : variants()) {
      String what = guest.name() + ", " + variant.name();
      progress.accept(what);
      Path trace = folder.resolve(guest.name() + "-" + checks.size() + ".bbt");
      Map<String, String> found;
      try {
        found = values(variant, trace);
      } catch (IOException | RuntimeException e) {
        checks.add(new Check(NAME, what, false, Prove.message(e)));
        continue;
      }
      List<String> wrong = new ArrayList<>();
      found.forEach(
          (key, value) -> {
            String want = expected.getProperty(key, "nothing committed");
            if (!want.equals(value)) {
              wrong.add(key + " expected " + want + ", found " + value);
            }
          });
      if (first == null) {
        first = trace;
      } else if (Files.mismatch(first, trace) >= 0) {
        wrong.add("the trace differs from the first one at byte " + Files.mismatch(first, trace));
      }
      checks.add(
          new Check(
              NAME,
              what,
              wrong.isEmpty(),
              wrong.isEmpty() ? text(found) : String.join("; ", wrong)));
    }
    return checks;
  }

  /** Measures what {@code mini.properties} states. */
  private Map<String, String> values(Variant variant, Path trace) throws IOException {
    Path kernel = guest.prepare(progress).kernel();
    Run run = Run.kernel(kernel, "", variant.engine(), trace, variant.set());
    Map<String, String> found = new LinkedHashMap<>();
    found.put("instructions", Long.toString(run.result().retired()));
    found.put("checksum", run.after("mini: checksum "));
    found.put("hash", String.format("%016x", run.hash()));
    if (run.result().reason() != ExitReason.POWER_OFF) {
      found.put("end", run.result().reason().toString());
    }
    return found;
  }

  private static String text(Map<String, String> found) {
    return found.get("instructions")
        + " instructions, checksum "
        + found.get("checksum")
        + ", hash "
        + found.get("hash");
  }

  /**
   * The lines of the guest's {@code properties} as this build would write them (a maintainer's
   * aid).
   */
  List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    values(variants().getFirst(), folder.resolve("values.bbt"))
        .forEach((key, value) -> lines.add(key + "=" + value));
    return lines;
  }

  private Properties expected() throws IOException {
    Properties expected = new Properties();
    String resource = "/bbt/samples/prove/" + guest.name() + ".properties";
    try (InputStream in = MiniPart.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("the resource " + resource + " is missing");
      }
      expected.load(in);
    }
    return expected;
  }
}

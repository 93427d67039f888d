package bbt.samples.conformance.fuzz;

import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.EngineChoice;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The comparison of an image's run on our machine with what the reference left.
 *
 * @param differences all that were found, explained or not
 * @param retired instructions
 */
public record Trial(List<Difference> differences, long retired) {
  public Trial {
    differences = List.copyOf(differences);
  }

  /**
   * Runs an image and compares.
   *
   * @param folder for temporary files
   * @param version of the reference
   */
  public static Trial of(
      Kind kind, Image image, GuestRam expected, int version, EngineChoice engine, Path folder)
      throws IOException {
    return PendingTrial.of(image, engine, folder).against(kind, expected, version);
  }

  /** The first that nothing explains, or null. */
  public Difference unexplained() {
    for (Difference d : differences) {
      if (d.explained() == null) {
        return d;
      }
    }
    return null;
  }

  /** Cases with a difference that nothing explains. */
  long failing() {
    return differences.stream()
        .filter(d -> d.explained() == null)
        .mapToInt(Difference::number)
        .distinct()
        .count();
  }

  long explained() {
    return differences.stream().filter(d -> d.explained() != null).count();
  }
}

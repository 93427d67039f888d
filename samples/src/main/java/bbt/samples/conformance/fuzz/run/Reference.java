package bbt.samples.conformance.fuzz.run;

import java.io.IOException;
import java.time.Duration;

/** An independent machine that runs images; may be used by several threads. */
public interface Reference {
  /** Name and version, such as {@code QEMU 11.1.2}. */
  String name();

  /** The version as major * 100 + minor, such as 702: what is known of a version asks for it. */
  int version();

  /**
   * A run.
   *
   * @param ram what RAM held after it
   * @param ended whether the image came to its end; otherwise its time was over
   */
  record Run(GuestRam ram, boolean ended) {}

  /**
   * Runs an image to its end, or for so long.
   *
   * @throws IOException when the reference cannot be run at all
   */
  Run run(Image image, Duration limit) throws IOException, InterruptedException;
}

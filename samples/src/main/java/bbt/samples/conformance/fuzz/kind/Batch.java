package bbt.samples.conformance.fuzz.kind;

import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.function.Predicate;

/** A batch of many random cases in one program, so that starting the machines costs little. */
public interface Batch {
  /** The program. */
  Image image();

  /** The number of cases; at least 1. */
  int cases();

  /** The number of cases that had ended when a run was broken off that left this RAM. */
  int ended(GuestRam ram);

  /**
   * Makes a smaller image that still fails in the same way.
   *
   * @param first what is to be shown
   * @param fails whether an image still fails; expensive (it runs both machines)
   * @return an image for which {@code fails} held; this batch's where nothing smaller does
   */
  Image minimise(Difference first, Predicate<Image> fails);
}

package bbt.samples.conformance.fuzz.kind;

import bbt.samples.conformance.fuzz.run.FuzzBoard;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.List;
import java.util.function.LongPredicate;

/** A kind of random programs. Without state: its batches are functions of their seeds. */
public interface Kind {
  /** The kind's name in {@code --kind}; lower-case letters. */
  String name();

  /** The board for which its programs are. */
  default FuzzBoard board() {
    return FuzzBoard.RISCV;
  }

  /** Makes the batch of a seed. */
  Batch batch(long seed, Capabilities reference);

  /**
   * Compares what two machines left of an image; also of a saved one, of which nothing else is
   * known.
   *
   * @param expected what the reference left
   * @param found what our machine left
   * @return everything that differs, in order of case and time; explained or not
   */
  List<Difference> compare(Image image, GuestRam expected, GuestRam found, int qemuVersion);

  /**
   * Returns the part of what the reference left that a saved case keeps: RAM in which everything
   * that {@link #compare} does not read is as in the image.
   */
  default GuestRam essence(Image image, GuestRam expected) {
    return expected;
  }

  /**
   * Tells the random instructions of an image from its harness's, by their physical addresses. Code
   * that a program writes itself is not counted.
   */
  LongPredicate random(Image image);

  /** Lists what the image does, for the reader of a saved case: a few lines of assembly. */
  List<String> listing(Image image);
}

package bbt.samples.guests;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A guest for several harts, source in {@code samples/src/guest/harts}: they contend for a lock,
 * interrupt each other, change code that others run and move a page that others read. Its checksum
 * depends on the number of harts alone, not on who comes first.
 */
public final class HartsSample extends EmbeddedSample {
  private static final String NAME = "harts";

  public HartsSample() {
    super(NAME, "own program that keeps several harts busy with each other: use --smp N");
  }

  /** The ELF file. */
  public static Path kernel() throws IOException {
    return EmbeddedElf.file(NAME);
  }
}

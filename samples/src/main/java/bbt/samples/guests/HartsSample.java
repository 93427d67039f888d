package bbt.samples.guests;

import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A guest for several harts, source in {@code samples/src/guest/harts}: they contend for a lock,
 * interrupt each other, change code that others run and move a page that others read. Its checksum
 * depends on the number of harts alone, not on who comes first.
 */
public final class HartsSample implements GuestSample {
  @Override
  public String name() {
    return "harts";
  }

  @Override
  public String description() {
    return "own program that keeps several harts busy with each other: use --smp N";
  }

  @Override
  public boolean embedded() {
    return true;
  }

  @Override
  public Prepared prepare(Consumer<String> progress) throws IOException {
    return new Prepared(kernel(), null, "");
  }

  /** The ELF file. */
  public static Path kernel() throws IOException {
    return EmbeddedElf.file("harts");
  }
}

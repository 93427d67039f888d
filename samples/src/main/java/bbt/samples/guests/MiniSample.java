package bbt.samples.guests;

import java.io.IOException;
import java.nio.file.Path;

/** The embedded default guest: our own small kernel, source in {@code samples/src/guest/mini}. */
public final class MiniSample extends EmbeddedSample {
  private static final String NAME = "mini";

  public MiniSample() {
    super(
        NAME, "own small kernel with preempted user processes: offline, in seconds (the default)");
  }

  /** The ELF file. */
  public static Path kernel() throws IOException {
    return EmbeddedElf.file(NAME);
  }
}

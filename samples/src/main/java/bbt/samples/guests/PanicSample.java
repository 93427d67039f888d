package bbt.samples.guests;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A kernel that panics far from its bug, source in {@code samples/src/guest/panic}: what {@code bbt
 * step} is for. docs/step.md goes from the panic back to the branch that caused it.
 */
public final class PanicSample extends EmbeddedSample {
  private static final String NAME = "panic";

  public PanicSample() {
    super(NAME, "own kernel that panics far from its bug: trace it and step back (docs/step.md)");
  }

  /** The ELF file. */
  public static Path kernel() throws IOException {
    return EmbeddedElf.file(NAME);
  }
}

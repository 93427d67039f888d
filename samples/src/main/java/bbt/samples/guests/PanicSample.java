package bbt.samples.guests;

import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A kernel that panics far from its bug, source in {@code samples/src/guest/panic}: what {@code bbt
 * step} is for. docs/step.md goes from the panic back to the branch that caused it.
 */
public final class PanicSample implements GuestSample {
  @Override
  public String name() {
    return "panic";
  }

  @Override
  public String description() {
    return "own kernel that panics far from its bug: trace it and step back (docs/step.md)";
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
    return EmbeddedElf.file("panic");
  }
}

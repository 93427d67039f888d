package bbt.samples.guests;

import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The embedded default guest: our own small kernel, source in {@code samples/src/guest/mini}. */
public final class MiniSample implements GuestSample {
  @Override
  public String name() {
    return "mini";
  }

  @Override
  public String description() {
    return "own small kernel with preempted user processes: offline, in seconds (the default)";
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
    return EmbeddedElf.file("mini");
  }
}

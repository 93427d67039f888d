package bbt.samples.guests;

import java.io.IOException;
import java.nio.file.Path;

/** {@code harts} for AArch64, source in {@code samples/src/guest/harts-arm64}. */
public final class ArmHartsSample extends EmbeddedSample {
  private static final String NAME = "harts-arm64";

  public ArmHartsSample() {
    super(NAME, "the same program for AArch64: use --smp N, up to 8");
  }

  /** The ELF file. */
  public static Path kernel() throws IOException {
    return EmbeddedElf.file(NAME);
  }
}

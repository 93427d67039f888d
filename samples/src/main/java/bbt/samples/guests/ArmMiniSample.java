package bbt.samples.guests;

/** {@code mini} for AArch64, source in {@code samples/src/guest/mini-arm64}. */
public final class ArmMiniSample extends EmbeddedSample {
  public ArmMiniSample() {
    super("mini-arm64", "the same kernel for AArch64: offline, in seconds");
  }
}

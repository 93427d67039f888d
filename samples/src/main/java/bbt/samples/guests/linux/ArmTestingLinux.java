package bbt.samples.guests.linux;

import java.util.List;

/** {@code linux-arm64}: the arm64 kernel of Debian testing, without modules. */
public final class ArmTestingLinux extends LinuxSample {
  public ArmTestingLinux() {
    super(
        "linux-arm64",
        "stock Debian testing kernel for arm64, the same work (fetches 13 MB once)",
        Port.arm64("linux-image-arm64"),
        "testing",
        List.of());
  }
}

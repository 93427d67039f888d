package bbt.samples.guests.linux;

import java.util.List;

/**
 * {@code linux-stable-arm64}: the 6.12 kernel of Debian 13 for arm64, in the flavour for virtual
 * machines, which is a third of the other's size.
 */
public final class ArmStableLinux extends LinuxSample {
  public ArmStableLinux() {
    super(
        "linux-stable-arm64",
        "stock Debian 13 kernel 6.12 for arm64, the same work (fetches 29 MB once)",
        Port.arm64("linux-image-cloud-arm64"),
        "trixie",
        List.of());
  }
}

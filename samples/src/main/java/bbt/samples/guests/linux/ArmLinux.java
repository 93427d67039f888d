package bbt.samples.guests.linux;

import java.util.List;

/**
 * The arm64 kernel of Debian 13, in the flavour for virtual machines. It is for tests: the AArch64
 * machine records no traces yet, so that it is no sample.
 */
final class ArmLinux extends LinuxSample {
  ArmLinux() {
    super(
        "linux-arm64",
        "stock Debian 13 kernel for arm64 (fetches 29 MB once)",
        new Port("arm64", "linux-image-cloud-arm64", "console=ttyAMA0 earlycon panic=-1"),
        "trixie",
        List.of());
  }
}

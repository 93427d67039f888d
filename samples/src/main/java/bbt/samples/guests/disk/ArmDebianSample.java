package bbt.samples.guests.disk;

import bbt.samples.guests.linux.ArmStableLinux;

/** {@code debian-arm64}: the work of {@code debian} by Debian 13's programs for arm64. */
public final class ArmDebianSample extends DebianSample {
  public ArmDebianSample() {
    super(
        new ArmStableLinux(),
        "Debian 13 userland for arm64 on a virtio disk: the same work (fetches 110 MB once)");
  }
}

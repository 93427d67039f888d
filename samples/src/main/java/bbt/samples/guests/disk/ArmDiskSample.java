package bbt.samples.guests.disk;

import bbt.samples.guests.linux.ArmStableLinux;

/** {@code disk-arm64}: the work of {@code disk} on Debian 13's kernel for arm64. */
public final class ArmDiskSample extends DiskSample {
  public ArmDiskSample() {
    super(
        new ArmStableLinux(),
        "Debian 13 kernel for arm64, root file system on ext4, the same work (fetches 29 MB once)");
  }
}

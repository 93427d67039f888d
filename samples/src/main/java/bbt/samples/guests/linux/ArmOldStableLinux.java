package bbt.samples.guests.linux;

/**
 * {@code linux-oldstable-arm64}: the 6.1 kernel of Debian 12 for arm64, in the flavour for virtual
 * machines.
 */
public final class ArmOldStableLinux extends LinuxSample {
  public ArmOldStableLinux() {
    super(
        "linux-oldstable-arm64",
        "stock Debian 12 kernel 6.1 for arm64, virtio modules, the same work (fetches 22 MB once)",
        Port.arm64("linux-image-cloud-arm64"),
        "bookworm",
        ArmStableLinux.VIRTIO);
  }
}

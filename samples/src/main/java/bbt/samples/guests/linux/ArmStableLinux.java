package bbt.samples.guests.linux;

import java.util.List;

/**
 * {@code linux-stable-arm64}: the 6.12 kernel of Debian 13 for arm64, in the flavour for virtual
 * machines, which is a third of the other's size.
 */
public final class ArmStableLinux extends LinuxSample {
  /** Drivers that a kernel of this flavour has as modules; ext4 is built in. */
  static final List<String> VIRTIO =
      List.of("virtio_mmio", "virtio_blk", "virtio_net", "virtio_rng", "virtio_console");

  public ArmStableLinux() {
    super(
        "linux-stable-arm64",
        "stock Debian 13 kernel 6.12 for arm64, virtio modules, the same work (fetches 29 MB once)",
        Port.arm64("linux-image-cloud-arm64"),
        "trixie",
        VIRTIO);
  }
}

package bbt.samples.guests.linux;

import java.util.List;

/** {@code linux-stable}: the 6.12 kernel of Debian 13, with virtio, ext4 and network as modules. */
public final class StableLinux extends LinuxSample {
  public StableLinux() {
    super(
        "linux-stable",
        "stock Debian 13 kernel 6.12, virtio and ext4 modules, the same work (fetches 113 MB once)",
        "trixie",
        List.of("virtio_mmio", "virtio_blk", "crc32c_generic", "ext4", "af_packet", "virtio_net"));
  }
}

package bbt.samples.guests.disk;

import bbt.samples.guests.debian.Workshop;
import bbt.samples.guests.linux.LinuxSample;
import bbt.samples.guests.linux.StableLinux;
import java.io.IOException;
import java.util.List;

/**
 * {@code debian}: Debian 13's own programs, down to gcc, on an ext4 disk without a partition table;
 * they do a fixed piece of work and leave what they printed in {@link #OUTPUT}.
 */
public class DebianSample extends DiskGuest {
  /** Where the work's output is, on the disk. */
  public static final String OUTPUT = "/bbt/output";

  private static final List<String> PACKAGES =
      List.of(
          "base-files",
          "bash",
          "coreutils",
          "dash",
          "diffutils",
          "findutils",
          "gawk",
          "gcc",
          "grep",
          "gzip",
          "libc6-dev",
          "mawk",
          "perl-base",
          "python3-minimal",
          "sed",
          "tar");

  private static final List<String> SCRIPTS =
      List.of("debian/init", "debian/work", "debian/numeric.c");

  public DebianSample() {
    this(
        new StableLinux(),
        "Debian 13 userland on a virtio disk: coreutils, awk, perl, python, gcc at work"
            + " (fetches 200 MB once)");
  }

  /**
   * The same of any port.
   *
   * @param linux a sample of Debian 13 with modules for virtio disks
   */
  DebianSample(LinuxSample linux, String description) {
    super("debian", description, linux, false, 128 << 20, SCRIPTS);
  }

  @Override
  void fill(FileTree tree, Workshop shop) throws IOException {
    Userland.fill(tree, shop, PACKAGES, path -> false, SCRIPTS);
    tree.file("bbt/busybox", 0755, busybox());
  }
}

package bbt.samples.guests.disk;

import bbt.samples.guests.debian.Workshop;
import bbt.samples.guests.linux.LinuxSample;
import bbt.samples.guests.linux.StableLinux;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/** {@code disk}: a small system that writes to its root file system in every common way. */
public class DiskSample extends DiskGuest {
  private static final List<String> APPLETS =
      List.of(
          "awk",
          "cat",
          "cp",
          "cut",
          "dd",
          "find",
          "ln",
          "mkdir",
          "mount",
          "mv",
          "poweroff",
          "rm",
          "sh",
          "sha256sum",
          "sort",
          "sync",
          "uname",
          "wc");

  public DiskSample() {
    this(
        new StableLinux(),
        "Debian 13 kernel, root file system on ext4 in a GPT partition, written to and read back"
            + " (fetches 113 MB once)");
  }

  /**
   * The same of any port.
   *
   * @param linux a sample of Debian 13 with modules for virtio disks
   */
  DiskSample(LinuxSample linux, String description) {
    super("disk", description, linux, true, 64 << 20, List.of("disk-init"));
  }

  @Override
  void fill(FileTree tree, Workshop shop) throws IOException {
    tree.file("bin/busybox", 0755, busybox());
    for (String applet : APPLETS) {
      tree.link("bin/" + applet, "busybox");
    }
    tree.file("sbin/init", 0755, new ByteArrayInputStream(resource("disk-init")));
  }
}

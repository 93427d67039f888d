package bbt.samples.guests.disk;

import bbt.samples.guests.debian.Workshop;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code debian}: Debian 13's own programs, down to gcc, on an ext4 disk without a partition table;
 * they do a fixed piece of work and leave what they printed in {@link #OUTPUT}.
 *
 * <p>The packages are unpacked, not installed: no maintainer script runs. What those would have
 * made and the work needs (a few links, {@code /etc/passwd}) is made here.
 */
public final class DebianSample extends DiskGuest {
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

  /** Not needed by any program: half of the packages' files. */
  private static final List<String> LEFT_OUT =
      List.of(
          "usr/share/doc/",
          "usr/share/man/",
          "usr/share/info/",
          "usr/share/locale/",
          "usr/share/lintian/",
          "usr/share/bug/");

  private static final String[] SCRIPTS = {"init", "work", "numeric.c"};

  public DebianSample() {
    super(
        "debian",
        "Debian 13 userland on a virtio disk: coreutils, awk, perl, python, gcc at work"
            + " (fetches 200 MB once)",
        false,
        128 << 20,
        List.of("debian/init", "debian/work", "debian/numeric.c"));
  }

  @Override
  void fill(FileTree tree, Workshop shop) throws IOException {
    for (String each : List.of("bin", "lib", "sbin")) {
      tree.folder("usr/" + each, 0755).link(each, "usr/" + each);
    }
    for (Path deb : shop.debsWithDependencies(PACKAGES)) {
      tree.deb(deb, path -> LEFT_OUT.stream().noneMatch(path::startsWith));
    }
    tree.link("usr/bin/awk", "mawk");
    tree.file("etc/passwd", 0644, "root:x:0:0:root:/root:/bin/bash\n");
    tree.file("etc/group", 0644, "root:x:0:\n");
    tree.folder("root", 0700);
    tree.file("bbt/busybox", 0755, busybox());
    for (String script : SCRIPTS) {
      tree.file(
          script.equals("init") ? "sbin/init" : "bbt/" + script,
          0755,
          new ByteArrayInputStream(resource("debian/" + script)));
    }
  }
}

package bbt.samples.guests.disk;

import bbt.samples.guests.debian.Workshop;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * Puts Debian's programs on a root file system of ours.
 *
 * <p>The packages are unpacked, not installed: no maintainer script runs. What those would have
 * made and the work needs (a few links, {@code /etc/passwd}) is made here.
 */
final class Userland {
  /** The files that no program needs: half of the packages' files. */
  private static final List<String> LEFT_OUT =
      List.of(
          "usr/share/doc/",
          "usr/share/man/",
          "usr/share/info/",
          "usr/share/locale/",
          "usr/share/lintian/",
          "usr/share/bug/");

  private Userland() {}

  /**
   * Fills a file system.
   *
   * @param packages names; what they depend on comes, too
   * @param unwanted says of a path in a package that it is left out
   * @param scripts resources: {@code init} goes to {@code /sbin}, the others to {@code /bbt}
   */
  static void fill(
      FileTree tree,
      Workshop shop,
      List<String> packages,
      Predicate<String> unwanted,
      List<String> scripts)
      throws IOException {
    for (String each : List.of("bin", "lib", "sbin")) {
      tree.folder("usr/" + each, 0755).link(each, "usr/" + each);
    }
    for (Path deb : shop.debsWithDependencies(packages)) {
      tree.deb(deb, path -> LEFT_OUT.stream().noneMatch(path::startsWith) && !unwanted.test(path));
    }
    tree.link("usr/bin/awk", "mawk");
    tree.file("etc/passwd", 0644, "root:x:0:0:root:/root:/bin/bash\n");
    tree.file("etc/group", 0644, "root:x:0:\n");
    tree.folder("root", 0700);
    for (String script : scripts) {
      String name = script.substring(script.lastIndexOf('/') + 1);
      tree.file(
          name.equals("init") ? "sbin/init" : "bbt/" + name,
          0755,
          new ByteArrayInputStream(DiskGuest.resource(script)));
    }
  }
}

package bbt.samples.guests.disk;

import bbt.samples.guests.debian.Workshop;
import bbt.samples.guests.linux.StableLinux;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * {@code debian-bench}: Debian 13's own programs on an ext4 disk, of which one does a fixed piece
 * of work and says on the console when it begins and ends, so that its time can be taken without
 * the boot's.
 */
public final class DebianBenchSample extends DiskGuest {
  private static final List<String> PACKAGES =
      List.of(
          "7zip",
          "base-files",
          "bash",
          "coreutils",
          "dash",
          "gcc",
          "grep",
          "libc6-dev",
          "mawk",
          "openssl",
          "perl-base",
          "python3-minimal",
          "sqlite3",
          "stress-ng",
          "xz-utils");

  /**
   * The packages that stress-ng brings for the graphics that it can draw on, loaded by nothing
   * else.
   */
  private static final List<String> GRAPHICS = List.of("/libLLVM", "/libz3.", "/libgallium");

  private static final String WORKS = "debian-bench/works";

  private static final List<String> SCRIPTS =
      List.of(
          "debian-bench/init",
          WORKS,
          "debian-bench/work.sql",
          "debian-bench/work.py",
          "debian-bench/work.pl",
          "debian/numeric.c");

  public DebianBenchSample() {
    super(
        "debian-bench",
        "Debian 13 programs (stress-ng, openssl, 7zip, gcc ...), one at fixed work: see bbt bench"
            + " debian (fetches 240 MB once)",
        new StableLinux(),
        false,
        64 << 20,
        SCRIPTS);
  }

  @Override
  void fill(FileTree tree, Workshop shop) throws IOException {
    Userland.fill(
        tree, shop, PACKAGES, path -> GRAPHICS.stream().anyMatch(path::contains), SCRIPTS);
    tree.file("bbt/busybox", 0755, busybox());
  }

  /** Names of the pieces of work, in order; one is chosen by {@link #option}. */
  public static List<String> works() throws IOException {
    return new String(resource(WORKS), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.substring(0, line.indexOf(": ")))
        .toList();
  }

  /** The word of the kernel's command line that chooses a piece of work. */
  public static String option(String work) {
    return "bbt.work=" + work;
  }

  /** The line on the console after which the work begins. */
  public static String begin(String work) {
    return "bbt-sample: begin " + work;
  }

  /** The line on the console when it was done; it is missing if it failed. */
  public static String end(String work) {
    return "bbt-sample: end " + work;
  }
}

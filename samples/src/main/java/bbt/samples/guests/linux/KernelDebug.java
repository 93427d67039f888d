package bbt.samples.guests.linux;

import bbt.ptg.image.Compressed;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.GnuBuildId;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.samples.guests.SampleCache;
import bbt.samples.guests.WorkFolder;
import bbt.samples.guests.debian.AptArchive;
import bbt.samples.guests.debian.DebFile;
import bbt.samples.guests.debian.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fetches Debian's kernel with symbols and debugging information, for the kernel of a prepared
 * sample: the package is more than a gigabyte, so it is fetched when somebody asks for it.
 */
public final class KernelDebug {
  /** The release that the kernel's own package is named after. */
  private static final Pattern RELEASE =
      Pattern.compile("linux-(?:binary|image)-([0-9].*(?:riscv64|arm64))(?:-unsigned)?");

  private static final Pattern VMLINUX =
      Pattern.compile("usr/lib/debug/(boot/vmlinux-[^/]+|lib/modules/[^/]+/vmlinux)");
  private static final String FILE = "vmlinux";

  private final String sample;
  private final String architecture;
  private final Path kernel;

  /**
   * Creates the finder for a sample's kernel.
   *
   * @param sample its name
   * @param architecture Debian's name of it
   * @param kernel its kernel image
   */
  public KernelDebug(String sample, String architecture, Path kernel) {
    this.sample = sample;
    this.architecture = architecture;
    this.kernel = kernel;
  }

  /**
   * The kernel with debugging information; fetched if it is not there yet.
   *
   * @throws UserException if the archive has none for this very kernel
   */
  public Path ready(Consumer<String> progress) throws IOException {
    String wanted = GnuBuildId.find(Compressed.unpack(sample, Files.readAllBytes(kernel)));
    Path folder = SampleCache.folder(sample + "-debug");
    Path there = folder.resolve(FILE);
    if (Files.exists(there) && ElfFile.read(there).buildId().equals(wanted)) {
      return there;
    }
    Manifest manifest = Manifest.read(SampleCache.folder(sample));
    if (manifest == null) {
      throw new UserException(Fault.USAGE, "the sample " + sample + " has no kernel of Debian's");
    }
    Manifest.Source image = image(manifest.packages());
    try (WorkFolder work = WorkFolder.of(sample + "-debug")) {
      AptArchive archive =
          AptArchive.forGuests(
              manifest.suite(), architecture, work.path().resolve("apt"), progress);
      archive.open();
      AptArchive.Package debug = archive.find("linux-image-" + release(image) + "-dbg");
      if (!debug.version().equals(image.version())) {
        throw new UserException(
            Fault.UNAVAILABLE,
            "Debian has "
                + debug.name()
                + " "
                + debug.version()
                + ", the sample's kernel is "
                + image.version()
                + "; fetch the newer kernel (bbt samples fetch --update "
                + sample
                + ") and trace that");
      }
      Path fresh = SampleCache.make(work.path().resolve("files"));
      unpack(archive.download(debug), fresh.resolve(FILE), progress);
      String found = ElfFile.read(fresh.resolve(FILE)).buildId();
      if (!found.equals(wanted)) {
        throw new UserException(
            Fault.BAD_DATA,
            debug.name() + ": vmlinux has build-id " + found + ", the kernel has " + wanted);
      }
      work.publish(fresh, folder);
    }
    return there;
  }

  private static void unpack(Path deb, Path target, Consumer<String> progress) throws IOException {
    progress.accept("unpacking vmlinux: minutes, the package holds every module's, too");
    DebFile.visit(
        deb,
        (path, content) -> {
          if (VMLINUX.matcher(path).matches() && !Files.exists(target)) {
            Files.copy(content, target);
          }
        });
    if (!Files.exists(target)) {
      throw new UserException(Fault.UNAVAILABLE, deb.getFileName() + ": holds no vmlinux");
    }
  }

  private Manifest.Source image(List<Manifest.Source> packages) {
    return packages.stream()
        .filter(p -> RELEASE.matcher(p.name()).matches())
        .findFirst()
        .orElseThrow(
            () ->
                new UserException(
                    Fault.USAGE, "the sample " + sample + " has no kernel of Debian's"));
  }

  /** The kernel's release, by which its packages are named. */
  static String release(Manifest.Source image) {
    Matcher matcher = RELEASE.matcher(image.name());
    return matcher.matches() ? matcher.group(1) : "";
  }
}

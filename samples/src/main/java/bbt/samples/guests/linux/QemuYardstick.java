package bbt.samples.guests.linux;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.samples.guests.SampleCache;
import bbt.samples.guests.WorkFolder;
import bbt.samples.guests.debian.AptArchive;
import bbt.samples.guests.debian.Command;
import bbt.samples.guests.debian.Manifest;
import bbt.translator.boot.GuestSample;
import bbt.translator.guest.QemuBoard;
import bbt.translator.machine.Architectures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Fetches and runs the newest QEMU to measure against: Debian testing's, on an older Debian from a
 * folder of our own beside its own loader and libraries. Nothing is installed on the machine.
 */
public final class QemuYardstick {
  private static final String SUITE = "testing";

  /** What is fetched for one of QEMU's programs. */
  private enum Fetched {
    RISCV("qemu", "qemu-system-riscv64", "qemu-system-riscv", "qemu-system-data", "opensbi"),
    ARM64("qemu-arm64", "qemu-system-aarch64", "qemu-system-arm", "qemu-system-data");

    /** The folder in the cache. */
    final String folder;

    final String program;
    final List<String> packages;

    Fetched(String folder, String program, String... packages) {
      this.folder = folder;
      this.program = program;
      this.packages = List.of(packages);
    }
  }

  private QemuYardstick() {}

  /**
   * The start of a command line that runs it; fetches it (40 MB) when the cache does not have it
   * with a signature that was verified.
   *
   * @param board what it is to be like
   * @param progress gets a line for the user now and then
   * @throws UserException when it cannot be fetched or not verified
   */
  public static List<String> command(QemuBoard board, Consumer<String> progress)
      throws IOException {
    Fetched wanted =
        Arrays.stream(Fetched.values())
            .filter(each -> each.program.equals(board.program()))
            .findFirst()
            .orElseThrow();
    Path folder = SampleCache.folder(wanted.folder);
    Path root = folder.resolve("root");
    Manifest manifest = Manifest.read(folder);
    if (manifest == null || !manifest.verified()) {
      fetch(wanted, folder, progress);
    }
    Path loader = loader(root);
    return List.of(
        loader.toString(),
        "--library-path",
        loader.getParent().toString(),
        root.resolve("usr/bin").resolve(wanted.program).toString(),
        "-L",
        root.resolve("usr/share/qemu").toString());
  }

  private static void fetch(Fetched wanted, Path folder, Consumer<String> progress)
      throws IOException {
    try (WorkFolder work = WorkFolder.of(wanted.folder)) {
      AptArchive archive = AptArchive.forThisMachine(SUITE, work.path().resolve("apt"), progress);
      archive.open();
      List<Path> files = archive.downloadWithDependencies(wanted.packages);
      Path fresh = SampleCache.make(work.path().resolve("files"));
      Path unpacked = SampleCache.make(fresh.resolve("root"));
      List<Manifest.Source> sources = new ArrayList<>();
      for (Path file : files) {
        sources.add(Manifest.Source.of(file));
        Command.Result result = Command.run("dpkg-deb", "-x", file.toString(), unpacked.toString());
        if (result.code() != 0) {
          throw new UserException(
              Fault.IO_ERROR, "cannot unpack " + file + ": " + result.errors().strip());
        }
      }
      new Manifest(
              wanted.folder,
              SUITE,
              archive.verified(),
              List.of(),
              sources,
              Manifest.Made.below(fresh),
              "")
          .write(fresh);
      work.publish(fresh, folder);
    }
  }

  /**
   * The options with which QEMU boots a sample on the board that ours is like.
   *
   * @param append command line in place of the sample's own
   * @param memory of the guest, such as 512M
   */
  public static List<String> board(GuestSample.Prepared files, String append, String memory) {
    List<String> options = new ArrayList<>(Architectures.of(files.kernel()).qemu().options());
    options.addAll(List.of("-m", memory, "-nographic"));
    options.addAll(List.of("-kernel", files.kernel().toString()));
    if (files.initrd() != null) {
      options.addAll(List.of("-initrd", files.initrd().toString()));
    }
    if (!append.isEmpty()) {
      options.addAll(List.of("-append", append));
    }
    options.addAll(devices(files));
    return options;
  }

  /** The options that give QEMU's machine a sample's firmware and drives. */
  private static List<String> devices(GuestSample.Prepared files) {
    List<String> options = new ArrayList<>();
    if (files.bios() != null) {
      options.addAll(List.of("-bios", files.bios().toString()));
    }
    for (int i = 0; i < files.drives().size(); i++) {
      options.addAll(drive(i, files.drives().get(i), true));
    }
    return options;
  }

  /**
   * The options that give QEMU's machine one drive, in the slot where ours has it.
   *
   * @param slot of virtio-mmio
   * @param snapshot whether the guest's writes are forgotten
   */
  public static List<String> drive(int slot, Path image, boolean snapshot) {
    return List.of(
        "-drive",
        "if=none,format=raw,id=drive"
            + slot
            + (snapshot ? ",snapshot=on" : "")
            + ",file="
            + image.toString().replace(",", ",,"),
        "-device",
        "virtio-blk-device,drive=drive" + slot + ",bus=virtio-mmio-bus." + slot);
  }

  private static Path loader(Path root) throws IOException {
    try (Stream<Path> tree = Files.walk(root.resolve("usr/lib"), 2)) {
      return tree.filter(p -> p.getFileName().toString().matches("ld-linux.*\\.so\\.\\d+"))
          .findFirst()
          .orElseThrow(
              () ->
                  new UserException(
                      Fault.BAD_DATA,
                      "no program loader below " + root + "; delete that folder and try again"));
    }
  }
}

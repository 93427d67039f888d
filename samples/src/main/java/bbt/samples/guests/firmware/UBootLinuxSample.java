package bbt.samples.guests.firmware;

import bbt.samples.guests.debian.FetchedSample;
import bbt.samples.guests.debian.Recipe;
import bbt.samples.guests.debian.Workshop;
import bbt.samples.guests.disk.DiskImage;
import bbt.samples.guests.disk.FileTree;
import bbt.samples.guests.linux.TestingLinux;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * {@code u-boot-linux}: OpenSBI, then U-Boot, which finds the sample {@code linux} on a disk and
 * boots it: kernel, initial RAM disk and boot arguments come from the first partition of a disk
 * with a GUID partition table, as its {@code extlinux.conf} says.
 */
public final class UBootLinuxSample implements FetchedSample {
  private static final String DISK = "disk.img";

  private final TestingLinux linux = new TestingLinux();
  private final Recipe recipe =
      new Recipe("u-boot-linux", "testing", this::ingredients, this::make);

  @Override
  public String name() {
    return "u-boot-linux";
  }

  @Override
  public String description() {
    return "OpenSBI, U-Boot, and Linux booted by U-Boot from a GPT disk (fetches 14 MB once)";
  }

  @Override
  public Prepared prepare(Consumer<String> progress) throws IOException {
    Path uBoot = FirmwareFiles.uBoot(progress);
    Path openSbi = FirmwareFiles.openSbi(progress);
    linux.prepare(progress);
    Path disk = recipe.ready(progress).resolve(DISK);
    return new Prepared(uBoot, null, "", openSbi, List.of(disk));
  }

  private List<String> ingredients() {
    List<String> all = new ArrayList<>(linux.kernelIdentity());
    all.addAll(linux.initramfsIdentity());
    all.add("1"); // raised when this code makes the same files into another disk
    return all;
  }

  private void make(Workshop shop) throws IOException {
    shop.progress("making the disk of u-boot-linux");
    Prepared files = linux.prepare(shop::progress);
    FileTree tree = new FileTree(shop.scratch());
    tree.file("vmlinuz", 0644, files.kernel());
    tree.file("initramfs.cpio", 0644, files.initrd());
    tree.file(
        "extlinux/extlinux.conf",
        0644,
        """
        default linux
        timeout 1
        label linux
          kernel /vmlinuz
          initrd /initramfs.cpio
          append %s
        """
            .formatted(files.append()));
    DiskImage.write(shop.files().resolve(DISK), tree, 0, true, shop.scratch());
  }

  @Override
  public void fetch(Consumer<String> progress) throws IOException {
    linux.fetch(progress);
    FirmwareFiles.RECIPE.make(progress);
    recipe.make(progress);
  }

  @Override
  public List<String> provenance() throws IOException {
    List<String> all = new ArrayList<>(FirmwareFiles.RECIPE.provenance());
    all.addAll(linux.provenance());
    all.addAll(recipe.provenance());
    return all;
  }
}

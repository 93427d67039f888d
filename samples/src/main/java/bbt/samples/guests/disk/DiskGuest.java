package bbt.samples.guests.disk;

import bbt.samples.guests.debian.AptArchive;
import bbt.samples.guests.debian.FetchedSample;
import bbt.samples.guests.debian.Manifest;
import bbt.samples.guests.debian.Recipe;
import bbt.samples.guests.debian.Workshop;
import bbt.samples.guests.linux.Initramfs;
import bbt.samples.guests.linux.LinuxSample;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A guest with its root file system on a virtio-blk disk: the kernel of another sample, which has
 * virtio and ext4; an initial RAM disk that only mounts the disk; and what the subclass puts there.
 */
public abstract class DiskGuest implements FetchedSample {
  private static final String SUITE = "trixie";
  private static final String DISK = "disk.img";
  private static final String INITRAMFS = "initramfs.cpio";

  /** Raised when this code makes the same packages into something else. */
  private static final String VERSION = "1";

  private final String name;
  private final String description;
  private final boolean partitioned;
  private final long free;
  private final LinuxSample linux;

  /** Shared by all these guests of a kernel, and with a kernel newer than the disk. */
  private final Recipe boot;

  private final Recipe recipe;

  /**
   * @param name without the architecture, which follows where it is not RISC-V
   * @param linux whose kernel, modules and busybox these are, of the release {@link #SUITE}
   * @param partitioned whether the disk has a partition table
   * @param free bytes for the guest to write to
   * @param scripts resources of this package that go onto the disk
   */
  DiskGuest(
      String name,
      String description,
      LinuxSample linux,
      boolean partitioned,
      long free,
      List<String> scripts) {
    String architecture = linux.architecture();
    String port = architecture.equals(AptArchive.RISCV) ? "" : "-" + architecture;
    this.name = name + port;
    this.description = description;
    this.linux = linux;
    this.partitioned = partitioned;
    this.free = free;
    this.boot =
        new Recipe("disk-boot" + port, SUITE, architecture, this::bootIngredients, this::makeBoot);
    this.recipe =
        new Recipe(this.name, SUITE, architecture, () -> ingredients(scripts), this::make);
  }

  private List<String> bootIngredients() throws IOException {
    List<String> all = new ArrayList<>(linux.kernelIdentity());
    all.addAll(linux.busyboxIdentity());
    all.add(VERSION);
    all.add(Manifest.sha256(resource("initramfs-init")));
    return all;
  }

  private void makeBoot(Workshop shop) throws IOException {
    try (OutputStream out = Files.newOutputStream(shop.files().resolve(INITRAMFS))) {
      new Initramfs(
              Files.readAllBytes(linux.busybox()), resource("initramfs-init"), linux.modules())
          .write(out);
    }
  }

  private List<String> ingredients(List<String> scripts) throws IOException {
    List<String> all = new ArrayList<>(linux.busyboxIdentity());
    all.add(VERSION);
    for (String each : scripts) {
      all.add(Manifest.sha256(resource(each)));
    }
    return all;
  }

  /** Fills the root file system; folders that every Linux needs are there already. */
  abstract void fill(FileTree tree, Workshop shop) throws IOException;

  /** A busybox for the disk: the kernel's sample's. */
  Path busybox() {
    return linux.busybox();
  }

  static byte[] resource(String name) throws IOException {
    try (InputStream in = DiskGuest.class.getResourceAsStream("/bbt/samples/disk/" + name)) {
      if (in == null) {
        throw new IOException("the resource bbt/samples/disk/" + name + " is missing; build again");
      }
      return in.readAllBytes();
    }
  }

  private void make(Workshop shop) throws IOException {
    FileTree tree = new FileTree(shop.scratch());
    fill(tree, shop);
    for (String each : List.of("dev", "proc", "sys", "run")) {
      tree.folder(each, 0755);
    }
    tree.folder("tmp", 01777);
    shop.progress("making the disk of " + name);
    DiskImage.write(shop.files().resolve(DISK), tree, free, partitioned, shop.scratch());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public Prepared prepare(Consumer<String> progress) throws IOException {
    Prepared kernel = linux.prepare(progress);
    Path folder = recipe.ready(progress);
    return new Prepared(
        kernel.kernel(),
        boot.ready(progress).resolve(INITRAMFS),
        kernel.append() + " bbt.root=/dev/vda" + (partitioned ? "1" : ""),
        null,
        List.of(folder.resolve(DISK)));
  }

  /** Debian's name of the architecture. */
  public String architecture() {
    return linux.architecture();
  }

  /** The root file system on a copy of the disk. */
  public Ext4 fileSystem(Path copy) {
    return DiskImage.fileSystem(copy, partitioned);
  }

  @Override
  public void fetch(Consumer<String> progress) throws IOException {
    linux.fetch(progress);
    boot.make(progress);
    recipe.make(progress);
  }

  @Override
  public List<String> provenance() throws IOException {
    List<String> all = new ArrayList<>(linux.provenance());
    all.addAll(boot.provenance());
    all.addAll(recipe.provenance());
    return all;
  }
}

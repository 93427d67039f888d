package bbt.samples.guests.linux;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.samples.guests.SampleCache;
import bbt.samples.guests.WorkFolder;
import bbt.samples.guests.debian.AptArchive;
import bbt.samples.guests.debian.DebFile;
import bbt.samples.guests.debian.FetchedSample;
import bbt.samples.guests.debian.Manifest;
import bbt.samples.guests.debian.Recipe;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A stock Debian kernel with an initramfs that does real shell work. Fetched once, then reused
 * offline; what was fetched is in {@code manifest.json}.
 */
public abstract class LinuxSample implements FetchedSample {
  private static final Pattern KERNEL_FILE =
      Pattern.compile("(boot/vmlinu[xz]-[^/]*|usr/lib/modules/[^/]+/vmlinu[xz])");
  private static final String KERNEL = "vmlinuz";
  private static final String INITRAMFS = "initramfs.cpio";
  private static final String BUSYBOX = "busybox";

  private final String name;
  private final String description;
  private final Port port;
  private final String suite;
  private final List<String> modules;

  /**
   * A port of Debian.
   *
   * @param architecture its name
   * @param metapackage what depends on the kernel's packages
   * @param append what the kernel is told of its console
   */
  record Port(String architecture, String metapackage, String append) {
    static final Port RISCV =
        new Port(AptArchive.RISCV, "linux-image-riscv64", "console=ttyS0 earlycon=sbi panic=-1");

    /**
     * The port to AArch64.
     *
     * @param metapackage of one of its kernel's flavours
     */
    static Port arm64(String metapackage) {
      return new Port(AptArchive.ARM64, metapackage, "console=ttyAMA0 earlycon panic=-1");
    }

    boolean isKernel(String packageName) {
      return packageName.matches("linux-(image|binary)-.*" + architecture + ".*");
    }
  }

  /**
   * A sample of the port to RISC-V.
   *
   * @param suite the release of Debian
   * @param modules kernel modules to load from the initramfs, with what they depend on
   */
  LinuxSample(String name, String description, String suite, List<String> modules) {
    this(name, description, Port.RISCV, suite, modules);
  }

  /** A sample of any port. */
  LinuxSample(String name, String description, Port port, String suite, List<String> modules) {
    this.port = port;
    this.name = name;
    this.description = description;
    this.suite = suite;
    this.modules = List.copyOf(modules);
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
    Path folder = SampleCache.folder(name);
    Manifest manifest = Manifest.read(folder);
    if (manifest == null
        || !suite.equals(manifest.suite())
        || !modules.equals(manifest.modules())) {
      fetch(progress);
    } else {
      manifest.warn(progress);
      if (!manifest.init().equals(Manifest.sha256(init()))) {
        progress.accept("making the initramfs of " + name + " again: its script is newer");
        finish(folder, manifest);
      }
    }
    return prepared(folder);
  }

  /** Debian's name of the architecture. */
  public String architecture() {
    return port.architecture();
  }

  private Prepared prepared(Path folder) {
    return new Prepared(folder.resolve(KERNEL), folder.resolve(INITRAMFS), port.append());
  }

  @Override
  public void fetch(Consumer<String> progress) throws IOException {
    Path folder = SampleCache.folder(name);
    try (WorkFolder work = WorkFolder.of(name)) {
      AptArchive archive =
          AptArchive.forGuests(suite, port.architecture(), work.path().resolve("apt"), progress);
      archive.open();
      Path fresh = SampleCache.make(work.path().resolve("files"));
      List<Manifest.Source> sources = unpack(archive, fresh);
      finish(fresh, new Manifest(name, suite, archive.verified(), modules, sources, List.of(), ""));
      progress.accept("keeping " + name + " in " + folder);
      work.publish(fresh, folder);
    }
  }

  /** Kernel, busybox and unpacked modules of the archive into a folder. */
  private List<Manifest.Source> unpack(AptArchive archive, Path fresh) throws IOException {
    KernelModules found = new KernelModules();
    List<Manifest.Source> sources = new ArrayList<>();
    boolean[] haveKernel = {false};
    for (AptArchive.Package each : kernelPackages(archive)) {
      Path deb = archive.download(each);
      DebFile.visit(
          deb,
          (path, content) -> {
            if (KERNEL_FILE.matcher(path).matches()) {
              Files.copy(content, fresh.resolve(KERNEL));
              haveKernel[0] = true;
            } else if (!modules.isEmpty() && KernelModules.isModule(path)) {
              found.add(path, content.readAllBytes());
            }
          });
      sources.add(source(each));
      Files.delete(deb);
    }
    if (!haveKernel[0]) {
      throw new UserException(
          Fault.UNAVAILABLE,
          "no kernel in the packages that " + port.metapackage() + " of " + suite + " depends on");
    }
    AptArchive.Package busybox = archive.find("busybox-static");
    DebFile.visit(
        archive.download(busybox),
        (path, content) -> {
          if (path.equals("usr/bin/busybox") || path.equals("bin/busybox")) {
            Files.copy(content, fresh.resolve(BUSYBOX));
          }
        });
    sources.add(source(busybox));
    int number = 0;
    for (Map.Entry<String, byte[]> each : found.closure(modules).entrySet()) {
      // The number keeps the order of loading.
      Files.write(
          SampleCache.make(fresh.resolve("modules"))
              .resolve(String.format("%02d-%s", number++, each.getKey())),
          each.getValue());
    }
    return sources;
  }

  private static Manifest.Source source(AptArchive.Package each) {
    return new Manifest.Source(each.name(), each.version(), each.bytes(), each.sha256());
  }

  /** The packages with the kernel's files behind the metapackage, whose names change by version. */
  private List<AptArchive.Package> kernelPackages(AptArchive archive) throws IOException {
    List<AptArchive.Package> found = new ArrayList<>();
    List<String> names = new ArrayList<>(List.of(port.metapackage()));
    for (int i = 0; i < names.size(); i++) {
      AptArchive.Package each = archive.find(names.get(i));
      if (each.bytes() > 1_000_000) {
        found.add(each); // the others are empty and only depend on it
      }
      for (String next : each.depends()) {
        if (port.isKernel(next) && !names.contains(next)) {
          names.add(next);
        }
      }
    }
    return found;
  }

  /** Writes the initramfs and the manifest of a folder that has everything else. */
  private static void finish(Path folder, Manifest draft) throws IOException {
    byte[] init = init();
    List<Manifest.Made> made = new ArrayList<>();
    Path initramfs = folder.resolve(INITRAMFS);
    try (OutputStream out = Files.newOutputStream(initramfs)) {
      new Initramfs(Files.readAllBytes(folder.resolve(BUSYBOX)), init, modules(folder)).write(out);
    }
    for (String file : List.of(KERNEL, INITRAMFS, BUSYBOX)) {
      made.add(Manifest.Made.of(folder.resolve(file)));
    }
    new Manifest(
            draft.sample(),
            draft.suite(),
            draft.verified(),
            draft.modules(),
            draft.packages(),
            made,
            Manifest.sha256(init))
        .write(folder);
  }

  /** The modules in a folder, file name to content, in the order in which to load them. */
  private static Map<String, byte[]> modules(Path folder) throws IOException {
    Map<String, byte[]> load = new LinkedHashMap<>();
    Path modules = folder.resolve("modules");
    if (Files.isDirectory(modules)) {
      List<Path> files;
      try (var list = Files.list(modules)) {
        files = list.sorted().toList();
      }
      for (Path file : files) {
        load.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return load;
  }

  /** The modules of the prepared sample, file name to content, in the order of loading. */
  public Map<String, byte[]> modules() throws IOException {
    return modules(SampleCache.folder(name));
  }

  /** The static busybox of the prepared sample. */
  public Path busybox() {
    return SampleCache.folder(name).resolve(BUSYBOX);
  }

  private static byte[] init() throws IOException {
    try (InputStream in = LinuxSample.class.getResourceAsStream("/bbt/samples/linux/init")) {
      if (in == null) {
        throw new IOException("the resource bbt/samples/linux/init is missing; build again");
      }
      return in.readAllBytes();
    }
  }

  /** The lines that identify the kernel and modules, for what is made of them. */
  public List<String> kernelIdentity() {
    return identity(KERNEL);
  }

  /** The lines that identify the initial RAM disk. */
  public List<String> initramfsIdentity() {
    return identity(INITRAMFS);
  }

  /** The lines that identify busybox. */
  public List<String> busyboxIdentity() {
    return identity(BUSYBOX);
  }

  private List<String> identity(String file) {
    Manifest manifest = Manifest.read(SampleCache.folder(name));
    List<String> all = new ArrayList<>();
    if (manifest != null) {
      if (file.equals(KERNEL)) {
        all.addAll(manifest.modules());
      }
      for (Manifest.Made each : manifest.files()) {
        if (each.name().equals(file)) {
          all.add(each.sha256());
        }
      }
    }
    return all;
  }

  @Override
  public List<String> provenance() throws IOException {
    return Recipe.provenance(SampleCache.folder(name), name);
  }
}

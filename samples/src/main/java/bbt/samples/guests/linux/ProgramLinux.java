package bbt.samples.guests.linux;

import bbt.samples.guests.EmbeddedElf;
import bbt.samples.guests.SampleCache;
import bbt.samples.guests.debian.Manifest;
import bbt.translator.boot.GuestSample;
import bbt.translator.boot.ProgramGuest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The guest of {@code bbt run}: the kernel and the busybox of the sample {@code linux-stable},
 * whose modules have the virtio devices that a stock kernel cannot do without, and a first process
 * that takes programs from the host (samples/src/guest/run).
 */
public final class ProgramLinux implements ProgramGuest {
  /**
   * Arguments by which the kernel's addresses are the same in each run, and it does not test its
   * ciphers.
   */
  private static final String APPEND = "console=ttyS0 panic=-1 quiet norandmaps cryptomgr.notests";

  /** Modules that the ports need; the console's driver is built in. */
  private static final List<String> DRIVERS = List.of("virtio_mmio.ko", "virtio_console.ko");

  @Override
  public GuestSample.Prepared prepare(Consumer<String> progress) throws IOException {
    LinuxSample linux = new StableLinux();
    Path kernel = linux.prepare(progress).kernel();
    Map<String, byte[]> modules = new LinkedHashMap<>(linux.modules());
    modules.keySet().removeIf(name -> !DRIVERS.contains(name.substring(name.indexOf('-') + 1)));
    byte[] init = Files.readAllBytes(EmbeddedElf.file("run"));
    String identity = Manifest.sha256(init) + linux.busyboxIdentity();
    Path folder = SampleCache.make(SampleCache.folder("run"));
    Path made = folder.resolve("initramfs.cpio");
    Path of = folder.resolve("made-of");
    if (!Files.exists(made) || !Files.exists(of) || !Files.readString(of).equals(identity)) {
      Path fresh = Files.createTempFile(folder, "initramfs", ".new");
      try (OutputStream out = Files.newOutputStream(fresh)) {
        new Initramfs(Files.readAllBytes(linux.busybox()), init, modules).write(out);
      }
      Files.move(fresh, made, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      Files.writeString(of, identity);
    }
    return new GuestSample.Prepared(kernel, made, APPEND);
  }
}

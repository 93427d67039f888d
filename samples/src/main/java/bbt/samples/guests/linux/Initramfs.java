package bbt.samples.guests.linux;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.cpio.CpioArchiveEntry;
import org.apache.commons.compress.archivers.cpio.CpioArchiveOutputStream;
import org.apache.commons.compress.archivers.cpio.CpioConstants;

/**
 * Builds an initial RAM disk: a newc cpio archive, sorted by name, owner root, all times 0. The
 * same content gives the same bytes.
 */
public final class Initramfs {
  /** Commands of busybox that {@code /init} uses. */
  private static final List<String> APPLETS =
      List.of(
          "awk",
          "cat",
          "cmp",
          "cttyhack",
          "cut",
          "echo",
          "find",
          "gzip",
          "head",
          "insmod",
          "ls",
          "mkdir",
          "mount",
          "poweroff",
          "sed",
          "setsid",
          "sh",
          "sha256sum",
          "sleep",
          "sort",
          "sync",
          "true",
          "umount",
          "uname",
          "wc");

  private static final long DIRECTORY = CpioConstants.C_ISDIR | 0755;
  private static final long PROGRAM = CpioConstants.C_ISREG | 0755;
  private static final long FILE = CpioConstants.C_ISREG | 0644;
  private static final long LINK = CpioConstants.C_ISLNK | 0777;
  private static final long TERMINAL = CpioConstants.C_ISCHR | 0600;

  private record Entry(long mode, byte[] content) {}

  private final Map<String, Entry> entries = new TreeMap<>();

  /**
   * @param busybox a static busybox
   * @param init the script that runs as process 1
   * @param modules kernel modules, file name to content, in the order in which to load them
   */
  public Initramfs(byte[] busybox, byte[] init, Map<String, byte[]> modules) {
    for (String folder : List.of("bin", "dev", "mnt", "modules", "proc", "sys", "tmp")) {
      entries.put(folder, new Entry(DIRECTORY, new byte[0]));
    }
    entries.put("bin/busybox", new Entry(PROGRAM, busybox));
    for (String applet : APPLETS) {
      entries.put("bin/" + applet, new Entry(LINK, "busybox".getBytes(StandardCharsets.UTF_8)));
    }
    entries.put("dev/console", new Entry(TERMINAL, new byte[0]));
    entries.put("init", new Entry(PROGRAM, init));
    modules.forEach((name, content) -> entries.put("modules/" + name, new Entry(FILE, content)));
    String order = String.join("\n", modules.keySet()) + "\n";
    if (!modules.isEmpty()) {
      entries.put("modules/load", new Entry(FILE, order.getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** Writes the archive. */
  public void write(OutputStream to) throws IOException {
    CpioArchiveOutputStream out = new CpioArchiveOutputStream(to, CpioConstants.FORMAT_NEW);
    long inode = 1;
    for (Map.Entry<String, Entry> each : entries.entrySet()) {
      Entry entry = each.getValue();
      CpioArchiveEntry header = new CpioArchiveEntry(CpioConstants.FORMAT_NEW, each.getKey());
      header.setMode(entry.mode());
      header.setSize(entry.content().length);
      header.setTime(0);
      header.setInode(inode++);
      header.setNumberOfLinks(1);
      if (entry.mode() == TERMINAL) {
        header.setRemoteDeviceMaj(5); // /dev/console
        header.setRemoteDeviceMin(1);
      }
      out.putArchiveEntry(header);
      out.write(entry.content());
      out.closeArchiveEntry();
    }
    out.finish();
    out.flush();
  }
}

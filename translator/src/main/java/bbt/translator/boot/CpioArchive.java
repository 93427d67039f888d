package bbt.translator.boot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes one segment of an initial RAM disk: a cpio archive in "newc" format (Linux,
 * Documentation/driver-api/early-userspace/buffer-format.rst). Entries are sorted by name, times,
 * owners and devices are 0: the same files give the same bytes.
 */
public final class CpioArchive {
  private static final int DIRECTORY = 0x4000;
  private static final int REGULAR = 0x8000;

  private record Entry(int mode, byte[] data) {}

  private final Map<String, Entry> entries = new TreeMap<>();

  /** The given files in the root directory. */
  public static byte[] ofFiles(List<AddedFile> files) throws IOException {
    CpioArchive archive = new CpioArchive();
    for (AddedFile added : files) {
      archive.file(added.name(), added.mode(), Files.readAllBytes(added.file()));
    }
    return archive.toBytes();
  }

  /**
   * Adds a directory.
   *
   * @param name without a leading slash
   * @param mode permission bits
   */
  public CpioArchive directory(String name, int mode) {
    entries.put(name, new Entry(DIRECTORY | mode, new byte[0]));
    return this;
  }

  /** Adds a file; directories above it are not made by themselves. */
  public CpioArchive file(String name, int mode, byte[] data) {
    entries.put(name, new Entry(REGULAR | mode, data));
    return this;
  }

  /** The archive, padded to 512 bytes. */
  public byte[] toBytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int inode = 1;
    for (Map.Entry<String, Entry> e : entries.entrySet()) {
      write(out, inode++, e.getKey(), e.getValue());
    }
    write(out, 0, "TRAILER!!!", new Entry(0, new byte[0]));
    pad(out, 512);
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, int inode, String name, Entry e) {
    byte[] nameBytes = (name + "\0").getBytes(StandardCharsets.UTF_8);
    int links = (e.mode & DIRECTORY) != 0 ? 2 : 1;
    int[] fields = {inode, e.mode, 0, 0, links, 0, e.data.length, 0, 0, 0, 0, nameBytes.length, 0};
    StringBuilder header = new StringBuilder("070701");
    for (int f : fields) {
      header.append(String.format("%08X", f));
    }
    out.writeBytes(header.toString().getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(nameBytes);
    pad(out, 4);
    out.writeBytes(e.data);
    pad(out, 4);
  }

  private static void pad(ByteArrayOutputStream out, int unit) {
    while (out.size() % unit != 0) {
      out.write(0);
    }
  }
}

package bbt.samples.guests.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes disks with one ext4 file system, in a partition or without a partition table. */
public final class DiskImage {
  private static final long MIB = 1 << 20;

  private DiskImage() {}

  /** The file system of a disk that {@link #write} made. */
  public static Ext4 fileSystem(Path image, boolean partitioned) {
    return new Ext4(image, partitioned ? Gpt.OFFSET : 0);
  }

  /**
   * Makes a disk.
   *
   * @param image a file that does not exist; it becomes sparse
   * @param tree what is in its file system
   * @param free room to leave for the guest, in bytes
   * @param partitioned whether there is a GUID partition table around the file system
   * @param scratch a folder for what is needed on the way
   */
  public static void write(Path image, FileTree tree, long free, boolean partitioned, Path scratch)
      throws IOException {
    // A tenth for block maps and folders, 16 MiB for the journal, inodes of 256 bytes.
    long bytes = tree.bytes() * 11 / 10 + 16 * MIB + tree.entries().size() * 320L + free;
    bytes = (bytes + MIB - 1) / MIB * MIB;
    long disk = partitioned ? Gpt.diskBytes(bytes) : bytes;
    try (FileChannel channel =
        FileChannel.open(image, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1), disk - 1);
      if (partitioned) {
        Gpt.write(channel, bytes);
      }
    }
    fileSystem(image, partitioned).make(bytes, tree, scratch);
  }
}

package bbt.translator.device.virtio;

import bbt.translator.state.Fields;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The contents of a block drive: a file, and what the guest wrote over it. Unless it persists, the
 * file is never changed: written clusters live in memory (docs/determinism.md 10).
 */
public final class Drive implements Closeable {
  /** Bytes in a sector. */
  public static final int SECTOR = 512;

  private static final int CLUSTER = 4096;

  private final FileChannel channel;
  private final boolean persist;
  private final long size;
  private final Map<Long, byte[]> written = new HashMap<>();

  private Drive(FileChannel channel, boolean persist) throws IOException {
    this.channel = channel;
    this.persist = persist;
    this.size = (channel.size() + SECTOR - 1) / SECTOR * SECTOR;
  }

  /**
   * Opens an image.
   *
   * @param persist whether writes go to the file
   */
  public static Drive open(Path file, boolean persist) throws IOException {
    FileChannel channel =
        persist
            ? FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
            : FileChannel.open(file, StandardOpenOption.READ);
    return new Drive(channel, persist);
  }

  /** Size in bytes, a multiple of {@link #SECTOR}. */
  public long size() {
    return size;
  }

  /** Whether the range lies on the drive. */
  public boolean contains(long position, long length) {
    return position >= 0 && length >= 0 && length <= size && position <= size - length;
  }

  /** Reads; bytes past the end of the file are zero. */
  public void read(long position, byte[] target, int length) throws IOException {
    int done = 0;
    while (done < length) {
      long at = position + done;
      int offset = (int) (at % CLUSTER);
      int part = Math.min(length - done, CLUSTER - offset);
      byte[] cluster = written.get(at / CLUSTER);
      if (cluster != null) {
        System.arraycopy(cluster, offset, target, done, part);
      } else {
        readFile(at, target, done, part);
      }
      done += part;
    }
  }

  private void readFile(long at, byte[] target, int offset, int length) throws IOException {
    ByteBuffer b = ByteBuffer.wrap(target, offset, length);
    while (b.hasRemaining()) {
      int n = channel.read(b, at + b.position() - offset);
      if (n < 0) {
        Arrays.fill(target, b.position(), offset + length, (byte) 0);
        return;
      }
    }
  }

  /** Writes. */
  public void write(long position, byte[] source, int length) throws IOException {
    if (persist) {
      ByteBuffer b = ByteBuffer.wrap(source, 0, length);
      while (b.hasRemaining()) {
        channel.write(b, position + b.position());
      }
      return;
    }
    int done = 0;
    while (done < length) {
      long at = position + done;
      int offset = (int) (at % CLUSTER);
      int part = Math.min(length - done, CLUSTER - offset);
      byte[] cluster = written.get(at / CLUSTER);
      if (cluster == null) {
        cluster = new byte[CLUSTER];
        readFile(at - offset, cluster, 0, CLUSTER);
        written.put(at / CLUSTER, cluster);
      }
      System.arraycopy(source, done, cluster, offset, part);
      done += part;
    }
  }

  /** Makes persistent writes durable. */
  public void flush() throws IOException {
    if (persist) {
      channel.force(false);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /**
   * Saves or loads what the guest wrote over the file, for a snapshot; the file of one that
   * persists stays.
   */
  void state(Fields f) {
    Long[] clusters = new TreeMap<>(written).keySet().toArray(new Long[0]);
    int count = f.of(clusters.length);
    if (f.reading()) {
      written.clear();
    }
    for (int i = 0; i < count; i++) {
      long number = f.of(f.reading() ? 0L : clusters[i]);
      byte[] cluster = f.reading() ? new byte[CLUSTER] : written.get(number);
      f.each(cluster);
      written.put(number, cluster);
    }
  }
}

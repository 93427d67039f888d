package bbt.packets;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;
import java.util.zip.CRC32C;

/**
 * Sums up the bytes of a group of chunks as they are written, so that a reader can put damaged ones
 * right ({@link ParityRepair}; docs/trace-format.md, "PARITY"). The memory it takes does not depend
 * on the group.
 */
public final class ParityWriter {
  private static final int PERIOD_MASK = PacketFormat.MAX_PERIOD - 1;

  /** The exclusive or of all bytes whose offsets differ by multiples of its length. */
  private final byte[] sums = new byte[PacketFormat.MAX_PERIOD];

  private final ByteSink crcs = new ByteSink(1 << 12);
  private final CRC32C crc = new CRC32C();
  private final ByteSink content = new ByteSink(1 << 17);
  private long start;
  private long end;

  /** Begins a group of chunks. */
  public void open(long offset) {
    java.util.Arrays.fill(sums, (byte) 0);
    crcs.clear();
    crc.reset();
    start = offset;
    end = offset;
  }

  /** File offset of the group. */
  public long start() {
    return start;
  }

  /** The next bytes of the file. */
  public void add(byte[] bytes, int length) {
    int done = 0;
    while (done < length) {
      int inSector = (int) end & PacketFormat.SECTOR - 1;
      int count = Math.min(length - done, PacketFormat.SECTOR - inSector);
      int at = (int) end & PERIOD_MASK;
      for (int i = 0; i < count; i++) {
        sums[at + i] ^= bytes[done + i];
      }
      crc.update(bytes, done, count);
      done += count;
      end += count;
      if (inSector + count == PacketFormat.SECTOR) {
        closeSector();
      }
    }
  }

  private void closeSector() {
    crcs.u32((int) crc.getValue());
    crc.reset();
  }

  public boolean isEmpty() {
    return end == start;
  }

  /** Whether the group ends here, before a chunk. */
  public boolean full() {
    return end - start >= Math.clamp(start, PacketFormat.MIN_GROUP, PacketFormat.MAX_GROUP);
  }

  /** The content of the group's PARITY chunk. */
  public ByteSink close() {
    if ((end & PacketFormat.SECTOR - 1) != 0) {
      closeSector();
    }
    int period = period(end - start);
    for (int length = PacketFormat.MAX_PERIOD; length > period; length /= 2) {
      for (int i = 0; i < length / 2; i++) {
        sums[i] ^= sums[length / 2 + i];
      }
    }
    content.clear();
    content.u8(Integer.numberOfTrailingZeros(period));
    content.bytes(crcs.array(), 0, crcs.size());
    content.bytes(sums, 0, period);
    return content;
  }

  /** Bytes of a group's PARITY chunk before compression; -1 of what is no group. */
  public static long length(long start, long end) {
    return start < 0 || start >= end
        ? -1
        : 1
            + 4 * ((end - 1) / PacketFormat.SECTOR - start / PacketFormat.SECTOR + 1)
            + period(end - start);
  }

  /** The largest power of two that is worth a group's bytes, within the bounds. */
  public static int period(long bytes) {
    long most =
        Math.clamp(
            bytes / PacketFormat.PARITY_RATIO, PacketFormat.MIN_PERIOD, PacketFormat.MAX_PERIOD);
    return (int) Long.highestOneBit(most);
  }
}

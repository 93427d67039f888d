package bbt.samples.guests.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Writes a GUID partition table with one Linux partition (UEFI specification 2.10, section 5.3):
 * protective MBR, header and entries at the start, and their copies at the end.
 *
 * <pre>
 * sector 0         protective MBR
 *        1         header
 *        2 .. 33   128 entries of 128 bytes
 *        2048 ..   the partition
 *        -33 .. -2 the entries again
 *        -1        the other header
 * </pre>
 */
final class Gpt {
  static final int SECTOR = 512;

  /** First sector of the partition: 1 MiB, as every partitioning tool aligns it. */
  static final long FIRST = 2048;

  /** Where the partition begins, in bytes. */
  static final long OFFSET = FIRST * SECTOR;

  private static final int ENTRIES = 128;
  private static final int ENTRY_BYTES = 128;
  private static final int ENTRY_SECTORS = ENTRIES * ENTRY_BYTES / SECTOR;
  private static final int HEADER_BYTES = 92;

  /** Linux file system data, 0FC63DAF-8483-4772-8E79-3D69D8477DE4, as it lies in the table. */
  private static final long TYPE_LOW = 0x4772_8483_0FC6_3DAFL;

  private static final long TYPE_HIGH = 0xE47D_47D8_693D_798EL;

  /** Our identifiers, fixed so that the same content gives the same bytes. */
  private static final long ID_LOW = 0x4000_0000_6262_7401L;

  private static final long ID_HIGH = 0x0100_0000_0000_0080L;

  /** Attribute bit 2, "legacy BIOS bootable": what U-Boot looks for first. */
  private static final long BOOTABLE = 4;

  private Gpt() {}

  /** Bytes of a disk whose partition has the given size, a multiple of 512. */
  static long diskBytes(long partitionBytes) {
    return OFFSET + partitionBytes + OFFSET;
  }

  /**
   * Writes the table.
   *
   * @param disk of {@link #diskBytes} bytes
   * @param partitionBytes size of the partition
   */
  static void write(FileChannel disk, long partitionBytes) throws IOException {
    long last = disk.size() / SECTOR - 1;
    ByteBuffer entries = entries(FIRST, FIRST + partitionBytes / SECTOR - 1);
    put(disk, 0, mbr(last));
    put(disk, 1, header(1, last, 2, last, entries));
    put(disk, 2, entries);
    put(disk, last - ENTRY_SECTORS, entries);
    put(disk, last, header(last, 1, last - ENTRY_SECTORS, last, entries));
  }

  private static void put(FileChannel disk, long sector, ByteBuffer bytes) throws IOException {
    ByteBuffer rest = bytes.duplicate().rewind();
    long at = sector * SECTOR;
    while (rest.hasRemaining()) {
      at += disk.write(rest, at);
    }
  }

  private static ByteBuffer sectors(int count) {
    return ByteBuffer.allocate(count * SECTOR).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** One partition of type 0xEE over everything, so that old tools keep their hands off. */
  private static ByteBuffer mbr(long last) {
    ByteBuffer b = sectors(1);
    b.putInt(446, 0x0002_0000); // not active; first head, sector, cylinder: 0, 2, 0
    b.putInt(450, 0xFFFF_FFEE); // the type; last head, sector, cylinder: as large as it gets
    b.putInt(454, 1);
    b.putInt(458, (int) Math.min(last, 0xFFFF_FFFFL));
    b.putShort(510, (short) 0xAA55);
    return b;
  }

  private static ByteBuffer header(
      long here, long other, long entriesAt, long last, ByteBuffer entries) {
    ByteBuffer b = sectors(1);
    b.put("EFI PART".getBytes(StandardCharsets.US_ASCII));
    b.putInt(0x0001_0000).putInt(HEADER_BYTES).putInt(0).putInt(0);
    b.putLong(here).putLong(other);
    b.putLong(2 + ENTRY_SECTORS).putLong(last - ENTRY_SECTORS - 1); // usable sectors
    b.putLong(ID_LOW).putLong(ID_HIGH);
    b.putLong(entriesAt)
        .putInt(ENTRIES)
        .putInt(ENTRY_BYTES)
        .putInt(crc(entries, entries.capacity()));
    b.putInt(16, crc(b, HEADER_BYTES));
    return b;
  }

  private static ByteBuffer entries(long first, long last) {
    ByteBuffer b = sectors(ENTRY_SECTORS);
    b.putLong(TYPE_LOW).putLong(TYPE_HIGH).putLong(ID_LOW + 1).putLong(ID_HIGH);
    b.putLong(first).putLong(last).putLong(BOOTABLE);
    b.put("root".getBytes(StandardCharsets.UTF_16LE));
    return b;
  }

  private static int crc(ByteBuffer bytes, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes.array(), 0, length);
    return (int) crc.getValue();
  }
}

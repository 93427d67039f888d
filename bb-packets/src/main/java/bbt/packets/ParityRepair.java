package bbt.packets;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Repairs damaged sectors of a trace file from the PARITY chunks ({@link ParityWriter};
 * docs/trace-format.md, "PARITY"). The file stays as it is; {@link #apply} lays them over what is
 * read from it.
 */
public final class ParityRepair {
  /** Unsound PARITY chunks that a search passes, and bytes: no writer leaves that much without. */
  private static final int TRIES = 64;

  private static final long REACH = 1 << 26;
  private static final int BLOCK = 1 << 20;

  private final TraceReader reader;

  /** By file offset: of each sector what belongs to its group. */
  private final TreeMap<Long, byte[]> sectors = new TreeMap<>();

  /** Where groups and searches without success begin and end: they are not looked at again. */
  private final TreeMap<Long, Long> examined = new TreeMap<>();

  ParityRepair(TraceReader reader) {
    this.reader = reader;
  }

  /** Stretches that were put right, by file offset: their lengths. */
  Map<Long, Integer> stretches() {
    TreeMap<Long, Integer> all = new TreeMap<>();
    sectors.forEach(
        (at, bytes) -> {
          Map.Entry<Long, Integer> before = all.lastEntry();
          if (before != null && before.getKey() + before.getValue() == at) {
            all.put(before.getKey(), before.getValue() + bytes.length);
          } else {
            all.put(at, bytes.length);
          }
        });
    return all;
  }

  /** Lays what was put right over bytes as the file has them. */
  void apply(long offset, byte[] bytes) {
    if (sectors.isEmpty()) {
      return;
    }
    Long first = sectors.floorKey(offset);
    Map<Long, byte[]> touched =
        sectors.subMap(first != null ? first : offset, true, offset + bytes.length, false);
    touched.forEach(
        (at, right) -> {
          long from = Math.max(at, offset);
          long to = Math.min(at + right.length, offset + bytes.length);
          if (from < to) {
            System.arraycopy(
                right, (int) (from - at), bytes, (int) (from - offset), (int) (to - from));
          }
        });
  }

  /**
   * Looks for damage in the group of an offset.
   *
   * @return whether any was put right now
   */
  boolean around(long offset) throws IOException {
    Map.Entry<Long, Long> known = examined.floorEntry(offset);
    if (known != null && offset < known.getValue()) {
      return false;
    }
    TraceReader.RawChunk parity = parityBehind(offset);
    if (parity == null || parity.retired > offset || parity.retired < reader.first()) {
      examined.put(offset, parity == null ? Long.MAX_VALUE : parity.retired);
      return false;
    }
    examined.put(parity.retired, parity.endRetired);
    return repair(parity);
  }

  /** The first sound PARITY chunk behind an offset, or null. */
  private TraceReader.RawChunk parityBehind(long offset) throws IOException {
    long end = Math.min(reader.size(), offset + REACH);
    int tries = 0;
    for (long at = offset; at + PacketFormat.CHUNK_HEADER <= end; ) {
      byte[] block = reader.bytes(at, (int) Math.min(BLOCK, end - at));
      int last = block.length - PacketFormat.CHUNK_HEADER;
      for (int i = 0; i <= last; i++) {
        if (block[i] != (byte) PacketFormat.SYNC
            || (long) ByteSink.LONG.get(block, i) != PacketFormat.SYNC
            || block[i + 8] != PacketFormat.PARITY
            || (long) ByteSink.LONG.get(block, i + 40) != at + i) {
          continue;
        }
        TraceReader.RawChunk chunk = reader.readOnce(at + i);
        if (chunk.damage == null
            && chunk.contentLength == ParityWriter.length(chunk.retired, chunk.endRetired)) {
          return chunk;
        }
        if (++tries == TRIES) {
          return null;
        }
      }
      at += last + 1;
    }
    return null;
  }

  private static long sector(long offset) {
    return offset / PacketFormat.SECTOR;
  }

  /** A damaged sector: what belongs to its group, as the file has it. */
  private record Bad(long offset, byte[] bytes, int crc) {}

  private boolean repair(TraceReader.RawChunk parity) throws IOException {
    long start = parity.retired;
    long end = parity.endRetired;
    int period = ParityWriter.period(end - start);
    byte[] sums = new byte[period];
    int next = parity.content.length - period;
    System.arraycopy(parity.content, next, sums, 0, period);
    List<Bad> all = new ArrayList<>();
    CRC32C crc = new CRC32C();
    int number = 0;
    for (long at = start; at < end; number++) {
      long behind = Math.min(end, (sector(at) + 1) * PacketFormat.SECTOR);
      byte[] bytes = reader.bytes(at, (int) (behind - at));
      for (int i = 0; i < bytes.length; i++) {
        sums[(int) (at + i) & period - 1] ^= bytes[i];
      }
      crc.reset();
      crc.update(bytes);
      int said = (int) ByteSink.INT.get(parity.content, 1 + 4 * number);
      if ((int) crc.getValue() != said) {
        all.add(new Bad(at, bytes, said));
      }
      at = behind;
    }
    // What is left of the sums is what the damage changed; two at one place do not get their CRCs.
    boolean any = false;
    for (Bad bad : all) {
      byte[] right = bad.bytes.clone();
      for (int i = 0; i < right.length; i++) {
        right[i] ^= sums[(int) (bad.offset + i) & period - 1];
      }
      crc.reset();
      crc.update(right);
      if ((int) crc.getValue() == bad.crc) {
        sectors.put(bad.offset, right);
        any = true;
      }
    }
    return any;
  }
}

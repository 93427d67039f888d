package bbt.packets;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.ByteSource;
import bbt.packets.bytes.PacketFormat;
import java.io.IOException;

/**
 * Reads from a trace file only those entries of the index that are asked for, so that its size does
 * not matter. The index's checksum is not verified: a caller must check that the chunk of an entry
 * stands at its offset before it trusts it.
 */
final class ProbedIndex implements IndexEntries {
  private final TraceReader reader;
  private final long first;
  private final int count;
  private final long hash;
  private final long endOffset;

  private ProbedIndex(TraceReader reader, long first, int count, long hash, long endOffset) {
    this.reader = reader;
    this.first = first;
    this.count = count;
    this.hash = hash;
    this.endOffset = endOffset;
  }

  /** The index of a file; null if there is none. */
  static ProbedIndex open(TraceReader reader) throws IOException {
    int heads = PacketFormat.CHUNK_HEADER + PacketFormat.INDEX_HEAD;
    long end = reader.size() - PacketFormat.TRAILER_BYTES;
    if (end < heads) {
      return null;
    }
    byte[] trailer = reader.bytes(end, PacketFormat.TRAILER_BYTES);
    long at = (long) ByteSink.LONG.get(trailer, 0);
    if ((long) ByteSink.LONG.get(trailer, 8) != PacketFormat.TRAILER
        || at < PacketFormat.FILE_HEADER
        || at > end - heads) {
      return null;
    }
    byte[] head = reader.bytes(at, heads);
    int stored = (int) ByteSink.INT.get(head, 12);
    int length = stored - PacketFormat.INDEX_HEAD;
    if ((long) ByteSink.LONG.get(head, 0) != PacketFormat.SYNC
        || head[8] != PacketFormat.INDEX
        || head[9] != PacketFormat.STORED
        || stored < PacketFormat.INDEX_HEAD
        || at + PacketFormat.CHUNK_HEADER + stored > end
        || length % PacketFormat.INDEX_ENTRY != 0) {
      return null;
    }
    return new ProbedIndex(
        reader,
        at + heads,
        length / PacketFormat.INDEX_ENTRY,
        (long) ByteSink.LONG.get(head, PacketFormat.CHUNK_HEADER),
        (long) ByteSink.LONG.get(head, PacketFormat.CHUNK_HEADER + 8));
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public TraceIndex.Entry entry(int number) throws IOException {
    long at = first + (long) number * PacketFormat.INDEX_ENTRY;
    byte[] bytes = reader.bytes(at, PacketFormat.INDEX_ENTRY);
    return SidebandCodec.readIndexEntry(new ByteSource(bytes, 0, bytes.length, at));
  }

  @Override
  public long hash() {
    return hash;
  }

  @Override
  public long endOffset() {
    return endOffset;
  }
}

package bbt.packets.write;

import bbt.packets.Chunk;
import bbt.packets.IndexBuilder;
import bbt.packets.ParityWriter;
import bbt.packets.SidebandCodec;
import bbt.packets.TraceHeader;
import bbt.packets.TraceIndex;
import bbt.packets.TraceReader;
import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.ChunkCodec;
import bbt.packets.bytes.PacketFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Writes chunks to a file: compression, checksums, index. Each chunk goes to the operating system
 * at once, so that a killed process leaves every finished frame behind.
 */
public final class TraceWriter implements AutoCloseable {
  private static final XXHash64 HASH = XXHashFactory.fastestJavaInstance().hash64();

  private final OutputStream out;
  private final TraceHeader header;
  private final IndexBuilder index = new IndexBuilder();
  private final byte[] head = new byte[PacketFormat.CHUNK_HEADER];
  private final ChunkCodec codecs;
  private long offset;

  /** Null in versions before 0.4. */
  private final ParityWriter parity;

  private long contentHash;
  private final long[] chunkBytes = new long[16];

  /** Starts a trace: writes the file header and the header chunk. */
  public TraceWriter(OutputStream out, TraceHeader header) throws IOException {
    this.out = out;
    this.header = header;
    int minor = Math.max(header.minor(), PacketFormat.OLDEST_WRITTEN_MINOR);
    this.codecs = new ChunkCodec(minor);
    this.parity = minor >= PacketFormat.GUARDED_MINOR ? new ParityWriter() : null;
    ByteSink start = new ByteSink(1 << 10);
    start.u64(PacketFormat.MAGIC);
    start.u16(PacketFormat.MAJOR);
    start.u16(minor);
    start.u32(PacketFormat.fileCheck(start.array(), minor));
    write(start.array(), start.size());
    start.clear();
    SidebandCodec.writeHeader(start, header);
    chunk(PacketFormat.HEADER, 0, 0, 0, 0, start);
  }

  /** Creates or replaces a file. */
  public static TraceWriter create(Path path, TraceHeader header) throws IOException {
    OutputStream out = Files.newOutputStream(path);
    try {
      return new TraceWriter(out, header);
    } catch (IOException | RuntimeException e) {
      out.close();
      throw e;
    }
  }

  /** Whether the format makes damage good: from 0.4 on. */
  boolean guarded() {
    return parity != null;
  }

  public TraceHeader header() {
    return header;
  }

  /** Bytes written so far. */
  public long bytes() {
    return offset;
  }

  /**
   * Writes one chunk, headed, compressed if that helps; but an index is not, so that one of its
   * entries can be read by itself.
   *
   * @param clock of a frame: the common clock at its start, for the index
   */
  public void chunk(int type, int hart, long retired, long endRetired, long clock, ByteSink content)
      throws IOException {
    int length = content.size();
    int codec = type == PacketFormat.INDEX ? PacketFormat.STORED : codecs.compress(content);
    boolean stored = codec == PacketFormat.STORED;
    int storedLength = stored ? length : codecs.length();
    byte[] payload = stored ? content.array() : codecs.stored();
    long seed = guarded() ? PacketFormat.hashSeed(type, hart, retired, endRetired) : 0;
    long hash = HASH.hash(content.array(), 0, length, seed);
    ByteSink.LONG.set(head, 0, PacketFormat.SYNC);
    head[8] = (byte) type;
    head[9] = (byte) codec;
    ByteSink.SHORT.set(head, 10, (short) hart);
    ByteSink.INT.set(head, 12, storedLength);
    ByteSink.INT.set(head, 16, length);
    ByteSink.LONG.set(head, 24, hash);
    ByteSink.LONG.set(head, 32, retired);
    ByteSink.LONG.set(head, 40, endRetired);
    if (guarded()) {
      head[11] = PacketFormat.headCheck(head);
    }
    ByteSink.INT.set(head, 20, TraceReader.crc(head, payload, storedLength));
    index.add(type, hart, retired, clock, offset, hash);
    if (type != PacketFormat.PARITY) {
      contentHash = IndexBuilder.addChunk(contentHash, hash, retired, hart, type);
    }
    write(head, head.length);
    write(payload, storedLength);
    chunkBytes[type] += PacketFormat.CHUNK_HEADER + storedLength;
    if (guarded() && type != PacketFormat.PARITY && parity.full()) {
      parity();
    }
  }

  private void write(byte[] bytes, int length) throws IOException {
    if (guarded()) {
      parity.add(bytes, length);
    }
    out.write(bytes, 0, length);
    offset += length;
  }

  /** Writes the parity of the chunks since the last one. */
  private void parity() throws IOException {
    ByteSink content = parity.close();
    chunk(PacketFormat.PARITY, 0, parity.start(), offset, 0, content);
    parity.open(offset);
  }

  /** Writes the end, the index and the trailer. The content hash is filled in here. */
  public void finish(Chunk.End totals) throws IOException {
    finish(totals, UnaryOperator.identity());
  }

  /** The same with another index. */
  public void finish(Chunk.End totals, UnaryOperator<TraceIndex> change) throws IOException {
    ByteSink sink = new ByteSink(1 << 12);
    SidebandCodec.writeEnd(
        sink,
        new Chunk.End(
            offset,
            totals.harts(),
            totals.exitCode(),
            totals.reason(),
            totals.frames(),
            totals.packets(),
            totals.bits(),
            totals.targets(),
            contentHash,
            totals.ticks()));
    chunk(PacketFormat.END, 0, totals.retired(), totals.retired(), 0, sink);
    long indexOffset = offset;
    sink.clear();
    SidebandCodec.writeIndex(sink, change.apply(index.index()));
    chunk(PacketFormat.INDEX, 0, totals.retired(), totals.retired(), 0, sink);
    if (guarded() && !parity.isEmpty()) {
      parity();
    }
    sink.clear();
    sink.u64(indexOffset);
    sink.u64(PacketFormat.TRAILER);
    write(sink.array(), sink.size());
    out.flush();
  }

  /** Hash over all content so far. */
  public long contentHash() {
    return contentHash;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}

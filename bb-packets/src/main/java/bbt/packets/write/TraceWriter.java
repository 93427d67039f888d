package bbt.packets.write;

import bbt.packets.Chunk;
import bbt.packets.FrameDecoder;
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
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Writes chunks to a file: compression, checksums, index. Each chunk goes to the operating system
 * as soon as it is coded, so that a killed process leaves every finished frame behind; {@link
 * #beside}, all but the last few.
 */
public final class TraceWriter implements AutoCloseable {
  private static final XXHash64 HASH = XXHashFactory.fastestJavaInstance().hash64();

  private final TraceHeader header;

  /** The chunk that is being written: its header, and the bytes behind it. */
  private final byte[] head = new byte[PacketFormat.CHUNK_HEADER];

  private byte[] payload = {};
  private int storedLength;
  private final ChunkCodec codecs;
  private final boolean guarded;

  /** Null but in an archive. */
  private final ArchiveGroups archive;

  /** Null where the file may grow. */
  private final Ring ring;

  /** A ring's file, and what opens another one beside it; else null. */
  private final Path ringFile;

  private final RingFiles ringFiles;

  /** Codes and writes the chunks; null where who makes them does so. */
  private final ChunkThread thread;

  // The file; a ring's is written anew now and then.
  private OutputStream out;
  private IndexBuilder index;
  private ParityWriter parity;
  private long offset;
  private long contentHash;

  /** Starts a trace: writes the file header and the header chunk. */
  public TraceWriter(OutputStream out, TraceHeader header) throws IOException {
    this(out, header, null, null, null, null, null);
  }

  /**
   * Starts a trace whose chunks are coded and written by a thread of its own, while the next ones
   * are made. The bytes are the same. A failure to write is thrown at one of the next chunks, by
   * {@link #check}, or at the end.
   */
  public static TraceWriter beside(OutputStream out, TraceHeader header) throws IOException {
    return new TraceWriter(out, header, null, null, null, null, new ChunkThread());
  }

  /**
   * Starts an archive: a trace whose chunks are coded with what those before them have, as small as
   * this format can. That takes ten times the time of another trace, to write and to read.
   *
   * @param header of the newest version
   */
  public static TraceWriter archive(OutputStream out, TraceHeader header) throws IOException {
    return archive(out, header, ArchiveGroups.USUAL);
  }

  /**
   * Starts an archive with groups of another size: the smaller, the less needs to be read for a
   * single frame, and the less one that is lost takes along.
   *
   * @param group bytes of the contents of the frames in a group, up to 2^25
   */
  public static TraceWriter archive(OutputStream out, TraceHeader header, long group)
      throws IOException {
    if (header.version() < PacketFormat.ARCHIVE_VERSION) {
      throw new IllegalArgumentException(
          "no archives in version " + PacketFormat.text(header.version()));
    }
    return new TraceWriter(out, header, null, null, null, new ArchiveGroups(group), null);
  }

  private TraceWriter(
      OutputStream out,
      TraceHeader header,
      Ring ring,
      Path ringFile,
      RingFiles ringFiles,
      ArchiveGroups archive,
      ChunkThread thread)
      throws IOException {
    this.header = header;
    this.ring = ring;
    this.ringFile = ringFile;
    this.ringFiles = ringFiles;
    this.archive = archive;
    this.thread = thread;
    int version = Math.max(header.version(), PacketFormat.OLDEST_WRITTEN_VERSION);
    this.codecs = new ChunkCodec(version);
    this.guarded = version >= PacketFormat.GUARDED_VERSION;
    begin(out, header);
  }

  /**
   * Starts a trace that keeps the newest frames: its file never has more bytes than the header's
   * {@code trace.ring} says, and at any time is a trace that can be read. It is replaced by another
   * one when it is full.
   *
   * @param path the file
   * @param out the file, open and empty
   * @param files opens the one beside it that takes its place
   */
  public static TraceWriter ring(Path path, OutputStream out, RingFiles files, TraceHeader header)
      throws IOException {
    Ring ring = new Ring(header.ring(), header.harts());
    return new TraceWriter(out, header, ring, path, files, null, null);
  }

  /** Opens the files of a ring. */
  @FunctionalInterface
  public interface RingFiles {
    /** Opens a file for this trace alone, empty. */
    OutputStream open(Path file) throws IOException;
  }

  /** The least bytes that a ring of so many harts needs for what lies between two checkpoints. */
  public static long leastRing(int harts) {
    return (long) harts << 23;
  }

  private void begin(OutputStream file, TraceHeader its) throws IOException {
    out = file;
    index = new IndexBuilder();
    parity = guarded ? new ParityWriter() : null;
    offset = 0;
    contentHash = 0;
    int version = Math.max(header.version(), PacketFormat.OLDEST_WRITTEN_VERSION);
    ByteSink start = new ByteSink(1 << 10);
    start.u64(PacketFormat.MAGIC);
    start.u16(version >>> 16);
    start.u16(version);
    start.u32(PacketFormat.fileCheck(start.array(), version));
    write(start.array(), start.size());
    start.clear();
    SidebandCodec.writeHeader(start, its);
    encode(PacketFormat.HEADER, 0, 0, 0, start);
    put(0);
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

  /**
   * Whether a ring wants checkpoints of all harts, as soon as it can be. Who asks in a trace of
   * several harts does so before an epoch, and writes them behind it.
   */
  boolean wantsCheckpoints() {
    return ring != null && ring.due();
  }

  /** Whether the format makes damage good: from 0.4 on. */
  boolean guarded() {
    return guarded;
  }

  public TraceHeader header() {
    return header;
  }

  /** Bytes written so far. */
  public long bytes() {
    settle();
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
    if (thread == null) {
      write(type, hart, retired, endRetired, clock, content);
    } else {
      ByteSink its = new ByteSink(content.size());
      its.bytes(content.array(), 0, content.size());
      thread.add(() -> write(type, hart, retired, endRetired, clock, its));
    }
  }

  /**
   * Looks whether all chunks could be written that were written until now; {@link #beside} a chunk
   * may fail when nobody writes another one.
   */
  public void check() throws IOException {
    if (thread != null) {
      thread.check();
    }
  }

  /** Waits until all chunks are written. */
  private void settle() {
    if (thread != null) {
      thread.await();
    }
  }

  private void write(
      int type, int hart, long retired, long endRetired, long clock, ByteSink content)
      throws IOException {
    encode(type, hart, retired, endRetired, content);
    if (ring != null) {
      if (!ring.fits(offset, head.length + (long) storedLength)) {
        makeRoom();
      }
      if (ring.begins(type)) {
        ring.begin(retired);
      }
    }
    long at = offset;
    int bytes = PacketFormat.CHUNK_HEADER + storedLength;
    put(clock); // and perhaps a PARITY chunk behind it
    if (ring != null) {
      ring.wrote(new Ring.Kept(type, hart, retired, clock, at, bytes), content);
    }
  }

  /** Makes {@link #head} and what is stored behind it of a chunk. */
  private void encode(int type, int hart, long retired, long endRetired, ByteSink content) {
    int length = content.size();
    ByteSink archived = archive == null ? null : archive.encode(type, offset, content);
    int codec =
        archived != null ? PacketFormat.ARCHIVE : compress(type, endRetired - retired, content);
    if (archived != null) {
      storedLength = archived.size();
      payload = archived.array();
    } else {
      boolean isStored = codec == PacketFormat.STORED;
      storedLength = isStored ? length : codecs.length();
      payload = isStored ? content.array() : codecs.stored();
    }
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
  }

  /** Writes the chunk whose head and stored bytes are made. */
  private void put(long clock) throws IOException {
    int type = head[8] & 0xFF;
    int hart = head[10] & 0xFF;
    long hash = (long) ByteSink.LONG.get(head, 24);
    long retired = (long) ByteSink.LONG.get(head, 32);
    index.add(type, hart, retired, clock, offset, hash);
    if (type != PacketFormat.PARITY) {
      contentHash = IndexBuilder.addChunk(contentHash, hash, retired, hart, type);
    }
    write(head, head.length);
    write(payload, storedLength);
    if (guarded() && type != PacketFormat.PARITY && parity.full()) {
      parity();
    }
  }

  /** Makes room in the ring for the chunk whose head and stored bytes are made. */
  private void makeRoom() throws IOException {
    byte[] itsHead = head.clone();
    byte[] its = Arrays.copyOf(payload, storedLength);
    for (int part = 3; part >= 0; part--) {
      List<Ring.Group> groups = ring.drop(part);
      if (groups.isEmpty()) {
        break;
      }
      replace(groups);
      if (ring.fits(offset, head.length + (long) its.length)) {
        System.arraycopy(itsHead, 0, head, 0, head.length);
        payload = its;
        storedLength = its.length;
        return;
      }
    }
    throw new IOException(
        "a ring of "
            + header.ring()
            + " bytes does not hold what this guest executes between two checkpoints; make it"
            + " larger");
  }

  /** Puts another file in the place of the ring's, with these groups alone. */
  private void replace(List<Ring.Group> groups) throws IOException {
    Path beside = ringFile.resolveSibling("." + ringFile.getFileName() + ".ring");
    try (OutputStream old = out;
        FileChannel from = FileChannel.open(ringFile, StandardOpenOption.READ)) {
      TraceHeader its = header.with(TraceHeader.DROPPED, Long.toString(groups.getFirst().clock));
      begin(ringFiles.open(beside), ring.knowsInput() ? its : its.with("trace.input", "dropped"));
      for (Ring.Group group : groups) {
        copy(from, group, group == groups.getFirst());
      }
      Files.move(
          beside, ringFile, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(beside); // it is there only if something failed
    }
  }

  /**
   * Copies a group.
   *
   * @param first its checkpoints become the sideband with which the trace begins
   */
  private void copy(FileChannel from, Ring.Group group, boolean first) throws IOException {
    List<Ring.Kept> chunks = new ArrayList<>();
    Map<Integer, Ring.Kept> checkpoints = new TreeMap<>();
    int next = 0;
    if (!group.chunks.isEmpty() && group.chunks.getFirst().type() == PacketFormat.EPOCH) {
      chunks.add(copy(from, group.chunks.getFirst()));
      next++;
    }
    boolean facts = first;
    for (Ring.Kept checkpoint : group.checkpoints.values()) {
      if (!first) {
        checkpoints.put(checkpoint.hart(), copy(from, checkpoint));
        continue;
      }
      load(from, checkpoint);
      byte[] stored = Arrays.copyOf(payload, storedLength);
      int length = (int) ByteSink.INT.get(head, 16);
      byte[] known = ChunkCodec.decompress(head[9] & 0xFF, stored, length);
      ByteSink content = new ByteSink(length);
      content.bytes(known, 0, length);
      if (facts) {
        ring.writeFacts(content, checkpoint.retired());
        facts = false;
      }
      long retired = checkpoint.retired();
      encode(PacketFormat.SIDEBAND, checkpoint.hart(), retired, retired, content);
      put(0);
    }
    if (first) {
      ring.opened(offset);
    }
    for (Ring.Kept chunk : group.chunks.subList(next, group.chunks.size())) {
      chunks.add(copy(from, chunk));
    }
    Ring.moved(group, chunks, checkpoints);
  }

  private Ring.Kept copy(FileChannel from, Ring.Kept chunk) throws IOException {
    load(from, chunk);
    long at = offset;
    put(chunk.clock());
    return new Ring.Kept(
        chunk.type(), chunk.hart(), chunk.retired(), chunk.clock(), at, chunk.bytes());
  }

  /** Reads a chunk of the file into {@link #head} and {@link #payload}. */
  private void load(FileChannel from, Ring.Kept chunk) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(chunk.bytes());
    while (bytes.hasRemaining()) {
      if (from.read(bytes, chunk.offset() + bytes.position()) < 0) {
        throw new IOException("somebody made the file of the ring shorter");
      }
    }
    bytes.flip().get(head);
    storedLength = bytes.remaining();
    payload = new byte[storedLength];
    bytes.get(payload);
  }

  private int compress(int type, long instructions, ByteSink content) {
    return switch (type) {
      case PacketFormat.INDEX -> PacketFormat.STORED;
      case PacketFormat.FRAME -> {
        FrameDecoder.BitStream bits = FrameDecoder.bits(content);
        yield codecs.compress(content, bits.at(), bits.words(), instructions);
      }
      default -> codecs.compress(content);
    };
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
    encode(PacketFormat.PARITY, 0, parity.start(), offset, content);
    put(0);
    parity.open(offset);
  }

  /** Writes the end, the index and the trailer. The content hash is filled in here. */
  public void finish(Chunk.End totals) throws IOException {
    finish(totals, UnaryOperator.identity());
  }

  /** Writes the end, an index that the caller has changed, and the trailer. */
  public void finish(Chunk.End totals, UnaryOperator<TraceIndex> change) throws IOException {
    settle();
    check();
    Chunk.End left = ring == null ? totals : ring.left(totals);
    ByteSink sink = new ByteSink(1 << 12);
    SidebandCodec.writeEnd(
        sink,
        new Chunk.End(
            offset,
            left.harts(),
            left.exitCode(),
            left.reason(),
            left.frames(),
            left.packets(),
            left.bits(),
            left.targets(),
            contentHash,
            left.ticks()));
    encode(PacketFormat.END, 0, totals.retired(), totals.retired(), sink);
    put(0);
    long indexOffset = offset;
    sink.clear();
    SidebandCodec.writeIndex(sink, change.apply(index.index()));
    encode(PacketFormat.INDEX, 0, totals.retired(), totals.retired(), sink);
    put(0);
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
    settle();
    return contentHash;
  }

  @Override
  public void close() throws IOException {
    if (thread != null) {
      thread.end();
    }
    out.close();
  }
}

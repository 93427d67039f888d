package bbt.packets;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.ByteSource;
import bbt.packets.bytes.ChunkCodec;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.bytes.Problem;
import bbt.packets.bytes.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Reads a trace, chunk by chunk.
 *
 * <pre>
 *   try (TraceReader reader = TraceReader.open(path)) {
 *     for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) { ... }
 *   }
 * </pre>
 *
 * <p>Damage is not an exception: it is a {@link Chunk.Damage} among the chunks, and reading goes on
 * at the next sync marker. A file without {@link Chunk.End} was cut.
 */
public final class TraceReader implements AutoCloseable {
  private static final XXHash64 HASH = XXHashFactory.fastestJavaInstance().hash64();
  private static final int SCAN = 1 << 16;

  /**
   * Bytes of a stream that are kept before the place that is read: damage is put right from them.
   */
  private static final long KEPT = PacketFormat.MAX_GROUP + (1L << 20);

  /** The distance behind damage within which the bytes stand that put it right. */
  private static final long REPAIRED_WITHIN = PacketFormat.MAX_GROUP + (1L << 20);

  /** Waits while a trace that is followed has nothing new. */
  @FunctionalInterface
  public interface Waiting {
    /** Called several times a second; whether to go on waiting. If not, the trace ends there. */
    boolean goOn() throws IOException;
  }

  private final TraceBytes file;
  private long size;
  private final TraceHeader header;
  private final ParityRepair repair = new ParityRepair(this);
  private final ArchiveChunks archive = new ArchiveChunks(this);
  private int version;
  private long position;
  private long contentHash;

  /** Where END stands, once it was met: nothing behind it is executed. */
  private long end = Long.MAX_VALUE;

  private long indexAt = -1;

  /** By offset: damage beside and behind what is executed. */
  private final Map<Long, Problem.Repaired> idle = new TreeMap<>();

  private boolean framesSkipped;

  /** Null until damage is met: then a chunk's checksum is known before its bytes are read. */
  private RangeCrc checksums;

  /** The offset up to which records were counted, and how many they were. */
  private long counted;

  private long records;
  private TraceIndex index;

  /** The index of a stream, kept when it passed; null: none yet, or no stream. */
  private TraceIndex indexPassed;

  private TraceIndex rebuilt;
  private long reads;

  /** The index of what was passed so far, up to {@link #passedTo}; null unless it is wanted. */
  private IndexBuilder passed;

  private long passedTo;

  /** Null unless frames are decoded ahead. */
  private FramesAhead ahead;

  private TraceReader(TraceBytes file) throws IOException {
    this.file = file;
    this.size = file.size();
    version = PacketFormat.VERSION;
    has(PacketFormat.FILE_HEADER);
    TraceFormatException wrong = fileHeader();
    if (wrong != null && repair.around(0) && fileHeader() == null) {
      wrong = null;
    }
    if (wrong != null) {
      throw wrong;
    }
    position = PacketFormat.FILE_HEADER;
    arrive(position);
    RawChunk first = read(position);
    if (first.damage != null || first.type != PacketFormat.HEADER) {
      throw new TraceFormatException(
          position,
          "the trace's header chunk cannot be read: "
              + (first.damage != null ? first.damage : "another chunk stands in its place"));
    }
    header = SidebandCodec.readHeader(first.source(), version);
    position = first.end();
    contentHash = IndexBuilder.addChunk(0, first.hash, first.retired, first.hart, first.type);
  }

  private static boolean begins(byte[] head) {
    return (long) ByteSink.LONG.get(head, 0) == PacketFormat.MAGIC;
  }

  /** Whether a file begins as a trace does, of whatever version, and be it damaged behind that. */
  public static boolean isTrace(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false; // a pipe is read but once
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] head = in.readNBytes(Long.BYTES);
      return head.length == Long.BYTES && begins(head);
    }
  }

  /** Reads the first bytes of the file; returns what is wrong with them, or null. */
  private TraceFormatException fileHeader() throws IOException {
    byte[] head = bytes(0, (int) Math.min(size, PacketFormat.FILE_HEADER));
    if (head.length < PacketFormat.FILE_HEADER || !begins(head)) {
      return new TraceFormatException(0, "not a bbt trace: its first bytes are not a trace's");
    }
    int major = (short) ByteSink.SHORT.get(head, 8) & 0xFFFF;
    int minor = (short) ByteSink.SHORT.get(head, 10) & 0xFFFF;
    int said = major << 16 | minor;
    if (!PacketFormat.isKnown(said)) {
      return new TraceFormatException(
          8,
          "trace format version %d.%d, this bbt reads %s to %s"
              .formatted(
                  major,
                  minor,
                  PacketFormat.text(PacketFormat.OLDEST_VERSION),
                  PacketFormat.text(PacketFormat.VERSION)));
    }
    if ((int) ByteSink.INT.get(head, 12) != PacketFormat.fileCheck(head, said)) {
      return new TraceFormatException(12, "the first 16 bytes of the file are damaged");
    }
    version = said;
    return null;
  }

  /**
   * Opens a trace.
   *
   * @throws TraceFormatException if it is no trace, of an unknown version, or has no readable
   *     header
   */
  public static TraceReader open(Path path) throws IOException {
    return open(new FileBytes(path, null));
  }

  /**
   * Opens a trace file that may still be written. {@link #next} waits for each chunk; it returns
   * null where the trace is whole, where nobody writes the file any more, and where the waiting is
   * told to end.
   *
   * @throws TraceFormatException as {@link #open(Path)}
   */
  public static TraceReader follow(Path path, Waiting waiting) throws IOException {
    return open(new FileBytes(path, waiting));
  }

  /**
   * Reads a trace from a stream, once: there is no way back, and no memory of what was read. An
   * index is there when all of it has been read.
   *
   * @throws TraceFormatException as {@link #open(Path)}
   */
  public static TraceReader follow(InputStream stream, Waiting waiting) throws IOException {
    return open(new StreamBytes(stream, waiting));
  }

  private static TraceReader open(TraceBytes file) throws IOException {
    try {
      return new TraceReader(file);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Makes {@link #next} pass frames without reading them, so that a pass over everything else is
   * quick. A frame whose content is damaged is not noticed then.
   */
  public TraceReader skipFrames() {
    framesSkipped = true;
    return this;
  }

  /**
   * Decompresses and decodes frames on a thread of their own, ahead of {@link #next}, where the
   * host has a second processor. What is read stays the same; a few MiB are kept.
   */
  public TraceReader decodeAhead() {
    if (ahead == null && !file.grows() && Runtime.getRuntime().availableProcessors() > 1) {
      ahead = new FramesAhead(this);
    }
    return this;
  }

  /**
   * Has the index made from the chunks while they are read, so that {@link #indexProblem} need not
   * read them again. Call it before the first {@link #next}; it counts only if all chunks are then
   * read (or {@linkplain #passFrame passed}) in their order.
   */
  public TraceReader gatherIndex() {
    passed = new IndexBuilder();
    passedTo = position;
    return this;
  }

  /**
   * Passes the next chunk, unread, if it is a frame with another chunk behind it. The gathered
   * index then has the clock -1 for it.
   *
   * @return whether it was passed
   */
  public boolean passFrame() throws IOException {
    return position < size && skipped();
  }

  public TraceHeader header() {
    return header;
  }

  /** Number of harts. */
  public int harts() {
    return header.harts();
  }

  /** Format version of the file, as "major.minor". */
  public String version() {
    return PacketFormat.text(version);
  }

  /** Whether sideband chunks have numbers, and frames say how many they need: from 0.4 on. */
  public boolean sidebandIsNumbered() {
    return version >= PacketFormat.GUARDED_VERSION;
  }

  /** Bytes of the file; of one that is followed, those that are there. */
  public long size() {
    return size;
  }

  /** File offset of the next chunk. */
  public long offset() {
    return position;
  }

  /**
   * Goes to a chunk: an offset from {@link #index} or {@link Chunk#offset}. What is no offset in
   * the file is its end: an index may say anything.
   */
  public void seek(long offset) {
    position = offset < 0 || offset > size ? size : offset;
  }

  /** The next frame, sideband, end or damage; null at the end of the file. */
  public Chunk next() throws IOException {
    Chunk chunk = decoded();
    String problem = chunk == null ? null : problem(chunk);
    return problem == null
        ? chunk
        : new Chunk.Damage(chunk.offset(), position - chunk.offset(), false, null, problem);
  }

  /** Whether so many bytes are there; in a trace that is followed they are waited for. */
  private boolean has(long bytes) throws IOException {
    if (bytes > size) {
      boolean there = file.await(bytes);
      size = file.size();
      return there;
    }
    return true;
  }

  /** In a trace that is followed, waits for the chunk at an offset, or what else stands there. */
  private void arrive(long offset) throws IOException {
    if (!file.grows()) {
      return;
    }
    file.release(offset - KEPT);
    if (!has(offset + PacketFormat.TRAILER_BYTES)
        || (long) ByteSink.LONG.get(bytes(offset + 8, 8), 0) == PacketFormat.TRAILER
        || !has(offset + PacketFormat.CHUNK_HEADER)) {
      return;
    }
    byte[] head = bytes(offset, PacketFormat.CHUNK_HEADER);
    int stored = (int) ByteSink.INT.get(head, 12);
    if ((long) ByteSink.LONG.get(head, 0) == PacketFormat.SYNC
        && headIsRight(head)
        && stored >= 0
        && stored <= PacketFormat.MAX_CONTENT) {
      has(offset + PacketFormat.CHUNK_HEADER + stored);
    }
  }

  private Chunk decoded() throws IOException {
    arrive(position);
    while (position < size) {
      long offset = position;
      if (atTrailer(offset)) {
        if (indexAt >= 0 && (long) ByteSink.LONG.get(bytes(offset, 8), 0) != indexAt) {
          idle(offset, 8, "the trailer does not name the index");
        }
        position = size;
        passes(offset, size);
        return null;
      }
      if (framesSkipped && skipped()) {
        continue;
      }
      FramesAhead.Decoded early = ahead == null ? null : ahead.at(offset);
      if (early != null) {
        RawChunk raw = early.chunk();
        contentHash = IndexBuilder.addChunk(contentHash, raw.hash, raw.retired, raw.hart, raw.type);
        passes(raw, early.frame().start().clock());
        position = raw.end();
        return early.frame();
      }
      RawChunk raw = read(offset);
      if (raw.damage != null) {
        Chunk.Damage damage = damage(raw);
        position = offset + damage.length();
        if (isIdle(damage)) {
          passes(offset, position);
          arrive(position);
          continue;
        }
        if (passed != null) {
          passed.gap();
        }
        passes(offset, position);
        return damage;
      }
      passes(raw, raw.type == PacketFormat.FRAME ? FrameDecoder.clock(raw) : -1);
      position = raw.end();
      if (raw.type == PacketFormat.END) {
        end = offset;
        file.over();
      }
      if (raw.type == PacketFormat.INDEX) {
        indexAt = offset;
        indexPassed = file.grows() ? readIndex(raw) : null;
      }
      if (offset < end && raw.type != PacketFormat.PARITY) {
        contentHash = IndexBuilder.addChunk(contentHash, raw.hash, raw.retired, raw.hart, raw.type);
      }
      try {
        switch (raw.type) {
          case PacketFormat.FRAME -> {
            return FrameDecoder.decode(raw);
          }
          case PacketFormat.SIDEBAND, PacketFormat.CHECKPOINT -> {
            return SidebandCodec.readSideband(
                raw.source(), offset, raw.type == PacketFormat.CHECKPOINT, raw.hart, raw.retired);
          }
          case PacketFormat.EPOCH -> {
            return SidebandCodec.readEpoch(raw.source(), offset, raw.retired);
          }
          case PacketFormat.SCHEDULE -> {
            return SidebandCodec.readSchedule(raw.source(), offset, raw.retired);
          }
          case PacketFormat.END -> {
            return SidebandCodec.readEnd(raw.source(), version, offset, raw.endRetired);
          }
          default -> arrive(position); // index, parity, a later version's: nothing to walk
        }
      } catch (TraceFormatException e) {
        return new Chunk.Damage(offset, position - offset, false, null, e.getMessage());
      }
    }
    return null;
  }

  /** The next chunk goes into the gathered index. */
  private void passes(RawChunk raw, long clock) {
    if (passed != null && passedTo == raw.offset) {
      passed.add(raw.type, raw.hart, raw.retired, clock, raw.offset, raw.hash);
      passedTo = raw.end();
    }
  }

  /** Bytes that are no chunk were passed. */
  private void passes(long from, long to) {
    passedTo = passedTo == from ? to : passedTo;
  }

  /**
   * What is wrong with a chunk that can be read, or null: it is of more harts than the machine has,
   * or claims more than the file's size justifies. Whoever reads a trace may keep all records, and
   * well compressed they are many.
   */
  private String problem(Chunk chunk) {
    int harts =
        switch (chunk) {
          case Frame frame -> frame.hart() + 1;
          case Chunk.Sideband sideband -> sideband.hart() + 1;
          default -> 1;
        };
    if (harts > header.harts()) {
      return "a chunk of hart " + (harts - 1) + ", the header says " + header.harts() + " harts";
    }
    int counts =
        switch (chunk) {
          case Chunk.Epoch epoch -> epoch.retired().length;
          case Chunk.Schedule piece -> piece.retired().length;
          case Chunk.End end -> end.harts().size();
          default -> header.harts();
        };
    if (counts != header.harts()) {
      return "counts of " + counts + " harts, the header says " + header.harts();
    }
    if (chunk instanceof Chunk.Sideband sideband && chunk.offset() >= counted) {
      counted = chunk.offset() + 1;
      for (SidebandRecord item : sideband.records()) {
        records += item.items();
      }
    }
    return chunk instanceof Chunk.Sideband && records > PacketFormat.MAX_ITEMS + size
        ? "more records than a file of " + size + " bytes can hold"
        : null;
  }

  /** Passes the next chunk if its header says that it is a frame with another behind it. */
  private boolean skipped() throws IOException {
    ChunkHeader head = peekOnce();
    long next = head == null ? size : head.offset() + head.bytes();
    if (next + 8 > size
        || head.kind() != ChunkHeader.Kind.FRAME
        || (long) ByteSink.LONG.get(bytes(next, 8), 0) != PacketFormat.SYNC) {
      return false;
    }
    contentHash =
        IndexBuilder.addChunk(
            contentHash, head.contentHash(), head.retired(), head.hart(), PacketFormat.FRAME);
    if (passed != null && passedTo == head.offset()) {
      long hash = head.contentHash();
      passed.add(PacketFormat.FRAME, head.hart(), head.retired(), -1, head.offset(), hash);
      passedTo = next;
    }
    position = next;
    return true;
  }

  /**
   * The header of the next chunk, which {@link #next} then reads or {@link #seek} passes over.
   * Nothing of the chunk's content is read, so damage in it is not noticed here.
   *
   * @return null at the end of the file, at an incomplete chunk and where no chunk starts
   */
  public ChunkHeader peek() throws IOException {
    ChunkHeader header = peekOnce();
    while (header == null && position < size && !atTrailer(position)) {
      RawChunk raw = read(position);
      if (raw.damage != null) {
        Chunk.Damage damage = damage(raw);
        if (!isIdle(damage)) {
          return null;
        }
        position += damage.length();
      }
      header = peekOnce();
    }
    return header;
  }

  private ChunkHeader peekOnce() throws IOException {
    if (size - position < PacketFormat.CHUNK_HEADER) {
      return null;
    }
    byte[] head = bytes(position, PacketFormat.CHUNK_HEADER);
    return headIsRight(head) ? header(head, position, size - position) : null;
  }

  /** Whether the check of a chunk's header, if the version has one, is right. */
  private boolean headIsRight(byte[] head) {
    return version < PacketFormat.GUARDED_VERSION || head[11] == PacketFormat.headCheck(head);
  }

  /**
   * Returns the hart that a chunk's header names; up to version 0.3 byte 11 was the high byte of
   * it, always 0.
   */
  private static int hart(byte[] head) {
    return head[10] & 0xFF;
  }

  /** Puts right what can be put right around some damage; returns whether anything was. */
  private boolean repair(long offset) throws IOException {
    has(offset + REPAIRED_WITHIN);
    boolean any = version >= PacketFormat.GUARDED_VERSION && repair.around(offset);
    checksums = any ? null : checksums; // those of the bytes as they were
    return any;
  }

  /**
   * Damage that was met and costs nothing, by offset: it was put right from the file's own parity,
   * or nothing is executed there. The file itself stays damaged.
   */
  public List<Problem> problems() {
    List<Problem> all = new ArrayList<>(idle.values());
    repair
        .stretches()
        .forEach(
            (at, length) -> {
              String what = "damage within " + length + " bytes, put right from the trace's parity";
              all.add(new Problem.Repaired(at, length, what));
            });
    all.sort(Comparator.comparingLong(Problem::offset));
    return all;
  }

  private void idle(long offset, long length, String message) {
    idle.put(offset, new Problem.Repaired(offset, length, message));
  }

  /** Whether damage costs nothing; then it is kept for {@link #problems}. */
  private boolean isIdle(Chunk.Damage damage) throws IOException {
    boolean behind = damage.offset() > end;
    if (behind || isParity(damage)) {
      String where = behind ? ", behind the end record" : ", in parity alone";
      idle(damage.offset(), damage.length(), damage.message() + where);
      return true;
    }
    return false;
  }

  /** Whether damage is one PARITY chunk: of three things that say so, a flipped bit leaves two. */
  private boolean isParity(Chunk.Damage damage) throws IOException {
    long rest = damage.length() - PacketFormat.CHUNK_HEADER;
    if (version < PacketFormat.GUARDED_VERSION || damage.truncated() || rest < 0) {
      return false;
    }
    byte[] head = bytes(damage.offset(), PacketFormat.CHUNK_HEADER);
    int content = (int) ByteSink.INT.get(head, 16);
    boolean type = head[8] == PacketFormat.PARITY;
    boolean place = (long) ByteSink.LONG.get(head, 40) == damage.offset();
    boolean group =
        content == ParityWriter.length((long) ByteSink.LONG.get(head, 32), damage.offset());
    return (type ? place || group : place && group)
        && (rest == content || rest == (int) ByteSink.INT.get(head, 12));
  }

  /** Bytes of a trace file before its first chunk. */
  public static final int FILE_HEADER_BYTES = PacketFormat.FILE_HEADER;

  /**
   * The header of a chunk in memory.
   *
   * @param chunk its first byte at 0
   * @param length bytes that there are; the chunk need not be whole
   * @return null where no chunk starts or its header is not whole; its offset is 0
   */
  public static ChunkHeader header(byte[] chunk, int length) {
    return length < PacketFormat.CHUNK_HEADER ? null : header(chunk, 0, Long.MAX_VALUE);
  }

  /**
   * A whole chunk in memory, of the kinds FRAME, SIDEBAND, CHECKPOINT and END; its checksums are
   * not looked at.
   *
   * @param chunk its first byte at 0
   * @throws TraceFormatException if it cannot be read
   */
  public static Chunk decode(byte[] chunk) throws TraceFormatException {
    ChunkHeader header = header(chunk, chunk.length);
    byte[] payload =
        Arrays.copyOfRange(chunk, PacketFormat.CHUNK_HEADER, Math.toIntExact(header.bytes()));
    byte[] content =
        ChunkCodec.decompress(chunk[9] & 0xFF, payload, (int) ByteSink.INT.get(chunk, 16));
    if (content == null) {
      throw new TraceFormatException(0, "the chunk cannot be decompressed");
    }
    if (header.kind() == ChunkHeader.Kind.FRAME) {
      RawChunk raw = new RawChunk();
      raw.hart = header.hart();
      raw.storedLength = payload.length;
      raw.retired = header.retired();
      raw.endRetired = header.endRetired();
      raw.content = content;
      return FrameDecoder.decode(raw);
    }
    ByteSource source = new ByteSource(content, 0, content.length, 0);
    return header.kind() == ChunkHeader.Kind.END
        ? SidebandCodec.readEnd(source, PacketFormat.VERSION, 0, header.endRetired())
        : SidebandCodec.readSideband(
            source,
            0,
            header.kind() == ChunkHeader.Kind.CHECKPOINT,
            header.hart(),
            header.retired());
  }

  private static ChunkHeader header(byte[] head, long at, long left) {
    int stored = (int) ByteSink.INT.get(head, 12);
    if ((long) ByteSink.LONG.get(head, 0) != PacketFormat.SYNC
        || stored < 0
        || stored > left - PacketFormat.CHUNK_HEADER) {
      return null;
    }
    return new ChunkHeader(
        at,
        ChunkHeader.Kind.of(head[8] & 0xFF),
        hart(head),
        PacketFormat.CHUNK_HEADER + (long) stored,
        (long) ByteSink.LONG.get(head, 24),
        (long) ByteSink.LONG.get(head, 32),
        (long) ByteSink.LONG.get(head, 40));
  }

  /**
   * Hash over the content of the chunks that {@link #next} has passed, up to the end record: for a
   * whole trace read in order it is the one that stands there.
   */
  public long contentHash() {
    return contentHash;
  }

  /** Whether the file ends with an index that can be read. */
  public boolean hasIndex() throws IOException {
    return storedIndex() != null;
  }

  private boolean atTrailer(long offset) throws IOException {
    return size - offset == PacketFormat.TRAILER_BYTES
        && (long) ByteSink.LONG.get(bytes(offset + 8, 8), 0) == PacketFormat.TRAILER;
  }

  private Chunk.Damage damage(RawChunk raw) throws IOException {
    long offset = raw.offset;
    if (checksums == null || !checksums.covers(offset)) {
      checksums = new RangeCrc(this, offset);
    }
    // Bytes whose checksum is right are one chunk, though what it holds cannot be read.
    RawChunk framed = head(offset);
    long next = framed.damage == null ? framed.end() : nextSync(offset + 1);
    // Of a trace that is followed what comes may begin in the last bytes that are there.
    long left = size - offset - PacketFormat.CHUNK_HEADER;
    if (next < 0 && left > 0 && has(size + 1)) {
      next = offset + left;
    }
    boolean truncated = next < 0;
    long length = (truncated ? size : next) - offset;
    ChunkHeader was = raw.head == null ? null : header(raw.head, offset, length);
    boolean whole = was != null && was.bytes() == length;
    return new Chunk.Damage(offset, length, truncated, whole ? was : null, raw.damage);
  }

  /**
   * Offset of the next chunk behind some damage: a sync marker at which a whole chunk stands whose
   * checksum is right; or -1.
   */
  private long nextSync(long from) throws IOException {
    long at = from;
    while (at + PacketFormat.CHUNK_HEADER <= size) {
      int length = (int) Math.min(SCAN, size - at);
      byte[] block = bytes(at, length);
      for (int i = 0; i + 8 <= length; i++) {
        if ((long) ByteSink.LONG.get(block, i) == PacketFormat.SYNC
            && head(at + i).damage == null) {
          return at + i;
        }
      }
      at += length - 7;
    }
    return -1;
  }

  /** A chunk's header fields and decompressed content, or why it cannot be read. */
  public static final class RawChunk {
    long offset;
    public int type;
    public int hart;
    int storedLength;
    int contentLength;
    byte[] head;
    byte[] stored;
    long hash;
    public long retired;
    public long endRetired;
    public byte[] content;
    String damage;

    long end() {
      return offset + PacketFormat.CHUNK_HEADER + storedLength;
    }

    ByteSource source() {
      return new ByteSource(content, 0, content.length, offset);
    }
  }

  /** Reads a chunk, put right if it is damaged and can be. */
  public RawChunk read(long offset) throws IOException {
    RawChunk chunk = readOnce(offset);
    return chunk.damage != null && repair(offset) ? readOnce(offset) : chunk;
  }

  RawChunk readOnce(long offset) throws IOException {
    RawChunk chunk = storedOnce(offset);
    if (chunk.damage != null) {
      return chunk;
    }
    if (isArchived(chunk)) {
      chunk.content = archive.content(chunk);
      if (chunk.content != null) {
        checkContent(chunk);
      }
    } else {
      expand(chunk);
    }
    chunk.stored = null;
    return chunk;
  }

  /** Whether a chunk is one of an archive, which needs others to be decompressed. */
  boolean isArchived(RawChunk chunk) {
    return (chunk.head[9] & 0xFF) == PacketFormat.ARCHIVE
        && version >= PacketFormat.ARCHIVE_VERSION;
  }

  /**
   * Checks and decompresses a chunk that is not of an archive. Any thread may call it: nothing of
   * the reader changes.
   */
  void unpack(RawChunk chunk, byte[] stored) {
    chunk.stored = stored;
    checkStored(chunk);
    if (chunk.damage == null) {
      expand(chunk);
    }
    chunk.stored = null;
  }

  /** Decompresses a chunk whose stored bytes are sound. */
  private void expand(RawChunk chunk) {
    int codec = chunk.head[9] & 0xFF;
    chunk.content = ChunkCodec.decompress(codec, chunk.stored, chunk.contentLength);
    if (chunk.content == null) {
      chunk.damage =
          "cannot decompress the chunk at offset " + chunk.offset + " (codec " + codec + ")";
    } else {
      checkContent(chunk);
    }
  }

  private void checkContent(RawChunk chunk) {
    if (!isHashed(chunk, chunk.content)) {
      chunk.damage = "content hash mismatch in the chunk at offset " + chunk.offset;
    }
  }

  private static void checkStored(RawChunk chunk) {
    if (crc(chunk.head, chunk.stored, chunk.storedLength)
        != (int) ByteSink.INT.get(chunk.head, 20)) {
      chunk.damage = "CRC mismatch in the chunk at offset " + chunk.offset;
    }
  }

  /** Whether a content is the one that a chunk's header says. */
  boolean isHashed(RawChunk chunk, byte[] content) {
    return HASH.hash(content, 0, chunk.contentLength, seed(chunk)) == chunk.hash;
  }

  /** Reads a chunk's stored bytes, put right if they are damaged and can be; not its content. */
  RawChunk stored(long offset) throws IOException {
    RawChunk chunk = storedOnce(offset);
    return chunk.damage != null && repair(offset) ? storedOnce(offset) : chunk;
  }

  private RawChunk storedOnce(long offset) throws IOException {
    RawChunk chunk = head(offset);
    if (chunk.damage != null) {
      return chunk;
    }
    chunk.stored = bytes(offset + PacketFormat.CHUNK_HEADER, chunk.storedLength);
    checkStored(chunk);
    return chunk;
  }

  /**
   * A chunk's header, and what is wrong with it. Once damage has been met, what is wrong with the
   * checksum, too: without a look at the chunk's bytes, which many headers may claim.
   */
  RawChunk head(long offset) throws IOException {
    RawChunk chunk = new RawChunk();
    chunk.offset = offset;
    if (size - offset < PacketFormat.CHUNK_HEADER) {
      chunk.damage = "the file ends inside a chunk header at offset " + offset;
      return chunk;
    }
    byte[] head = bytes(offset, PacketFormat.CHUNK_HEADER);
    chunk.head = head;
    if ((long) ByteSink.LONG.get(head, 0) != PacketFormat.SYNC) {
      chunk.damage = "no sync marker at offset " + offset;
      return chunk;
    }
    chunk.type = head[8] & 0xFF;
    chunk.hart = hart(head);
    chunk.storedLength = (int) ByteSink.INT.get(head, 12);
    chunk.contentLength = (int) ByteSink.INT.get(head, 16);
    chunk.hash = (long) ByteSink.LONG.get(head, 24);
    chunk.retired = (long) ByteSink.LONG.get(head, 32);
    chunk.endRetired = (long) ByteSink.LONG.get(head, 40);
    if (!headIsRight(head)) {
      chunk.damage = "the chunk header at offset " + offset + " is damaged";
      return chunk;
    }
    if (chunk.storedLength < 0
        || chunk.storedLength > PacketFormat.MAX_CONTENT
        || chunk.contentLength < 0
        || chunk.contentLength > PacketFormat.MAX_CONTENT
        || chunk.contentLength > PacketFormat.MOST_PER_BYTE * chunk.storedLength) {
      chunk.damage = "impossible chunk length at offset " + offset;
    } else if (chunk.end() > size) {
      chunk.damage = "the file ends inside the chunk at offset " + offset;
    } else if (chunk.retired < 0
        || chunk.retired > chunk.endRetired
        || chunk.endRetired > PacketFormat.MAX_COUNT) {
      chunk.damage =
          "impossible counts %d to %d in the chunk at offset %d"
              .formatted(chunk.retired, chunk.endRetired, offset);
    } else if (checksums != null && checksums.covers(offset)) {
      int rest = checksums.of(offset + PacketFormat.CHUNK_HEADER, chunk.end());
      int all = RangeCrc.join(crc(head, head, 0), rest, chunk.storedLength);
      if (all != (int) ByteSink.INT.get(head, 20)) {
        chunk.damage = "CRC mismatch in the chunk at offset " + offset;
      }
    }
    return chunk;
  }

  private long seed(RawChunk chunk) {
    return version < PacketFormat.GUARDED_VERSION
        ? 0
        : PacketFormat.hashSeed(chunk.type, chunk.hart, chunk.retired, chunk.endRetired);
  }

  /** CRC-32C of a chunk header without sync marker and CRC field, and its stored bytes. */
  public static int crc(byte[] head, byte[] stored, int length) {
    CRC32C crc = new CRC32C();
    crc.update(head, 8, 12);
    crc.update(head, 24, 24);
    crc.update(stored, 0, length);
    return (int) crc.getValue();
  }

  /** The first byte that can still be read: of a stream most have passed. */
  long first() {
    return file.first();
  }

  byte[] bytes(long offset, int length) throws IOException {
    reads++;
    ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    long at = offset;
    while (buffer.hasRemaining()) {
      int n = file.read(buffer, at);
      if (n < 0) {
        throw new TraceFormatException(at, "the file became shorter while it was read");
      }
      at += n;
    }
    repair.apply(offset, buffer.array());
    return buffer.array();
  }

  /** The index: the file's own, or rebuilt from the chunk headers if the file has none. */
  public TraceIndex index() throws IOException {
    if (index == null) {
      index = storedIndex();
      if (index == null) {
        index = indexOfChunks();
      }
    }
    return index;
  }

  private TraceIndex storedIndex() throws IOException {
    if (size < PacketFormat.TRAILER_BYTES) {
      return null;
    }
    byte[] trailer = bytes(size - PacketFormat.TRAILER_BYTES, PacketFormat.TRAILER_BYTES);
    long at = (long) ByteSink.LONG.get(trailer, 0);
    if ((long) ByteSink.LONG.get(trailer, 8) != PacketFormat.TRAILER || at < 0 || at > size) {
      return null;
    }
    if (at < first()) {
      return indexPassed;
    }
    RawChunk raw = read(at);
    return raw.damage != null || raw.type != PacketFormat.INDEX ? null : readIndex(raw);
  }

  /** Reads an index chunk; null if it cannot be read. */
  private TraceIndex readIndex(RawChunk raw) {
    try {
      return SidebandCodec.readIndex(raw.source(), version);
    } catch (TraceFormatException e) {
      return null;
    }
  }

  /**
   * The index entry by entry. Of the file's own one only what is asked for is read, and its
   * checksum is not looked at; it is made from the chunks where the file has none, or none with
   * hashes (before version 0.3).
   */
  public IndexEntries indexEntries() throws IOException {
    IndexEntries probed =
        version >= PacketFormat.HASHED_INDEX_VERSION ? ProbedIndex.open(this) : null;
    return probed != null ? probed : indexOfChunks();
  }

  /**
   * Compares the file's own index with one made from the chunks.
   *
   * @return what is wrong with it, in words; null if nothing
   */
  public String indexProblem() throws IOException {
    return indexProblem(null);
  }

  /**
   * Compares the file's own index with one made from the chunks.
   *
   * @param made from all chunks of the file, as {@link #indexOfChunks}; null to make it here
   * @return what is wrong with it, in words; null if nothing
   */
  public String indexProblem(TraceIndex made) throws IOException {
    TraceIndex said = storedIndex();
    if (said == null) {
      return "the index behind the end record is missing";
    }
    TraceIndex found = made != null ? made : indexOfChunks();
    if (version < PacketFormat.HASHED_INDEX_VERSION) {
      found = found.withoutHashes();
    }
    for (int i = 0; i < Math.min(said.count(), found.count()); i++) {
      if (!said.entry(i).equals(found.entry(i))) {
        return "entry %d of the index is %s, the file has %s"
            .formatted(i, said.entry(i), found.entry(i));
      }
    }
    if (said.count() != found.count()) {
      return "the index has " + said.count() + " entries, the file " + found.count();
    }
    return said.equals(found)
        ? null
        : "the index names the end at offset %d and the hash %016x, the file has %d and %016x"
            .formatted(said.endOffset(), said.hash(), found.endOffset(), found.hash());
  }

  /** The number of times that the file was read so far: what a search costs. */
  public long reads() {
    return reads;
  }

  /** The index as the chunks have it, whatever the file's own says: the whole file is read. */
  public TraceIndex indexOfChunks() throws IOException {
    if (rebuilt == null) {
      rebuilt = passed != null && passedTo == size ? passed.index() : rebuildIndex();
    }
    return rebuilt;
  }

  private TraceIndex rebuildIndex() throws IOException {
    IndexBuilder builder = new IndexBuilder();
    long at = PacketFormat.FILE_HEADER;
    while (at < size && !atTrailer(at)) {
      RawChunk raw = read(at);
      if (raw.damage != null) {
        Chunk.Damage damage = damage(raw);
        at += damage.length();
        if (!isIdle(damage)) {
          builder.gap();
        }
        continue;
      }
      long clock = raw.type == PacketFormat.FRAME ? FrameDecoder.clock(raw) : -1;
      builder.add(raw.type, raw.hart, raw.retired, clock, at, raw.hash);
      at = raw.end();
    }
    return builder.index();
  }

  @Override
  public void close() {
    if (ahead != null) {
      ahead.close();
    }
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

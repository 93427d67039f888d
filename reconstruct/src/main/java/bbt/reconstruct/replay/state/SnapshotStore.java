package bbt.reconstruct.replay.state;

import bbt.reconstruct.cache.CacheFolder;
import bbt.translator.machine.Machine;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32C;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * Stores snapshots of one run in a file. Each holds the state of the machine without RAM, and the
 * pages of RAM that were written to since the one before it; page by page compressed and with a
 * checksum, so that going to a snapshot reads what differs and no more.
 *
 * <pre>
 *  file:     "bbt-snap" | version u32 | record...
 *  record:   kind u32 (1 snapshot, 2 end) | length of head u32 | CRC-32C of head u32 | head | body
 *  head of a snapshot: clock u64 | ticks u64 | harts u32 | retired u64 each | state: raw, stored, CRC u32
 *            | pages u32 | number, stored, CRC u32 each;   body: state, pages
 *  head of the end: clock up to which the trace agrees u64
 * </pre>
 *
 * A page stored with length 0 is all zeroes, one of 4096 bytes is not compressed. Reading stops at
 * the first record that is not whole: what was written before it counts.
 */
public final class SnapshotStore implements Closeable {
  private static final long MAGIC = 0x70616E732D746262L;

  /** Changes with this layout. The machine's state has its own test: {@link #drop}. */
  private static final int VERSION = 3;

  private static final int SNAPSHOT = 1;
  private static final int END = 2;
  private static final int PAGE = 4096;
  private static final int MAX_HEAD = 64 << 20;

  private static final LZ4Compressor COMPRESSOR = LZ4Factory.fastestJavaInstance().fastCompressor();
  private static final LZ4SafeDecompressor DECOMPRESSOR =
      LZ4Factory.fastestJavaInstance().safeDecompressor();

  /** A snapshot's place in the file. */
  private record Entry(
      long clock,
      long ticks,
      long[] retired,
      int stateRaw,
      int stateStored,
      int stateCrc,
      long statePosition,
      int[] pages,
      int[] stored,
      int[] crcs,
      long[] positions) {}

  private final Path file;
  private final Path finalFile;
  private final FileChannel channel;
  private final List<Entry> entries = new ArrayList<>();
  private final PageHistory history = new PageHistory();
  private long end;
  private long checkedTo = -1;
  private boolean damaged;

  private SnapshotStore(Path file, Path finalFile, FileChannel channel) {
    this.file = file;
    this.finalFile = finalFile;
    this.channel = channel;
  }

  /** Opens the snapshots that there are of a run; null if there are none. */
  public static SnapshotStore open(Path file) {
    if (!Files.isRegularFile(file)) {
      return null;
    }
    try {
      SnapshotStore store =
          new SnapshotStore(file, null, FileChannel.open(file, StandardOpenOption.READ));
      store.readAll();
      CacheFolder.used(file);
      if (store.entries.isEmpty()) {
        store.close();
        return null;
      }
      return store;
    } catch (IOException e) {
      return null; // a cache that cannot be read is as good as none
    }
  }

  /**
   * Begins anew; until {@link #close} under another name, so that a half-written one is never seen.
   */
  public static SnapshotStore create(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Path fresh = Files.createTempFile(file.getParent(), "snapshots", CacheFolder.HALF);
    SnapshotStore store =
        new SnapshotStore(
            fresh,
            file,
            FileChannel.open(fresh, StandardOpenOption.READ, StandardOpenOption.WRITE));
    ByteBuffer start = buffer(12).putLong(MAGIC).putInt(VERSION);
    store.write(start.flip());
    return store;
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      end += channel.write(bytes, end);
    }
  }

  // ---- writing

  /**
   * Adds a snapshot of a machine that stands at a node end.
   *
   * @param changed pages that may differ from the snapshot before
   */
  public void add(Machine machine, int[] changed) throws IOException {
    byte[] state = machine.save();
    byte[] packed = new byte[COMPRESSOR.maxCompressedLength(state.length)];
    int packedLength = COMPRESSOR.compress(state, 0, state.length, packed, 0, packed.length);
    int harts = machine.harts();
    byte[] page = new byte[PAGE];
    byte[] small = new byte[COMPRESSOR.maxCompressedLength(PAGE)];
    int[] stored = new int[changed.length];
    int[] crcs = new int[changed.length];
    int headLength = 16 + 4 + 8 * harts + 12 + 4 + 12 * changed.length;
    long bodyAt = end + 12 + headLength;
    long at = bodyAt + packedLength;
    long[] positions = new long[changed.length];
    ByteBuffer body = buffer(1 << 20);
    put(body, packed, packedLength, bodyAt);
    for (int i = 0; i < changed.length; i++) {
      machine.readPage(changed[i], page);
      positions[i] = at;
      if (isZero(page)) {
        continue;
      }
      int length = COMPRESSOR.compress(page, 0, PAGE, small, 0, small.length);
      byte[] what = length < PAGE ? small : page;
      stored[i] = Math.min(length, PAGE);
      crcs[i] = crc(what, stored[i]);
      put(body, what, stored[i], at - body.position());
      at += stored[i];
    }
    flush(body, at);
    ByteBuffer head = buffer(headLength);
    head.putLong(machine.clock()).putLong(machine.ticks()).putInt(harts);
    long[] retired = new long[harts];
    for (int i = 0; i < harts; i++) {
      retired[i] = machine.hart(i).retired();
      head.putLong(retired[i]);
    }
    int stateCrc = crc(packed, packedLength);
    head.putInt(state.length).putInt(packedLength).putInt(stateCrc).putInt(changed.length);
    for (int i = 0; i < changed.length; i++) {
      head.putInt(changed[i]).putInt(stored[i]).putInt(crcs[i]);
    }
    record(SNAPSHOT, head);
    end = at;
    keep(
        new Entry(
            machine.clock(),
            machine.ticks(),
            retired,
            state.length,
            packedLength,
            stateCrc,
            bodyAt,
            changed,
            stored,
            crcs,
            positions));
  }

  /** Collects what goes to {@code at} and behind; the buffer's first byte belongs there. */
  private void put(ByteBuffer body, byte[] bytes, int length, long at) throws IOException {
    if (body.remaining() < length) {
      flush(body, at + body.position());
    }
    if (length > body.remaining()) {
      writeAt(ByteBuffer.wrap(bytes, 0, length), at);
    } else {
      body.put(bytes, 0, length);
    }
  }

  private void flush(ByteBuffer body, long until) throws IOException {
    int length = body.position();
    writeAt(body.flip(), until - length);
    body.clear();
  }

  private void writeAt(ByteBuffer bytes, long at) throws IOException {
    long to = at;
    while (bytes.hasRemaining()) {
      to += channel.write(bytes, to);
    }
  }

  private void record(int kind, ByteBuffer head) throws IOException {
    byte[] bytes = head.array();
    ByteBuffer whole = buffer(12 + bytes.length);
    whole.putInt(kind).putInt(bytes.length).putInt(crc(bytes, bytes.length)).put(bytes);
    write(whole.flip());
  }

  /** The trace agrees with the re-execution up to here; nothing more is added. */
  public void finish(long clock) throws IOException {
    checkedTo = clock;
    record(END, buffer(8).putLong(clock));
  }

  private void keep(Entry entry) {
    for (int page : entry.pages) {
      history.add(page, entries.size());
    }
    entries.add(entry);
  }

  private static boolean isZero(byte[] page) {
    for (byte b : page) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  // ---- reading

  private void readAll() throws IOException {
    long size = channel.size();
    ByteBuffer start = read(0, 12);
    if (start == null || start.getLong() != MAGIC || start.getInt() != VERSION) {
      return;
    }
    end = 12;
    while (end + 12 <= size) {
      ByteBuffer first = read(end, 12);
      int kind = first.getInt();
      int length = first.getInt();
      int crc = first.getInt();
      ByteBuffer head = length < 8 || length > MAX_HEAD ? null : read(end + 12, length);
      if (head == null || crc(head.array(), length) != crc) {
        return;
      }
      long body = end + 12 + length;
      if (kind == END) {
        checkedTo = head.getLong();
        end = body;
        return;
      }
      Entry entry = entry(head, body);
      long last =
          entry.pages.length == 0
              ? body + entry.stateStored
              : entry.positions[entry.pages.length - 1] + entry.stored[entry.pages.length - 1];
      if (last > size) {
        return;
      }
      keep(entry);
      end = last;
    }
  }

  private static Entry entry(ByteBuffer head, long body) {
    long clock = head.getLong();
    long ticks = head.getLong();
    long[] retired = new long[head.getInt()];
    for (int i = 0; i < retired.length; i++) {
      retired[i] = head.getLong();
    }
    int stateRaw = head.getInt();
    int stateStored = head.getInt();
    int stateCrc = head.getInt();
    int count = head.getInt();
    int[] pages = new int[count];
    int[] stored = new int[count];
    int[] crcs = new int[count];
    long[] positions = new long[count];
    long at = body + stateStored;
    for (int i = 0; i < count; i++) {
      pages[i] = head.getInt();
      stored[i] = head.getInt();
      crcs[i] = head.getInt();
      positions[i] = at;
      at += stored[i];
    }
    return new Entry(
        clock,
        ticks,
        retired,
        stateRaw,
        stateStored,
        stateCrc,
        body,
        pages,
        stored,
        crcs,
        positions);
  }

  private ByteBuffer read(long at, int length) throws IOException {
    ByteBuffer bytes = buffer(length);
    long from = at;
    while (bytes.hasRemaining()) {
      int n = channel.read(bytes, from);
      if (n < 0) {
        return null;
      }
      from += n;
    }
    return bytes.flip();
  }

  /** Number of snapshots. */
  public int size() {
    return entries.size();
  }

  /** Instructions of all harts at a snapshot. */
  public long clock(int snapshot) {
    return entries.get(snapshot).clock;
  }

  /** Guest time at a snapshot. */
  public long ticks(int snapshot) {
    return entries.get(snapshot).ticks;
  }

  /** Instructions of a hart at a snapshot. */
  public long retired(int snapshot, int hart) {
    return entries.get(snapshot).retired[hart];
  }

  /** The last snapshot that is not behind a clock and a hart's count; -1 if there is none. */
  public int before(long clock, int hart, long retired) {
    int low = 0;
    int high = entries.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Entry e = entries.get(middle);
      if (e.clock <= clock && e.retired[hart] <= retired) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  /** The clock up to which the trace was found to agree; -1 while snapshots are being made. */
  public long checkedTo() {
    return checkedTo;
  }

  /** Bytes of the file. */
  long bytes() {
    return end;
  }

  /** Whether a page may differ between a snapshot and the one before it. */
  public boolean changes(int snapshot, int page) {
    return Arrays.binarySearch(entries.get(snapshot).pages, page) >= 0;
  }

  /** Adds the pages that may differ between two snapshots; -1 stands for RAM all zero. */
  public void difference(int from, int to, BitSet pages) {
    for (int i = Math.min(from, to) + 1; i <= Math.max(from, to); i++) {
      for (int page : entries.get(i).pages) {
        pages.set(page);
      }
    }
  }

  /** State of the machine without RAM. */
  public byte[] state(int snapshot) throws IOException {
    Entry e = entries.get(snapshot);
    return unpack(e.statePosition, e.stateStored, e.stateRaw, e.stateCrc);
  }

  /** Content of a page; null for zeroes. */
  public byte[] page(int page, int snapshot) throws IOException {
    int holder = history.last(page, snapshot);
    if (holder < 0) {
      return null;
    }
    Entry e = entries.get(holder);
    int i = Arrays.binarySearch(e.pages, page);
    return e.stored[i] == 0 ? null : unpack(e.positions[i], e.stored[i], PAGE, e.crcs[i]);
  }

  private byte[] unpack(long position, int stored, int raw, int crc) throws IOException {
    ByteBuffer bytes = read(position, stored);
    if (bytes == null || crc(bytes.array(), stored) != crc) {
      throw damage(null);
    }
    if (stored == raw) {
      return bytes.array();
    }
    byte[] unpacked = new byte[raw];
    try {
      if (DECOMPRESSOR.decompress(bytes.array(), 0, stored, unpacked, 0) != raw) {
        throw damage(null);
      }
    } catch (LZ4Exception e) {
      throw damage(e);
    }
    return unpacked;
  }

  /** Marks the store as useless: another version of bbt made it. Goes with {@link #close}. */
  public void drop() {
    damaged = true;
  }

  private IOException damage(Exception cause) {
    damaged = true;
    return new IOException(
        "the snapshots in " + (finalFile == null ? file : finalFile) + " are damaged; run again",
        cause);
  }

  /** Keeps what was written under its own name, unless a longer one is there; drops damage. */
  @Override
  public void close() throws IOException {
    channel.close();
    if (damaged) {
      Files.deleteIfExists(file);
    } else if (finalFile != null) {
      SnapshotStore old = open(finalFile);
      boolean better = old == null || old.checkedTo < checkedTo;
      if (old != null) {
        old.channel.close();
      }
      if (better && !entries.isEmpty()) {
        Files.move(file, finalFile, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.deleteIfExists(file);
      }
    }
  }
}

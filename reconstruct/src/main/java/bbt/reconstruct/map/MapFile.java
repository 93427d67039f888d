package bbt.reconstruct.map;

import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.cache.CacheFolder;
import bbt.reconstruct.cache.FileKey;
import bbt.reconstruct.walk.SegmentWalk;
import bbt.reconstruct.walk.hart.WalkState;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Reads and writes a {@link FlowIndex} in the user's cache folder, named by the {@linkplain FileKey
 * bytes} of the trace: the walk over a trace is done once, by whoever asks first. A file that
 * cannot be read is made anew.
 *
 * <pre>
 *  "bbtstep2" | version u32 | CRC-32C of what follows u32 | deflated: harts u32 | the index
 * </pre>
 */
final class MapFile {
  /** Changes with every change of what is written here or found by the walk. */
  private static final int VERSION = 5;

  private static final long MAGIC = 0x6262_7473_7465_7032L;

  /** Ends the name of each. */
  static final String SUFFIX = ".index";

  /** Bytes of all traces' indexes together; one of a Linux boot has 400 KB. */
  private static final long LIMIT = 1L << 30;

  private static final int HEAD = 16;

  private MapFile() {}

  /**
   * Returns the place of a trace's index.
   *
   * @param key {@link FileKey} of the trace
   */
  static Path path(Path folder, String key) {
    return folder.resolve(key + SUFFIX);
  }

  /** Reads one, or returns null when there is none that fits. */
  static FlowIndex read(Path file, CodeUnits units, int harts) {
    if (!Files.isReadable(file)) {
      return null;
    }
    try {
      ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
      if (all.remaining() < HEAD
          || all.getLong() != MAGIC
          || all.getInt() != VERSION
          || all.getInt() != crc(all.array())) {
        return null;
      }
      CacheFolder.used(file);
      return parse(all, units, harts);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private static int crc(byte[] file) {
    CRC32C crc = new CRC32C();
    crc.update(file, HEAD, file.length - HEAD);
    return (int) crc.getValue();
  }

  private static FlowIndex parse(ByteBuffer packed, CodeUnits units, int harts) throws IOException {
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(
                new InflaterInputStream(
                    new ByteArrayInputStream(
                        packed.array(), packed.position(), packed.remaining()))))) {
      if (in.readInt() != harts) {
        return null;
      }
      FlowIndex index = new FlowIndex(units);
      index.endClock = in.readLong();
      int segments = in.readInt();
      for (int i = 0; i < segments; i++) {
        index.segments.add(readSegment(in, harts));
      }
      readSets(in, index.tasks);
      readSets(in, index.causes);
      index.stacks.read(in);
      units.read(in);
      return index;
    }
  }

  /** Writes one; it appears whole or not at all. */
  static void write(Path file, FlowIndex index, int harts) throws IOException {
    Files.createDirectories(file.getParent());
    Path temporary =
        Files.createTempFile(file.getParent(), file.getFileName().toString(), CacheFolder.HALF);
    try (Interruption.Registration open = Interruption.during(() -> remove(temporary))) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.writeBytes(new byte[HEAD]);
      try (DataOutputStream out =
          new DataOutputStream(
              new BufferedOutputStream(
                  new DeflaterOutputStream(bytes, new Deflater(Deflater.BEST_SPEED))))) {
        out.writeInt(harts);
        out.writeLong(index.endClock);
        out.writeInt(index.segments.size());
        for (TraceSegment segment : index.segments) {
          writeSegment(out, segment);
        }
        writeSets(out, index.tasks);
        writeSets(out, index.causes);
        index.stacks.write(out);
        index.units.write(out);
      }
      byte[] whole = bytes.toByteArray();
      ByteBuffer.wrap(whole).putLong(MAGIC).putInt(VERSION).putInt(crc(whole));
      Files.write(temporary, whole);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      new CacheFolder(file.getParent(), SUFFIX, LIMIT).trim(file);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static String remove(Path temporary) throws IOException {
    Files.deleteIfExists(temporary);
    return "";
  }

  private static void writeSegment(DataOutput out, TraceSegment segment) throws IOException {
    out.writeLong(segment.offset());
    out.writeLong(segment.body());
    out.writeLong(segment.clock());
    for (int i = 0; i < segment.packets().length; i++) {
      out.writeLong(segment.packets()[i]);
      segment.start().states().get(i).write(out);
    }
  }

  private static TraceSegment readSegment(DataInput in, int harts) throws IOException {
    long offset = in.readLong();
    long body = in.readLong();
    long clock = in.readLong();
    long[] packets = new long[harts];
    List<WalkState> states = new ArrayList<>(harts);
    for (int i = 0; i < harts; i++) {
      packets[i] = in.readLong();
      states.add(WalkState.read(in));
    }
    return new TraceSegment(offset, body, new SegmentWalk.Start(clock, states), packets);
  }

  private static void writeSets(DataOutput out, Map<Long, BitSet> sets) throws IOException {
    out.writeInt(sets.size());
    for (Map.Entry<Long, BitSet> each : sets.entrySet()) {
      out.writeLong(each.getKey());
      writeBits(out, each.getValue());
    }
  }

  private static void readSets(DataInput in, Map<Long, BitSet> sets) throws IOException {
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      sets.put(in.readLong(), readBits(in));
    }
  }

  static void writeBits(DataOutput out, BitSet bits) throws IOException {
    long[] words = bits.toLongArray();
    out.writeInt(words.length);
    for (long word : words) {
      out.writeLong(word);
    }
  }

  static BitSet readBits(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > 1 << 24) {
      throw new IOException("a set of " + length + " words");
    }
    long[] words = new long[length];
    for (int i = 0; i < words.length; i++) {
      words[i] = in.readLong();
    }
    return BitSet.valueOf(words);
  }
}

package bbt.packets.bytes;

import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * Compresses and decompresses the contents of chunks. All compressors are pure Java ones, by name:
 * their bytes do not depend on the host.
 */
public final class ChunkCodec {
  /**
   * LZ4's level in versions before 0.5. Of the ten levels: 3 % larger than the ninth at a third of
   * its time, a quarter smaller than the fast compressor.
   */
  private static final int LZ4_LEVEL = 5;

  private static final LZ4Compressor LZ4_HIGH = LZ4Factory.safeInstance().highCompressor(LZ4_LEVEL);
  private static final LZ4SafeDecompressor LZ4 =
      LZ4Factory.fastestJavaInstance().safeDecompressor();

  private static final ThreadLocal<ZstdJavaDecompressor> ZSTD =
      ThreadLocal.withInitial(ZstdJavaDecompressor::new);
  private static final ThreadLocal<BranchRuns> RUNS = ThreadLocal.withInitial(BranchRuns::new);

  private final boolean zstd;

  /** Null in versions before 0.7. */
  private final BranchRuns runs;

  private final ByteSink rest = new ByteSink(1 << 12);
  private final ByteSink packed = new ByteSink(1 << 14);
  private final ZstdJavaCompressor compressor = new ZstdJavaCompressor();
  private byte[] stored = new byte[1 << 16];
  private int length;

  /**
   * A compressor for the chunks of one file.
   *
   * @param version the file's ({@link PacketFormat#VERSION})
   */
  public ChunkCodec(int version) {
    zstd = version >= PacketFormat.ZSTD_VERSION;
    runs = version >= PacketFormat.RUNS_VERSION ? new BranchRuns() : null;
  }

  /**
   * Compresses the content of a frame: its branch bits as runs, if the file's version knows that,
   * all else as {@link #compress(ByteSink)} does.
   *
   * @param at where the words of its branch bits begin
   * @param words how many they are
   * @param instructions how many the frame has
   * @return as {@link #compress(ByteSink)}
   */
  public int compress(ByteSink content, int at, int words, long instructions) {
    if (runs == null || words == 0 || words > BranchRuns.MOST_WORDS) {
      return compress(content);
    }
    int behind = at + Long.BYTES * words;
    rest.clear();
    rest.bytes(content.array(), 0, at);
    rest.bytes(content.array(), behind, content.size() - behind);
    room(compressor.maxCompressedLength(rest.size()));
    int restLength = compressor.compress(rest.array(), 0, rest.size(), stored, 0, stored.length);
    boolean shrinks = restLength < rest.size();
    packed.clear();
    packed.varint(at);
    packed.varint(words);
    packed.varint(shrinks ? restLength : rest.size());
    packed.bytes(shrinks ? stored : rest.array(), 0, shrinks ? restLength : rest.size());
    boolean worth = runs.encode(content.array(), at, words, instructions, packed);
    length = packed.size();
    if (!worth
        || length >= content.size()
        || content.size() > PacketFormat.MOST_PER_BYTE * length) {
      return compress(content);
    }
    room(length);
    System.arraycopy(packed.array(), 0, stored, 0, length);
    return PacketFormat.RUNS;
  }

  /**
   * Compresses a content with the codec of the file's version. What Zstandard would make smaller
   * than {@link PacketFormat#MOST_PER_BYTE} allows is compressed with LZ4, which cannot.
   *
   * @return the codec: {@link PacketFormat#STORED} if the content does not shrink; else {@link
   *     #stored} and {@link #length} have the result, until the next call
   */
  public int compress(ByteSink content) {
    int size = content.size();
    if (zstd) {
      room(compressor.maxCompressedLength(size));
      length = compressor.compress(content.array(), 0, size, stored, 0, stored.length);
      if (length >= size) {
        return PacketFormat.STORED;
      }
      if (size <= PacketFormat.MOST_PER_BYTE * length) {
        return PacketFormat.ZSTD;
      }
    }
    room(LZ4_HIGH.maxCompressedLength(size));
    length = LZ4_HIGH.compress(content.array(), 0, size, stored, 0, stored.length);
    return length < size ? PacketFormat.LZ4 : PacketFormat.STORED;
  }

  private void room(int bound) {
    if (stored.length < bound) {
      stored = new byte[bound];
    }
  }

  /** The compressed bytes, from index 0 on. */
  public byte[] stored() {
    return stored;
  }

  /** The number of compressed bytes. */
  public int length() {
    return length;
  }

  /**
   * The content of a chunk.
   *
   * @param codec as in the chunk's header
   * @param stored its stored bytes, which may be damaged
   * @return null if they are no content of that length in that codec
   */
  public static byte[] decompress(int codec, byte[] stored, int contentLength) {
    if (codec == PacketFormat.STORED) {
      return stored.length == contentLength ? stored : null;
    }
    byte[] content = new byte[contentLength];
    try {
      int length =
          switch (codec) {
            case PacketFormat.LZ4 -> LZ4.decompress(stored, 0, stored.length, content, 0);
            case PacketFormat.ZSTD ->
                ZSTD.get().decompress(stored, 0, stored.length, content, 0, contentLength);
            case PacketFormat.RUNS -> fromRuns(stored, content);
            default -> -1;
          };
      return length == contentLength ? content : null;
    } catch (TraceFormatException | RuntimeException e) {
      return null; // of several types, also where the input alone is to blame
    }
  }

  /** Returns the content's length, or -1. */
  private static int fromRuns(byte[] stored, byte[] content) throws TraceFormatException {
    ByteSource in = new ByteSource(stored, 0, stored.length, 0);
    int at = (int) in.upTo(content.length, "place of the bits");
    int words = (int) in.upTo((content.length - at) / Long.BYTES, "words of bits");
    int restLength = (int) in.upTo(in.remaining(), "length of the rest");
    int restAt = stored.length - in.remaining();
    int bitsLength = Long.BYTES * words;
    byte[] rest = new byte[content.length - bitsLength];
    if (words > BranchRuns.MOST_WORDS || restLength > rest.length) {
      return -1;
    }
    if (restLength == rest.length) {
      System.arraycopy(stored, restAt, rest, 0, restLength);
    } else if (ZSTD.get().decompress(stored, restAt, restLength, rest, 0, rest.length)
        != rest.length) {
      return -1;
    }
    System.arraycopy(rest, 0, content, 0, at);
    System.arraycopy(rest, at, content, at + bitsLength, rest.length - at);
    return RUNS.get().decode(stored, restAt + restLength, content, at, words) ? content.length : -1;
  }
}

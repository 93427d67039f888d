package bbt.ptg.image;

import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Unpacks a section with the flag {@code SHF_COMPRESSED} (System V gABI, "Section Compression"):
 *
 * <pre>
 *  0 ch_type u32 (1 zlib, 2 zstd)   4 reserved   8 ch_size u64   16 ch_addralign u64   24 data
 * </pre>
 */
final class CompressedSection {
  private static final int HEADER = 24;

  /**
   * The most times that a section may grow: more than the densest zlib data; debugging information
   * is a tenth as dense at most.
   */
  private static final long MOST_TIMES = 1032;

  private static final int ZLIB = 1;
  private static final int ZSTD = 2;

  private CompressedSection() {}

  /** The unpacked bytes, little-endian. */
  static ByteBuffer unpack(String where, ByteBuffer stored) throws ImageException {
    if (stored.limit() < HEADER) {
      throw new ImageException(where + ": damaged: it ends in its header");
    }
    int type = stored.getInt(0);
    long size = stored.getLong(8);
    if (size < 0 || size > Math.min(Integer.MAX_VALUE - 8, MOST_TIMES * stored.limit())) {
      throw new ImageException(
          where
              + ": damaged: it states "
              + Long.toUnsignedString(size)
              + " bytes when unpacked, more than "
              + MOST_TIMES
              + " times its own");
    }
    byte[] bytes = new byte[(int) size];
    ByteBuffer data = stored.slice(HEADER, stored.limit() - HEADER);
    switch (type) {
      case ZLIB -> inflate(where, data, bytes);
      case ZSTD -> unzstd(where, data, bytes);
      default ->
          throw new ImageException(
              where
                  + ": compressed with method "
                  + type
                  + ", which is not supported; unpack it with objcopy --decompress-debug-sections");
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void inflate(String where, ByteBuffer data, byte[] bytes) throws ImageException {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(data);
      int done = 0;
      while (done < bytes.length) {
        int more = inflater.inflate(bytes, done, bytes.length - done);
        if (more == 0) {
          throw new ImageException(where + ": damaged: the compressed bytes end early");
        }
        done += more;
      }
    } catch (DataFormatException e) {
      throw new ImageException(where + ": damaged: " + e.getMessage(), e);
    } finally {
      inflater.end();
    }
  }

  private static void unzstd(String where, ByteBuffer data, byte[] bytes) throws ImageException {
    byte[] packed = new byte[data.remaining()];
    data.get(packed);
    int done;
    try {
      // The Java one by name, not the fastest: it would load native code where there is some.
      done =
          new ZstdJavaDecompressor().decompress(packed, 0, packed.length, bytes, 0, bytes.length);
    } catch (RuntimeException e) { // it has several for damaged bytes, and not all are its own
      throw new ImageException(where + ": damaged: " + e.getMessage(), e);
    }
    if (done != bytes.length) {
      throw new ImageException(where + ": damaged: the compressed bytes end early");
    }
  }
}

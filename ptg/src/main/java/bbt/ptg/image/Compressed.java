package bbt.ptg.image;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/**
 * Unpacks compressed kernels: gzip ({@code Image.gz}), and EFI zboot images, a PE/COFF stub around
 * a gzip payload (Linux, drivers/firmware/efi/libstub/zboot-header.S):
 *
 * <pre>
 *  0 "MZ"   4 "zimg"   8 payload offset   12 payload size   24 compression type, zero-terminated
 * </pre>
 */
public final class Compressed {
  private static final int ZBOOT_MAGIC = 0x676D697A;

  private Compressed() {}

  /** Whether the bytes start as gzip does (RFC 1952, section 2.3.1). */
  public static boolean isGzip(byte[] bytes) {
    return bytes.length > 18 && bytes[0] == 0x1F && bytes[1] == (byte) 0x8B && bytes[2] == 8;
  }

  /** Whether the bytes are an EFI zboot image. */
  public static boolean isZboot(byte[] bytes) {
    return bytes.length >= ZBOOT_HEADER
        && bytes[0] == 'M'
        && bytes[1] == 'Z'
        && little(bytes).getInt(4) == ZBOOT_MAGIC;
  }

  /** Packed kernels inside of each other. */
  private static final int DEEPEST = 4;

  /** Bytes that each kernel may unpack to, whatever its size; besides so many times its file's. */
  private static final long LEAST_ALLOWED = 64L << 20;

  private static final long MOST_TIMES = 32;

  /**
   * Unpacks what is packed, in one go however deep; other bytes come back as they are.
   *
   * @param where name for error messages
   * @throws ImageException also if it unpacks to more than 64 MiB and 32 times its size: no kernel
   *     does
   */
  public static byte[] unpack(String where, byte[] bytes) throws ImageException {
    return unpack(where, bytes, Integer.MAX_VALUE);
  }

  /**
   * Unpacks the beginning alone.
   *
   * @param count bytes of it; fewer where it is shorter, more where nothing is packed
   */
  public static byte[] head(String where, byte[] bytes, int count) throws ImageException {
    return unpack(where, bytes, count);
  }

  private static byte[] unpack(String where, byte[] bytes, int count) throws ImageException {
    long most = Math.max(LEAST_ALLOWED, MOST_TIMES * bytes.length);
    InputStream in = new ByteArrayInputStream(bytes);
    try {
      for (int depth = 0; depth <= DEEPEST; depth++) {
        byte[] start = in.readNBytes(ZBOOT_HEADER);
        boolean gzip = isGzip(start);
        if (!gzip && !isZboot(start)) {
          return depth == 0
              ? bytes
              : new SequenceInputStream(new ByteArrayInputStream(start), in).readNBytes(count);
        }
        in = new SequenceInputStream(new ByteArrayInputStream(start), in);
        in = gzip ? new Limited(where, in, most) : zboot(where, start, in);
      }
    } catch (EOFException e) {
      throw new ImageException(where + ": truncated gzip data", e);
    } catch (ImageException e) {
      throw e;
    } catch (IOException e) {
      throw new ImageException(where + ": damaged gzip data: " + e.getMessage(), e);
    }
    throw new ImageException(where + ": compressed more than " + DEEPEST + " times over");
  }

  private static final int ZBOOT_HEADER = 56;
  private static final int BUFFER = 1 << 16;

  /** Unpacks one packed kernel, as far as that is allowed. */
  private static final class Limited extends GZIPInputStream {
    /** Parts of gzip data that hold nothing, one after the other: the JDK's class recurses. */
    private static final int MOST_EMPTY = 100;

    private final String where;
    private final long most;
    private long left;
    private int depth;

    Limited(String where, InputStream in, long most) throws IOException {
      super(in, BUFFER);
      this.where = where;
      this.most = most;
      this.left = most;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      if (depth == MOST_EMPTY) {
        throw new ImageException(where + ": damaged gzip data: many empty parts");
      }
      depth++;
      int count = super.read(to, offset, length);
      depth--;
      left -= depth == 0 ? Math.max(0, count) : 0;
      if (left < 0) {
        throw new ImageException(
            "%s: unpacks to more than %d MiB, which no kernel of this size does; a larger one can be given unpacked"
                .formatted(where, most >> 20));
      }
      return count;
    }
  }

  /** The payload of a zboot image. */
  private static InputStream zboot(String where, byte[] header, InputStream image)
      throws IOException {
    ByteBuffer b = little(header);
    long offset = Integer.toUnsignedLong(b.getInt(8));
    long size = Integer.toUnsignedLong(b.getInt(12));
    int end = 24;
    while (end < ZBOOT_HEADER && header[end] != 0) {
      end++;
    }
    String method = new String(header, 24, end - 24, StandardCharsets.ISO_8859_1);
    if (!method.equals("gzip")) {
      throw new ImageException(
          where
              + ": EFI zboot kernel compressed with "
              + method
              + ", only gzip is supported: unpack it first");
    }
    long skipped = image.skip(offset);
    byte[] payload =
        skipped < offset ? new byte[0] : image.readNBytes((int) Math.min(size, 1 << 30));
    if (payload.length < size) {
      throw new ImageException(
          where
              + ": truncated EFI zboot kernel: payload ends at "
              + (offset + size)
              + ", the file at "
              + (skipped + payload.length));
    }
    return new ByteArrayInputStream(payload);
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}

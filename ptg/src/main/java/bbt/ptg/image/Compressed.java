package bbt.ptg.image;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
    return bytes.length >= 56
        && bytes[0] == 'M'
        && bytes[1] == 'Z'
        && little(bytes).getInt(4) == ZBOOT_MAGIC;
  }

  /**
   * Unpacks what is packed, however deep; other bytes come back as they are.
   *
   * @param where name for error messages
   */
  public static byte[] unpack(String where, byte[] bytes) throws ImageException {
    byte[] b = bytes;
    for (int depth = 0; depth < 4; depth++) {
      if (isGzip(b)) {
        b = gunzip(where, b);
      } else if (isZboot(b)) {
        b = zboot(where, b);
      } else {
        return b;
      }
    }
    throw new ImageException(where + ": compressed more than 4 times over");
  }

  private static byte[] zboot(String where, byte[] bytes) throws ImageException {
    ByteBuffer b = little(bytes);
    long offset = Integer.toUnsignedLong(b.getInt(8));
    long size = Integer.toUnsignedLong(b.getInt(12));
    int end = 24;
    while (end < 56 && bytes[end] != 0) {
      end++;
    }
    String method = new String(bytes, 24, end - 24, StandardCharsets.ISO_8859_1);
    if (!method.equals("gzip")) {
      throw new ImageException(
          where
              + ": EFI zboot kernel compressed with "
              + method
              + ", only gzip is supported: unpack it first");
    }
    if (offset + size > bytes.length) {
      throw new ImageException(
          where
              + ": truncated EFI zboot kernel: payload ends at "
              + (offset + size)
              + ", the file at "
              + bytes.length);
    }
    return Arrays.copyOfRange(bytes, (int) offset, (int) (offset + size));
  }

  private static byte[] gunzip(String where, byte[] bytes) throws ImageException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    } catch (EOFException e) {
      throw new ImageException(where + ": truncated gzip data", e);
    } catch (IOException e) {
      throw new ImageException(where + ": damaged gzip data: " + e.getMessage(), e);
    }
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}

package bbt.ptg.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Packed kernels: what they hold, and what becomes of those that hold nothing good. */
class CompressedTest {
  private static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] zboot(byte[] payload) {
    ByteBuffer b = ByteBuffer.allocate(64 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
    b.put((byte) 'M').put((byte) 'Z').putShort((short) 0).putInt(0x676D697A);
    b.putInt(64).putInt(payload.length);
    b.put(24, "gzip".getBytes(StandardCharsets.US_ASCII));
    return b.put(64, payload).array();
  }

  /** Bytes of zero, packed twice: some kilobytes. */
  private static byte[] twice(int mebibytes) throws IOException {
    ByteArrayOutputStream inner = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(inner)) {
      for (int i = 0; i < mebibytes; i++) {
        gzip.write(new byte[1 << 20]);
      }
    }
    return packed(inner.toByteArray());
  }

  private static byte[] kernel(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    bytes[0] = 0x6F;
    return bytes;
  }

  @Test
  void comesOutAsItWentInHoweverDeep() throws IOException {
    byte[] kernel = kernel(300_000);
    assertSame(kernel, Compressed.unpack("k", kernel));
    assertArrayEquals(kernel, Compressed.unpack("k", packed(kernel)));
    assertArrayEquals(kernel, Compressed.unpack("k", zboot(packed(kernel))));
    assertArrayEquals(kernel, Compressed.unpack("k", packed(zboot(packed(kernel)))));
    byte[] small = kernel(7);
    assertArrayEquals(small, Compressed.unpack("k", packed(small)));
  }

  /** An uncompressed size of 64 MiB is nothing to complain of, whatever it was packed to. */
  @Test
  void zerosMayBeMany() throws IOException {
    assertEquals(60 << 20, Compressed.unpack("k", twice(60)).length);
  }

  @Test
  void aBombIsRefusedBeforeItTakesMemory() throws IOException {
    byte[] bomb = twice(300);
    assertTrue(bomb.length < 5_000);
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    ImageException refused =
        assertThrows(ImageException.class, () -> Compressed.unpack("bomb.gz", bomb));
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertEquals(
        "bomb.gz: unpacks to more than 64 MiB, which no kernel of this size does; a larger one can be given unpacked",
        refused.getMessage());
    assertTrue(allocated < 200 << 20, allocated + " bytes");
  }

  /** Layers that unpack to nothing, a gzip member after the other, are counted too. */
  @Test
  void manyEmptyMembersAreABomb() throws IOException {
    byte[] empty = packed(new byte[0]);
    byte[] members = new byte[(70 << 20) / empty.length * empty.length];
    for (int at = 0; at < members.length; at += empty.length) {
      System.arraycopy(empty, 0, members, at, empty.length);
    }
    byte[] bomb = packed(members);
    assertThrows(ImageException.class, () -> Compressed.unpack("bomb.gz", bomb));
  }

  @Test
  void damageIsOneLine() throws IOException {
    byte[] good = packed(kernel(5000));
    assertEquals(
        "k: truncated gzip data",
        assertThrows(
                ImageException.class,
                () -> Compressed.unpack("k", Arrays.copyOf(good, good.length - 20)))
            .getMessage());
    byte[] cut = zboot(good);
    String message =
        assertThrows(
                ImageException.class,
                () -> Compressed.unpack("k", Arrays.copyOf(cut, cut.length - 100)))
            .getMessage();
    assertTrue(message.startsWith("k: truncated EFI zboot kernel: payload ends at "), message);
    byte[] five = kernel(100);
    for (int i = 0; i < 5; i++) {
      five = packed(five);
    }
    byte[] deep = five;
    assertEquals(
        "k: compressed more than 4 times over",
        assertThrows(ImageException.class, () -> Compressed.unpack("k", deep)).getMessage());
  }
}

package bbt.ptg.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Sections with SHF_COMPRESSED, of both methods. */
class CompressedSectionTest {
  private static final int ZLIB = 1;
  private static final int ZSTD = 2;

  /** {@link #content} as {@code zstd -19 --no-check} packs it. */
  private static final String PACKED =
      "28b52ffd0068950100e86c696e652030206f66207468652073656374696f6e3b203132333435"
          + "3608209063ebf44815984f618a544e6151512fdb04";

  private static byte[] content() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      text.append("line ").append(i % 7).append(" of the section; ");
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static ByteBuffer section(int method, long size, byte[] data) {
    ByteBuffer all = ByteBuffer.allocate(24 + data.length).order(ByteOrder.LITTLE_ENDIAN);
    return all.putInt(0, method).putLong(8, size).putLong(16, 1).put(24, data);
  }

  private static byte[] unpacked(ByteBuffer section) throws ImageException {
    ByteBuffer bytes = CompressedSection.unpack("a.elf", section);
    assertEquals(ByteOrder.LITTLE_ENDIAN, bytes.order());
    byte[] all = new byte[bytes.remaining()];
    bytes.get(all);
    return all;
  }

  private static byte[] deflated() {
    Deflater deflater = new Deflater();
    deflater.setInput(content());
    deflater.finish();
    byte[] packed = new byte[1000];
    int length = deflater.deflate(packed);
    deflater.end();
    return Arrays.copyOf(packed, length);
  }

  @Test
  void bothMethods() throws ImageException {
    byte[] zstd = HexFormat.of().parseHex(PACKED);
    assertTrue(zstd.length < content().length / 4, "it is packed");
    assertArrayEquals(content(), unpacked(section(ZSTD, content().length, zstd)));
    assertArrayEquals(content(), unpacked(section(ZLIB, content().length, deflated())));
  }

  private static void damaged(int method, long size, byte[] data) {
    String message =
        assertThrows(ImageException.class, () -> unpacked(section(method, size, data)))
            .getMessage();
    assertTrue(message.startsWith("a.elf: damaged: "), message);
  }

  @Test
  void damageIsSaid() {
    byte[] zstd = HexFormat.of().parseHex(PACKED);
    int size = content().length;
    for (byte[] data : new byte[][] {zstd, deflated()}) {
      int method = data == zstd ? ZSTD : ZLIB;
      damaged(method, size + 1, data);
      damaged(method, -1, data);
      damaged(method, Long.MAX_VALUE, data);
      damaged(method, size, Arrays.copyOf(data, data.length / 2));
      damaged(method, size, new byte[0]);
      damaged(ZSTD + ZLIB - method, size, data);
    }
    damaged(ZSTD, size - 1, zstd);
  }

  @Test
  void eachDamagedByteIsSaidOrGoesUnnoticed() {
    byte[] zstd = HexFormat.of().parseHex(PACKED);
    int size = content().length;
    for (int i = 0; i < zstd.length * 256; i++) {
      byte[] damaged = zstd.clone();
      damaged[i >> 8] = (byte) i;
      try {
        assertEquals(size, unpacked(section(ZSTD, size, damaged)).length);
      } catch (ImageException e) {
        assertTrue(e.getMessage().startsWith("a.elf: damaged: "), e.getMessage());
      } catch (RuntimeException e) {
        fail("byte " + (i >> 8) + " is " + (i & 255), e);
      }
    }
  }

  @Test
  void whatNoCompressorMakesIsNotAllocated() throws Exception {
    long size = 1 << 30;
    String message =
        assertThrows(ImageException.class, () -> unpacked(section(2, size, new byte[100])))
            .getMessage();
    assertTrue(message.contains("it states 1073741824 bytes when unpacked"), message);
  }

  @Test
  void anotherMethodIsNamed() {
    assertTrue(
        assertThrows(ImageException.class, () -> unpacked(section(3, 8, new byte[8])))
            .getMessage()
            .contains("compressed with method 3, which is not supported"));
  }
}

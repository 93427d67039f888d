package bbt.translator.boot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CpioArchiveTest {
  @Test
  void entriesAreSortedTimesAreZeroAndPaddingIsRight() {
    byte[] archive =
        new CpioArchive()
            .file("b", 0644, "xyz".getBytes(StandardCharsets.US_ASCII))
            .directory("a", 0755)
            .toBytes();
    String text = new String(archive, StandardCharsets.ISO_8859_1);
    assertEquals(0, archive.length % 512);
    // magic, inode, mode, uid, gid, links, mtime, size, dev, rdev, name size, check
    assertTrue(
        text.startsWith(
            "070701"
                + "00000001"
                + "000041ED"
                + "00000000".repeat(2)
                + "00000002"
                + "00000000".repeat(6)
                + "00000002"
                + "00000000"
                + "a\0"));
    int second = text.indexOf("070701", 6);
    assertEquals(112, second); // 110 + 2, a multiple of 4
    assertEquals("b\0xyz\0", text.substring(second + 110, second + 116));
    assertTrue(text.substring(second + 112 + 4).startsWith("070701"));
    assertTrue(text.contains("TRAILER!!!"));
  }

  @Test
  void sameFilesSameBytesInAnyOrder() {
    byte[] one = new CpioArchive().directory("a", 0755).file("b", 0644, new byte[1]).toBytes();
    byte[] two = new CpioArchive().file("b", 0644, new byte[1]).directory("a", 0755).toBytes();
    assertArrayEquals(one, two);
  }
}

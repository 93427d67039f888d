package bbt.ptg.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An ELF file made by hand: loaded at 0x1000, its strings at 0x1200. */
final class DynamicLinksTest {
  private static final String STRINGS = "\0libc.so.6\0$ORIGIN/lib:/opt\0libm.so.6\0";

  private static byte[] elf(int machine, boolean dynamic) {
    ByteBuffer b = ByteBuffer.allocate(0x300).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(0x464c457f).putInt(0x00010102);
    b.putShort(18, (short) machine).putLong(32, 64);
    b.putShort(54, (short) 56).putShort(56, (short) (dynamic ? 3 : 1));
    header(b, 64, 1, 0, 0x1000, 0x300);
    if (dynamic) {
      header(b, 120, 3, 0x1F0, 0x11F0, 16);
      header(b, 176, 2, 0x100, 0x1100, 0x60);
      b.put(0x1F0, "/lib/ld.so\0".getBytes(StandardCharsets.UTF_8));
      long[] tags = {1, 1, 1, 28, 29, 11, 5, 0x1200, 0, 0};
      for (int i = 0; i < tags.length; i++) {
        b.putLong(0x100 + 8 * i, tags[i]);
      }
      b.put(0x200, STRINGS.getBytes(StandardCharsets.UTF_8));
    }
    return b.array();
  }

  private static void header(ByteBuffer b, int at, int type, long offset, long address, long size) {
    b.putInt(at, type).putLong(at + 8, offset).putLong(at + 16, address).putLong(at + 32, size);
  }

  @Test
  void aProgramNeedsItsLinkerAndLibraries() throws ImageException {
    DynamicLinks links = DynamicLinks.read("p", elf(243, true));
    assertEquals(
        new DynamicLinks(
            243, "/lib/ld.so", List.of("libc.so.6", "libm.so.6"), List.of("$ORIGIN/lib", "/opt")),
        links);
  }

  @Test
  void aStaticProgramNeedsNothing() throws ImageException {
    assertEquals(
        new DynamicLinks(62, "", List.of(), List.of()), DynamicLinks.read("p", elf(62, false)));
  }

  @Test
  void damageIsOneLine() {
    byte[] whole = elf(243, true);
    for (int length = 1; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      try {
        DynamicLinks.read("p", cut);
      } catch (ImageException e) {
        assertTrue(e.getMessage().startsWith("p: "), e.getMessage());
      }
    }
    whole[0x139] = (byte) 0x80; // the strings' address
    assertThrows(ImageException.class, () -> DynamicLinks.read("p", whole));
    assertThrows(ImageException.class, () -> DynamicLinks.read("p", new byte[100]));
  }
}

package bbt.ptg.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ElfFileTest {
  private static final int NOTE = 0x80;
  private static final int STRINGS = 0xC0;
  private static final int SYMBOLS = 0x100;
  private static final int SECTIONS = 0x200;

  /** A file with one segment, a build-id note, and a symbol table. */
  private static byte[] sample() {
    ByteBuffer b = ByteBuffer.allocate(0x400).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(0x464C457F).put((byte) 2).put((byte) 1).put((byte) 1);
    b.putShort(0x10, (short) 2).putShort(0x12, (short) 243);
    b.putLong(0x18, 0x10010).putLong(0x20, 0x40).putLong(0x28, SECTIONS);
    b.putShort(0x36, (short) 56).putShort(0x38, (short) 1);
    b.putShort(0x3A, (short) 64).putShort(0x3C, (short) 5).putShort(0x3E, (short) 2);
    b.position(0x40);
    b.putInt(1).putInt(5).putLong(0x40).putLong(0x10000).putLong(0x20000);
    b.putLong(0x20).putLong(0x100).putLong(0x1000);

    b.position(NOTE);
    b.putInt(4).putInt(4).putInt(3).putInt(0x00554E47).putInt(0x44332211);

    b.position(STRINGS);
    b.put("\0main\0data\0$x\0.Lx\0.text\0_start\0".getBytes(StandardCharsets.US_ASCII));

    b.position(SYMBOLS);
    symbol(b, 0, 0, 0, 0, 0);
    symbol(b, 1, 0x12, 1, 0x10010, 8); // main, a global function
    symbol(b, 6, 0x11, 1, 0x10020, 4); // data, an object
    symbol(b, 11, 0x00, 1, 0x10010, 0); // $x, a mapping symbol
    symbol(b, 14, 0x00, 1, 0x10014, 0); // .Lx, a local label
    symbol(b, 1, 0x12, 0, 0, 0); // an undefined one
    symbol(b, 24, 0x10, 1, 0x10000, 0); // _start, a label

    section(b, 0, 0, 0, 0, 0, 0);
    section(b, 18, 1, 0x10000, 0x40, 0x20, 0); // .text
    section(b, 0, 3, 0, STRINGS, 0x30, 0);
    section(b, 0, 2, 0, SYMBOLS, 7 * 24, 2);
    section(b, 0, 7, 0, NOTE, 20, 0);
    return b.array();
  }

  private static void symbol(ByteBuffer b, int name, int info, int section, long value, long size) {
    if (b.position() < SYMBOLS) {
      throw new IllegalStateException();
    }
    b.putInt(name).put((byte) info).put((byte) 0).putShort((short) section);
    b.putLong(value).putLong(size);
  }

  private static void section(
      ByteBuffer b, int name, int type, long address, long offset, long size, int link) {
    if (b.position() < SECTIONS) {
      b.position(SECTIONS);
    }
    b.putInt(name).putInt(type).putLong(0).putLong(address).putLong(offset).putLong(size);
    b.putInt(link).putInt(0).putLong(0).putLong(24);
  }

  @Test
  void readsWhatLoadersAndReportsNeed() throws ImageException {
    ElfFile f = ElfFile.parse("f", sample());
    assertEquals(0x10010, f.entry());
    assertFalse(f.positionIndependent());
    assertEquals(List.of(new Segment(0x40, 0x10000, 0x20000, 0x20, 0x100, true)), f.segments());
    assertArrayEquals(Arrays.copyOfRange(sample(), 0x40, 0x60), f.bytes(f.segments().get(0)));
    assertEquals("11223344", f.buildId());
    assertEquals(".text", f.sections().get(1).name());
    assertEquals(
        List.of(
            new ElfSymbol("main", 0x10010, 8, ElfSymbol.Kind.FUNCTION, 1),
            new ElfSymbol("data", 0x10020, 4, ElfSymbol.Kind.DATA, 1),
            new ElfSymbol("_start", 0x10000, 0, ElfSymbol.Kind.LABEL, 1)),
        f.symbols());
  }

  @Test
  void withoutSectionsThereAreNoSymbols() throws ImageException {
    byte[] b = sample();
    Arrays.fill(b, 0x28, 0x30, (byte) 0);
    ElfFile f = ElfFile.parse("f", b);
    assertEquals(List.of(), f.symbols());
    assertEquals("", f.buildId());
  }

  @Test
  void otherFilesAreRefusedInOneLine() {
    assertEquals("f: not an ELF file", refusal(new byte[100]));
    byte[] other = sample();
    other[0x12] = 62;
    assertEquals(
        "f: a program for another machine: ELF machine x86-64, expected RISC-V or AArch64",
        refusal(other));
    byte[] big = sample();
    big[5] = 2;
    big[0x12] = 0;
    big[0x13] = (byte) 243;
    assertEquals("f: big-endian RISC-V, expected 64-bit little-endian", refusal(big));
    byte[] huge = sample();
    ByteBuffer.wrap(huge).order(ByteOrder.LITTLE_ENDIAN).putLong(0x40 + 32, 1L << 40);
    assertTrue(refusal(huge).startsWith("f: damaged ELF file"), refusal(huge));
  }

  private static String refusal(byte[] bytes) {
    return assertThrows(ImageException.class, () -> ElfFile.parse("f", bytes)).getMessage();
  }

  /** Whatever is wrong with a file, only an ImageException comes out. */
  @Test
  void damageNeverGivesAnotherException() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] b = sample();
      for (int n = random.nextInt(1, 4); n > 0; n--) {
        b[random.nextInt(b.length)] = (byte) random.nextInt();
      }
      b = random.nextInt(8) == 0 ? Arrays.copyOf(b, random.nextInt(b.length)) : b;
      try {
        ElfFile f = ElfFile.parse("f", b);
        f.buildId();
        f.symbols();
        for (Segment s : f.segments()) {
          f.bytes(s);
        }
      } catch (ImageException e) {
        assertTrue(e.getMessage().startsWith("f: "));
      } catch (RuntimeException e) {
        fail("round " + i, e);
      }
    }
  }

  @Test
  void imageHeader() throws ImageException {
    ByteBuffer b = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    b.putLong(8, 0x20_0000).putLong(16, 0x10000).putInt(56, 0x05435352);
    assertEquals(new LinuxImage(0x20_0000, 0x10000), LinuxImage.parse("f", b.array()));
    b.putLong(16, 0);
    assertEquals(4096, LinuxImage.parse("f", b.array()).imageSize());
    b.putLong(24, 1);
    assertThrows(ImageException.class, () -> LinuxImage.parse("f", b.array()));
  }
}

package bbt.reconstruct.testing;

import bbt.ptg.image.ElfFile;
import bbt.reconstruct.interchange.code.FileCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** A small ELF program: one executable segment, two functions, a build-id. */
public final class TestElf {
  private static final int CODE = 0x100;
  private static final int NOTE = 0x200;
  private static final int STRINGS = 0x240;
  private static final int SYMBOLS = 0x280;
  private static final int SECTIONS = 0x300;

  private TestElf() {}

  /**
   * The code of such a program, for an import: the same in every context.
   *
   * @param words at most 64 instructions of four bytes
   */
  public static FileCode code(long address, int... words) throws IOException {
    ByteBuffer code = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int word : words) {
      code.putInt(word);
    }
    FileCode files = new FileCode();
    files.add(ElfFile.parse("program", of(address, code.array(), 1)), "program", 0, FileCode.ANY);
    return files;
  }

  /**
   * Returns the bytes of an ELF program.
   *
   * @param address of the segment; {@code start} begins there, {@code work} 0x40 bytes on
   * @param code its bytes, at most 256
   * @param buildId four bytes
   */
  public static byte[] of(long address, byte[] code, int buildId) {
    if (code.length > NOTE - CODE) {
      throw new IllegalArgumentException(code.length + " bytes of code");
    }
    ByteBuffer b = ByteBuffer.allocate(0x500).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(0x464C457F).put((byte) 2).put((byte) 1).put((byte) 1);
    b.putShort(0x10, (short) 2).putShort(0x12, (short) 243);
    b.putLong(0x18, address).putLong(0x20, 0x40).putLong(0x28, SECTIONS);
    b.putShort(0x36, (short) 56).putShort(0x38, (short) 1);
    b.putShort(0x3A, (short) 64).putShort(0x3C, (short) 5).putShort(0x3E, (short) 2);
    b.position(0x40);
    b.putInt(1).putInt(5).putLong(CODE).putLong(address).putLong(address);
    b.putLong(code.length).putLong(code.length).putLong(0x1000);
    b.position(CODE);
    b.put(code);
    b.position(NOTE);
    b.putInt(4).putInt(4).putInt(3).putInt(0x00554E47).putInt(Integer.reverseBytes(buildId));
    b.position(STRINGS);
    b.put("\0start\0work\0.text\0".getBytes(StandardCharsets.US_ASCII));
    symbol(b, 1, 1, address, 0x40);
    symbol(b, 2, 7, address + 0x40, 0x40);
    section(b, 1, 1, CODE, code.length, 0);
    b.putLong(SECTIONS + 64 + 8, 6).putLong(SECTIONS + 64 + 16, address); // SHF_ALLOC, EXECINSTR
    section(b, 2, 3, STRINGS, 0x20, 0);
    section(b, 3, 2, SYMBOLS, 3 * 24, 2);
    section(b, 4, 7, NOTE, 20, 0);
    return b.array();
  }

  /**
   * Returns the program without its symbols.
   *
   * @param link the file that has them, for {@code .gnu_debuglink}; null for none
   * @param debug that file's bytes
   */
  public static byte[] stripped(long address, byte[] code, int buildId, String link, byte[] debug) {
    ByteBuffer b = ByteBuffer.wrap(of(address, code, buildId)).order(ByteOrder.LITTLE_ENDIAN);
    int section = SECTIONS + 64 * 3;
    b.put(section + 4, (byte) 0);
    if (link != null) {
      b.put(STRINGS + 0x20, ".gnu_debuglink\0".getBytes(StandardCharsets.US_ASCII));
      CRC32 crc = new CRC32();
      crc.update(debug);
      int checksum = (link.length() + 4) & ~3;
      b.put(SYMBOLS, new byte[3 * 24]).put(SYMBOLS, link.getBytes(StandardCharsets.US_ASCII));
      b.putInt(SYMBOLS + checksum, (int) crc.getValue());
      b.putInt(section, 0x20).putInt(section + 4, 1).putLong(section + 32, checksum + 4);
    }
    return b.array();
  }

  /** One of any size, that has its segment and nothing else; it starts at its beginning. */
  public static byte[] plain(long address, byte[] code) {
    int headers = 64 + 56;
    ByteBuffer elf = ByteBuffer.allocate(headers + code.length).order(ByteOrder.LITTLE_ENDIAN);
    elf.putInt(0x464C457F).put((byte) 2).put((byte) 1).put((byte) 1);
    elf.putShort(0x10, (short) 2).putShort(0x12, (short) 243).putInt(0x14, 1);
    elf.putLong(0x18, address).putLong(0x20, 64);
    elf.putShort(0x34, (short) 64).putShort(0x36, (short) 56).putShort(0x38, (short) 1);
    elf.position(64).putInt(1).putInt(5).putLong(headers).putLong(address).putLong(address);
    elf.putLong(code.length).putLong(code.length).putLong(4).put(code);
    return elf.array();
  }

  private static void symbol(ByteBuffer b, int index, int name, long address, long size) {
    b.position(SYMBOLS + 24 * index);
    b.putInt(name)
        .put((byte) 0x12)
        .put((byte) 0)
        .putShort((short) 1)
        .putLong(address)
        .putLong(size);
  }

  private static void section(ByteBuffer b, int index, int type, long offset, long size, int link) {
    b.position(SECTIONS + 64 * index);
    b.putInt(12).putInt(type).putLong(0).putLong(0).putLong(offset).putLong(size).putInt(link);
  }
}

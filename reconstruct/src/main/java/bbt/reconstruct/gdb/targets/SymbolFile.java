package bbt.reconstruct.gdb.targets;

import bbt.reconstruct.names.TraceSymbols;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Builds an ELF file with nothing but the names of a kernel's functions, for a gdb that has no
 * program:
 *
 * <pre>
 *  header | sections: null, .text (addresses, no content), .symtab, .strtab | symbols | strings
 * </pre>
 */
public final class SymbolFile {
  private static final int HEADER = 64;
  private static final int SECTION = 64;
  private static final int SYMBOL = 24;
  private static final int SECTIONS = 4;

  private static final int FUNCTION_GLOBAL = 0x12;

  private static final String NAMES = "\0.text\0.symtab\0.strtab\0";

  private SymbolFile() {}

  /** A file as it is, if it is an ELF file; else null. */
  public static byte[] elf(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      if (!Arrays.equals(in.readNBytes(4), new byte[] {0x7F, 'E', 'L', 'F'})) {
        return null;
      }
    }
    return Files.readAllBytes(file);
  }

  /**
   * The file; null if the trace names no function of a kernel.
   *
   * @param machine e_machine of the guest
   */
  public static byte[] of(TraceSymbols symbols, int machine) {
    List<TraceSymbols.Function> functions = new ArrayList<>();
    long low = -1;
    long high = 0;
    for (int id = 0; id < symbols.count(); id++) {
      TraceSymbols.Function f = symbols.function(id);
      if (f.image().equals(TraceSymbols.KERNEL)) {
        functions.add(f);
        low = Long.compareUnsigned(f.address(), low) < 0 ? f.address() : low;
        high = Long.compareUnsigned(f.address(), high) > 0 ? f.address() : high;
      }
    }
    if (functions.isEmpty()) {
      return null;
    }
    StringBuilder names = new StringBuilder(NAMES);
    int table = HEADER + SECTIONS * SECTION;
    int strings = table + (functions.size() + 1) * SYMBOL;
    ByteBuffer symtab = buffer((functions.size() + 1) * SYMBOL).position(SYMBOL);
    for (TraceSymbols.Function f : functions) {
      symtab.putInt(names.length()).put((byte) FUNCTION_GLOBAL).put((byte) 0).putShort((short) 1);
      symtab.putLong(f.address()).putLong(0);
      names.append(f.symbol()).append('\0');
    }
    byte[] text = names.toString().getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer b = buffer(strings + text.length);
    b.putInt(0x464C457F).put((byte) 2).put((byte) 1).put((byte) 1);
    b.putShort(0x10, (short) 2).putShort(0x12, (short) machine).putInt(0x14, 1);
    b.putLong(0x18, low).putLong(0x28, HEADER);
    b.putShort(0x34, (short) HEADER).putShort(0x3A, (short) SECTION);
    b.putShort(0x3C, (short) SECTIONS).putShort(0x3E, (short) 3);
    section(b, 1, 8, 6, low, table, high - low + 4096);
    section(b, 2, 2, 0, 0, table, (functions.size() + 1L) * SYMBOL);
    section(b, 3, 3, 0, 0, strings, text.length);
    b.putInt(HEADER + 2 * SECTION + 40, 3).putInt(HEADER + 2 * SECTION + 44, 1);
    b.putLong(HEADER + 2 * SECTION + 56, SYMBOL);
    b.position(table).put(symtab.rewind()).put(text);
    return b.array();
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void section(
      ByteBuffer b, int index, int type, int flags, long address, long offset, long size) {
    int name = NAMES.indexOf(new String[] {"", ".text", ".symtab", ".strtab"}[index]);
    b.position(HEADER + SECTION * index);
    b.putInt(name).putInt(type).putLong(flags).putLong(address).putLong(offset).putLong(size);
    b.putInt(0).putInt(0).putLong(index == 1 ? 2 : 8).putLong(0);
  }
}

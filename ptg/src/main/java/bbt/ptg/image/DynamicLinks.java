package bbt.ptg.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that a 64-bit little-endian ELF program or library needs to be loaded: its interpreter
 * (the dynamic linker), and libraries by name. Of the instruction set it knows the number alone.
 *
 * @param machine number of the instruction set, as {@code e_machine} has it
 * @param interpreter path of the dynamic linker; empty in a static program and in a library
 * @param needed names of libraries ({@code DT_NEEDED})
 * @param runPath folders to look in first ({@code DT_RUNPATH}, else {@code DT_RPATH})
 */
public record DynamicLinks(
    int machine, String interpreter, List<String> needed, List<String> runPath) {
  private static final int HEADER = 64;
  private static final int PROGRAM_HEADER = 56;
  private static final int PT_LOAD = 1;
  private static final int PT_DYNAMIC = 2;
  private static final int PT_INTERP = 3;
  private static final int DT_NEEDED = 1;
  private static final int DT_STRTAB = 5;
  private static final int DT_RPATH = 15;
  private static final int DT_RUNPATH = 29;
  private static final int MOST_NAME = 4096;

  /** Takes copies of the lists. */
  public DynamicLinks {
    needed = List.copyOf(needed);
    runPath = List.copyOf(runPath);
  }

  /**
   * Reads a file.
   *
   * @param where what the file is called in messages
   * @param bytes all of it
   * @throws ImageException if it is damaged, or no 64-bit little-endian ELF file
   */
  public static DynamicLinks read(String where, byte[] bytes) throws ImageException {
    if (!ElfFile.isElf(bytes) || bytes.length < HEADER || bytes[4] != 2 || bytes[5] != 1) {
      throw new ImageException(where + ": not a 64-bit little-endian ELF file");
    }
    try {
      return read(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new ImageException(where + ": a damaged ELF file: its dynamic section is cut");
    }
  }

  /** A stretch of the file that is loaded somewhere. */
  private record Loaded(long address, long bytes, long offset) {}

  private static DynamicLinks read(ByteBuffer b) {
    int machine = Short.toUnsignedInt(b.getShort(18));
    long table = b.getLong(32);
    int count = Short.toUnsignedInt(b.getShort(56));
    String interpreter = "";
    long dynamic = -1;
    long dynamicBytes = 0;
    List<Loaded> loaded = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int at = Math.toIntExact(table + (long) i * PROGRAM_HEADER);
      long offset = b.getLong(at + 8);
      long bytes = b.getLong(at + 32);
      switch (b.getInt(at)) {
        case PT_LOAD -> loaded.add(new Loaded(b.getLong(at + 16), bytes, offset));
        case PT_INTERP -> interpreter = text(b, offset);
        case PT_DYNAMIC -> {
          dynamic = offset;
          dynamicBytes = bytes;
        }
        default -> {
          // Nothing that is needed here.
        }
      }
    }
    if (dynamic < 0) {
      return new DynamicLinks(machine, interpreter, List.of(), List.of());
    }
    long strings = 0;
    List<Long> needed = new ArrayList<>();
    long paths = -1;
    boolean newer = false;
    for (long at = dynamic; at + 16 <= dynamic + dynamicBytes; at += 16) {
      long tag = b.getLong(Math.toIntExact(at));
      long value = b.getLong(Math.toIntExact(at) + 8);
      if (tag == 0) {
        break;
      } else if (tag == DT_STRTAB) {
        strings = offset(loaded, value);
      } else if (tag == DT_NEEDED) {
        needed.add(value);
      } else if (tag == DT_RUNPATH || tag == DT_RPATH && !newer) {
        paths = value;
        newer = tag == DT_RUNPATH;
      }
    }
    List<String> names = new ArrayList<>();
    for (long each : needed) {
      names.add(text(b, strings + each));
    }
    List<String> folders = paths < 0 ? List.of() : List.of(text(b, strings + paths).split(":"));
    return new DynamicLinks(machine, interpreter, names, folders);
  }

  private static long offset(List<Loaded> loaded, long address) {
    for (Loaded each : loaded) {
      if (address >= each.address && address - each.address < each.bytes) {
        return address - each.address + each.offset;
      }
    }
    throw new IllegalArgumentException("an address that is not in the file");
  }

  private static String text(ByteBuffer b, long offset) {
    int from = Math.toIntExact(offset);
    int end = from;
    while (b.get(end) != 0) {
      if (++end - from > MOST_NAME) {
        throw new IllegalArgumentException("a name without end");
      }
    }
    return new String(b.array(), from, end - from, StandardCharsets.UTF_8);
  }
}

package bbt.translator.linux;

import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the kallsyms tables of a running Linux kernel (4.6 and later, with base-relative addresses,
 * as every 64-bit RISC-V kernel has) out of guest physical memory.
 *
 * <p>{@code scripts/kallsyms.c} writes the tables one after another, each 8-byte aligned (4-byte in
 * the newest kernels). The order and the meaning of an offset changed over time:
 *
 * <pre>
 *   up to 6.3:  offsets, relative_base, num_syms, names, markers, [seqs,] token_table, token_index
 *   from 6.4:   num_syms, names, markers, [seqs,] token_table, token_index, offsets, relative_base, [seqs]
 *   newest:     the same without relative_base: an offset is relative to its own place
 * </pre>
 *
 * <p>Nothing says where they are, so they are found by what they must be: the token index (256
 * ascending 16-bit numbers that start with 0, each pointing behind a NUL of the token table that
 * stands right before it), then, going down, a count whose names end exactly where their markers
 * say, then offsets that ascend. A chance match of all of this does not happen.
 */
public final class Kallsyms {
  private static final int TOKENS = 256;
  private static final int TOKEN_INDEX_BYTES = TOKENS * 2;
  private static final int MAX_TOKEN_BYTES = 64 * 1024;

  /** The kernel's KSYM_NAME_LEN, with room: a compressed name is never longer. */
  private static final int MAX_NAME = 1024;

  /** The first token is short: the index of the second is below this. */
  private static final int MAX_FIRST_TOKEN = 64;

  private static final int MIN_SYMBOLS = 256;
  private static final int MAX_SYMBOLS = 4 << 20;

  /** Distance below the token table at which the names may begin: 64 MiB of them do not exist. */
  private static final long MAX_TABLE_SPAN = 64L << 20;

  /** Head of the list of loaded modules. */
  private static final String MODULES = "modules";

  /**
   * Names that are looked at before the search is given up: a kernel has a few hundred thousand,
   * and memory that looks like names from every place is no kernel's.
   */
  private static final long PATIENCE = 64L << 20;

  private long patience = PATIENCE;
  private final KernelImage memory;
  private final long end;
  private final long virtualMinusPhysical;

  private Kallsyms(KernelImage memory, long virtualMinusPhysical) {
    this.memory = memory;
    this.virtualMinusPhysical = virtualMinusPhysical;
    this.end = memory.base() + (memory.size() & ~7L);
  }

  /**
   * The names in the tables.
   *
   * @param functions of types t, T, w, W
   * @param modules address of the list of loaded modules, 0 where the kernel does not name it (it
   *     names data only if it was configured so, as distributions do)
   */
  public record Names(SymbolTable functions, long modules) {
    /** The names in a memory without a kernel. */
    public static final Names NONE = new Names(SymbolTable.EMPTY, 0);
  }

  /**
   * Reads the names that the kernel in a guest's memory has; {@link Names#NONE} when there is no
   * such kernel. Costs one pass over the memory up to the tables, about 0.5 ns a byte.
   *
   * @param virtualMinusPhysical where the kernel's image is mapped, which the newest layout alone
   *     needs; 0 where it is not known
   */
  public static Names read(KernelImage memory, long virtualMinusPhysical) {
    return new Kallsyms(memory, virtualMinusPhysical).search();
  }

  private Names search() {
    for (long at = (memory.base() + 7) & ~7L; at + TOKEN_INDEX_BYTES + 8 <= end; at += 8) {
      // 0 and a small number: the only test that most of memory ever sees.
      long w = memory.readLong(at);
      int low = (int) w;
      int high = (int) (w >>> 32);
      if ((low & 0xFFFF) == 0 && (low >>> 16) - 1 < MAX_FIRST_TOKEN && low > 0) {
        Names found = tryTokenIndex(at);
        if (found != null) {
          return found;
        }
      }
      if ((high & 0xFFFF) == 0 && (high >>> 16) - 1 < MAX_FIRST_TOKEN && high > 0) {
        Names found = tryTokenIndex(at + 4);
        if (found != null) {
          return found;
        }
      }
    }
    return Names.NONE;
  }

  private Names tryTokenIndex(long indexAt) {
    int[] index = new int[TOKENS];
    for (int i = 0; i < TOKENS; i++) {
      index[i] = readShort(indexAt + 2L * i);
      if (i > 0 && index[i] <= index[i - 1]) {
        return null;
      }
    }
    long table = tokenTable(indexAt, index);
    if (table < 0) {
      return null;
    }
    String[] tokens = new String[TOKENS];
    for (int i = 0; i < TOKENS; i++) {
      tokens[i] = string(table + index[i]);
    }
    for (long at = (table - 4) & ~3L; at >= memory.base() && table - at < MAX_TABLE_SPAN; at -= 4) {
      int count = memory.readInt(at);
      // A name takes two bytes at least.
      if (count < MIN_SYMBOLS || count > Math.min(MAX_SYMBOLS, (table - at) / 2)) {
        continue;
      }
      for (int alignment = 4; alignment <= 8; alignment += 4) {
        if (at % alignment == 0) {
          long[] names = names(at + alignment, count, table, alignment);
          if (names != null) {
            // Names and markers that agree are the tables: looking further would find no others.
            return addresses(at, indexAt + TOKEN_INDEX_BYTES, names, tokens);
          }
        }
      }
    }
    return null;
  }

  /** The token table before its index, found by trying each padding; -1 when none fits. */
  private long tokenTable(long indexAt, int[] index) {
    for (int padding = 0; padding < 8; padding++) {
      // The last token's NUL is the last byte before the padding: find where that token begins.
      long last = indexAt - padding - 1;
      if (last - MAX_TOKEN_BYTES < memory.base() || memory.readByte(last) != 0) {
        return -1;
      }
      long start = last;
      while (last - start < MAX_NAME && memory.readByte(start - 1) != 0) {
        start--;
      }
      long table = start - index[TOKENS - 1];
      if ((table & 3) == 0 && table >= memory.base() && endsEachToken(table, index)) {
        return table;
      }
    }
    return -1;
  }

  private boolean endsEachToken(long table, int[] index) {
    for (int i = 1; i < TOKENS; i++) {
      for (long at = table + index[i - 1]; at < table + index[i]; at++) {
        boolean nul = memory.readByte(at) == 0;
        if (nul != (at == table + index[i] - 1)) {
          return false;
        }
      }
    }
    return true;
  }

  /** The address of each compressed name, or null when the bytes are not names and markers. */
  private long[] names(long at, int count, long limit, int alignment) {
    long[] result = new long[MIN_SYMBOLS];
    long[] markers = new long[(MIN_SYMBOLS + 255) >> 8];
    long p = at;
    for (int i = 0; i < count; i++) {
      if (i == result.length) {
        int larger = Math.min(count, 4 * i);
        result = Arrays.copyOf(result, larger);
        markers = Arrays.copyOf(markers, (larger + 255) >> 8);
      }
      if ((i & 255) == 0) {
        markers[i >> 8] = p - at;
      }
      result[i] = p;
      if (p + 2 >= limit || --patience < 0) {
        return null;
      }
      int length = nameLength(p);
      if (length == 0 || length > MAX_NAME) {
        return null;
      }
      p += length + (memory.readByte(p) < 0 ? 2 : 1);
    }
    long markersAt = (p + alignment - 1) & -alignment;
    // 64-bit markers were used until 4.20, 32-bit ones since.
    return markersMatch(markersAt, markers, 4, limit) || markersMatch(markersAt, markers, 8, limit)
        ? result
        : null;
  }

  private boolean markersMatch(long at, long[] markers, int bytes, long limit) {
    if (at + (long) markers.length * bytes > limit) {
      return false;
    }
    for (int i = 0; i < markers.length; i++) {
      long found =
          bytes == 4 ? memory.readInt(at + 4L * i) & 0xFFFFFFFFL : memory.readLong(at + 8L * i);
      if (found != markers[i]) {
        return false;
      }
    }
    return true;
  }

  /** A ULEB128 of at most two bytes (one byte before 6.1, when no name was longer than 127). */
  private int nameLength(long at) {
    int low = memory.readByte(at);
    return low >= 0 ? low : (low & 0x7F) | (memory.readByte(at + 1) & 0xFF) << 7;
  }

  private Names addresses(long countAt, long afterIndex, long[] names, String[] tokens) {
    long tableBytes = (4L * names.length + 7) & ~7L;
    long[] found = relative(afterIndex, afterIndex + tableBytes, names.length);
    if (found == null) {
      found = relative(countAt - 8 - tableBytes, countAt - 8, names.length);
    }
    if (found == null && virtualMinusPhysical != 0) {
      found = selfRelative(afterIndex, names.length);
    }
    return found == null ? Names.NONE : table(found, names, tokens);
  }

  /**
   * Offsets are unsigned and relative to a base that is a kernel's address: one of the upper half,
   * or in the image if that may run where it is.
   */
  private long[] relative(long offsetsAt, long baseAt, int count) {
    if (offsetsAt < memory.base() || baseAt < memory.base() || baseAt + 8 > end) {
      return null;
    }
    long base = memory.readLong(baseAt);
    boolean inImage = virtualMinusPhysical == 0 && base >= memory.base() && base < end;
    if (base >= 0 && !inImage) {
      return null;
    }
    long[] addresses = new long[count];
    for (int i = 0; i < count; i++) {
      addresses[i] = base + (memory.readInt(offsetsAt + 4L * i) & 0xFFFFFFFFL);
    }
    return ascending(addresses) ? addresses : null;
  }

  /** Offsets are signed and relative to their own place. */
  private long[] selfRelative(long offsetsAt, int count) {
    if (offsetsAt + 4L * count > end) {
      return null;
    }
    long[] addresses = new long[count];
    for (int i = 0; i < count; i++) {
      long place = offsetsAt + 4L * i;
      addresses[i] = place + virtualMinusPhysical + memory.readInt(place);
    }
    return ascending(addresses) ? addresses : null;
  }

  private static boolean ascending(long[] addresses) {
    for (int i = 1; i < addresses.length; i++) {
      if (Long.compareUnsigned(addresses[i - 1], addresses[i]) > 0) {
        return false;
      }
    }
    return addresses[0] != addresses[addresses.length - 1];
  }

  private Names table(long[] addresses, long[] names, String[] tokens) {
    List<Symbol> symbols = new ArrayList<>();
    long modules = 0;
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < names.length; i++) {
      name.setLength(0);
      int length = nameLength(names[i]);
      long p = names[i] + (memory.readByte(names[i]) < 0 ? 2 : 1);
      for (int k = 0; k < length; k++) {
        name.append(tokens[memory.readByte(p + k) & 0xFF]);
      }
      // The first character is the type as nm prints it; the rest is the name.
      if (name.length() > 1 && "tTwW".indexOf(name.charAt(0)) >= 0) {
        symbols.add(new Symbol(addresses[i], 0, name.substring(1)));
      } else if (name.length() == MODULES.length() + 1 && name.indexOf(MODULES) == 1) {
        modules = addresses[i];
      }
    }
    return new Names(SymbolTable.of(symbols), modules);
  }

  private int readShort(long at) {
    return (memory.readByte(at) & 0xFF) | (memory.readByte(at + 1) & 0xFF) << 8;
  }

  private String string(long at) {
    long p = at;
    while (memory.readByte(p) != 0) {
      p++;
    }
    byte[] bytes = new byte[(int) (p - at)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = memory.readByte(at + i);
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}

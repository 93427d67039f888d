package bbt.reconstruct.interchange.code;

import bbt.packets.SidebandRecord;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.Segment;
import bbt.ptg.symbols.ElfSymbols;
import bbt.ptg.symbols.Symbol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads code from ELF files, at the addresses where they were loaded. */
public final class FileCode implements CodeSource {
  /** Stands for all contexts. */
  public static final int ANY = -1;

  /** Pages of files that have an address space of their own get physical pages from here on. */
  private static final long INVENTED = 1L << 55;

  private static final long PAGE = -4096L;

  /** A part of a file. Addresses without translation may be others. */
  private record Part(int context, long virtual, long physical, byte[] bytes) {
    /** Two bytes at a distance from its start, or -1. */
    int halfword(long offset) {
      return offset >= 0 && offset + 1 < bytes.length
          ? bytes[(int) offset] & 0xFF | (bytes[(int) offset + 1] & 0xFF) << 8
          : -1;
    }
  }

  private record Page(int context, long address) {}

  private final List<Part> parts = new ArrayList<>();
  private final List<SidebandRecord> symbols = new ArrayList<>();
  private final Map<Page, Long> pages = new HashMap<>();
  private Part last;

  /**
   * Adds a file.
   *
   * @param shift what is to be added to the addresses that it states
   * @param context where it was loaded, or {@link #ANY}
   */
  public void add(ElfFile elf, String name, long shift, int context)
      throws bbt.ptg.image.ImageException {
    for (Segment segment : elf.segments()) {
      if (segment.fileSize() > 0) {
        parts.add(
            new Part(
                context,
                segment.virtual() + shift,
                segment.physical() + shift,
                elf.bytes(segment)));
      }
    }
    List<Symbol> all = ElfSymbols.of(elf).all();
    if (!all.isEmpty()) {
      long[] addresses = new long[all.size()];
      String[] names = new String[all.size()];
      for (int i = 0; i < names.length; i++) {
        addresses[i] = all.get(i).address() + shift;
        names[i] = all.get(i).name();
      }
      int space = context == ANY ? SidebandRecord.GLOBAL : SpaceNumbers.of(context);
      symbols.add(new SidebandRecord.Symbols(0, name, space, addresses, names));
    }
  }

  @Override
  public int halfword(int context, boolean translated, long address) {
    if (last != null) {
      int value = halfword(last, context, translated, address);
      if (value >= 0) {
        return value;
      }
    }
    // The context's own files first; then the addresses of the other way of addressing, for code
    // that runs before its page tables are on.
    for (int way = 0; way < 4; way++) {
      for (Part part : parts) {
        if ((way & 1) == 0 == (part.context == context)) {
          int value = halfword(part, context, translated ^ way > 1, address);
          if (value >= 0) {
            last = way > 1 ? last : part;
            return value;
          }
        }
      }
    }
    return -1;
  }

  private static int halfword(Part part, int context, boolean translated, long address) {
    if (part.context != ANY && part.context != context) {
      return -1;
    }
    return part.halfword(address - (translated ? part.virtual : part.physical));
  }

  @Override
  public long physical(int context, long page) {
    boolean own =
        parts.stream()
            .anyMatch(
                p ->
                    p.context == context
                        && page + 4096 > p.virtual
                        && page < p.virtual + p.bytes.length);
    if (!own && page >= 0 && page < INVENTED) {
      return page;
    }
    return pages.computeIfAbsent(
        new Page(own ? context : ANY, page & PAGE), key -> INVENTED + pages.size() * 4096L);
  }

  @Override
  public List<SidebandRecord> symbols() {
    return symbols;
  }
}

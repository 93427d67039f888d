package bbt.translator.linux;

import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.device.GuestMemory;
import bbt.translator.hart.Hart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the functions of the modules that a Linux kernel has loaded from its memory. Its list of
 * {@code struct module} begins at a symbol of its own; each holds, in this order, the list's links,
 * the name, and somewhere, whatever its version, a pointer to {@code struct mod_kallsyms}: where
 * the module's symbols (ELF's own format), how many, and where their names are.
 *
 * <p>Reading has no effect on the guest. Guest thread only.
 */
final class ModuleSymbols {
  /** Offsets in struct module: first its state, then the list's links, then the name. */
  private static final int NAME = 16; // from the links

  private static final int NAME_BYTES = 56;
  private static final int STRUCT_BYTES = 4096;

  private static final int SYMBOL_BYTES = 24;
  private static final int MAX_SYMBOLS = 1 << 18;
  private static final int MAX_MODULES = 1 << 12;
  private static final int MAX_SYMBOL_NAME = 512;
  private static final long PAGE = 4096;

  private static final int FUNCTION = 2; // STT_FUNC

  /** A module whose symbols have been read: it may be gone, and another one in its place. */
  private record Known(String name, long symbols, int count, SymbolTable table) {}

  private final GuestMemory memory;
  private final Map<Long, Known> known = new HashMap<>();

  ModuleSymbols(GuestMemory memory) {
    this.memory = memory;
  }

  /**
   * The functions of the module that has code on a page.
   *
   * @param list address of the list's head, or 0
   * @return null if there is none
   */
  SymbolTable at(Hart cpu, long virtualPage, long list) {
    if (list == 0) {
      return null;
    }
    long links = longAt(cpu, list);
    for (int i = 0; i < MAX_MODULES && links != list && links < 0; i++) {
      SymbolTable table = module(cpu, links);
      if (table != null) {
        int last = table.atOrBelow(virtualPage + PAGE - 1);
        if (last >= 0 && table.get(last).address() + table.get(last).size() - virtualPage > 0) {
          return table;
        }
      }
      links = longAt(cpu, links);
    }
    return null;
  }

  private SymbolTable module(Hart cpu, long links) {
    String name = text(cpu, links + NAME, NAME_BYTES);
    for (int offset = NAME + NAME_BYTES; offset < STRUCT_BYTES; offset += 8) {
      long kallsyms = longAt(cpu, links + offset);
      if (kallsyms >= 0 || (kallsyms & 7) != 0) {
        continue;
      }
      long symbols = longAt(cpu, kallsyms);
      int count = intAt(cpu, kallsyms + 8);
      long strings = longAt(cpu, kallsyms + 16);
      if (symbols < 0
          && (symbols & 7) == 0
          && count > 1
          && count < MAX_SYMBOLS
          && strings < 0
          && beginsAsTablesDo(cpu, symbols, strings)) {
        Known old = known.get(links);
        if (old == null
            || !old.name().equals(name)
            || old.symbols() != symbols
            || old.count() != count) {
          old = new Known(name, symbols, count, read(cpu, name, symbols, count, strings));
          known.put(links, old);
        }
        return old.table();
      }
    }
    return null;
  }

  /** The first symbol of a table is nothing, the first string is empty, then a name begins. */
  private boolean beginsAsTablesDo(Hart cpu, long symbols, long strings) {
    return longAt(cpu, symbols) == 0
        && longAt(cpu, symbols + 8) == 0
        && longAt(cpu, symbols + 16) == 0
        && byteAt(cpu, strings) == 0
        && byteAt(cpu, strings + 1) > ' ';
  }

  private SymbolTable read(Hart cpu, String module, long symbols, int count, long strings) {
    List<Symbol> functions = new ArrayList<>();
    for (int i = 1; i < count; i++) {
      long at = symbols + (long) SYMBOL_BYTES * i;
      int head = intAt(cpu, at + 4);
      int info = head & 0xFF;
      // Older kernels replace a symbol's type by the letter that nm has for it.
      boolean function = (info & 15) == FUNCTION || info == 't' || info == 'T';
      long address = longAt(cpu, at + 8);
      if (function && head >>> 16 != 0 && address < 0) {
        String name = text(cpu, strings + (intAt(cpu, at) & 0xFFFFFFFFL), MAX_SYMBOL_NAME);
        if (!name.isEmpty()) {
          long size = longAt(cpu, at + 16);
          functions.add(new Symbol(address, Math.max(size, 2), name + " [" + module + "]"));
        }
      }
    }
    return SymbolTable.of(functions);
  }

  private String text(Hart cpu, long address, int limit) {
    byte[] bytes = new byte[limit];
    int length = 0;
    while (length < limit) {
      int b = byteAt(cpu, address + length);
      if (b <= 0) {
        break;
      }
      bytes[length++] = (byte) b;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** A byte of kernel memory, -1 where there is none. */
  private int byteAt(Hart cpu, long address) {
    long physical = physical(cpu, address, 1);
    return physical < 0 ? -1 : memory.read8(physical);
  }

  /** A word of kernel memory, 0 where there is none. */
  private int intAt(Hart cpu, long address) {
    long physical = physical(cpu, address, 4);
    return physical < 0 ? 0 : memory.read32(physical);
  }

  private long longAt(Hart cpu, long address) {
    long physical = physical(cpu, address, 8);
    return physical < 0 ? 0 : memory.read64(physical);
  }

  private long physical(Hart cpu, long address, int bytes) {
    if ((address & bytes - 1) != 0) {
      return -1;
    }
    long physical = cpu.translateQuietly(address);
    return physical >= 0 && memory.contains(physical, bytes) ? physical : -1;
  }
}

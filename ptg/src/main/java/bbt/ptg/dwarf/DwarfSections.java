package bbt.ptg.dwarf;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ImageException;
import bbt.ptg.image.Symbol;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/** The debugging sections of a file, unpacked when first asked for. */
class DwarfSections {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);

  private final ElfFile elf;
  private final Map<String, ByteBuffer> unpacked = new HashMap<>();

  /** By address; null before it is asked for. */
  private Map<Long, Long> functionSizes;

  DwarfSections(ElfFile elf) {
    this.elf = elf;
  }

  boolean has(String name) {
    return elf.section(name) != null;
  }

  /** A section's bytes; empty if the file has none of that name. */
  ByteBuffer get(String name) {
    return unpacked.computeIfAbsent(name, this::load);
  }

  private ByteBuffer load(String name) {
    ElfFile.Section section = elf.section(name);
    if (section == null) {
      return EMPTY;
    }
    try {
      return elf.contents(section);
    } catch (ImageException e) {
      throw new DwarfException(e.getMessage());
    }
  }

  /** Virtual address of a section, 0 if there is none. */
  long address(String name) {
    ElfFile.Section section = elf.section(name);
    return section == null ? 0 : section.address();
  }

  /** The size of the function that the file's symbol table has at an address, or 0. */
  long functionSize(long address) {
    if (functionSizes == null) {
      functionSizes = new HashMap<>();
      try {
        for (Symbol symbol : elf.symbols()) {
          if (symbol.function()) {
            functionSizes.merge(symbol.address(), symbol.size(), Math::max);
          }
        }
      } catch (ImageException e) {
        throw new DwarfException(e.getMessage());
      }
    }
    return functionSizes.getOrDefault(address, 0L);
  }

  String string(String section, long offset) {
    return new DwarfCursor(get(section), offset).string();
  }

  /** Name of the file, for messages. */
  String where() {
    return elf.where();
  }
}

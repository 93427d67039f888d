package bbt.ptg.dwarf.unit;

import bbt.ptg.image.ElfFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

/**
 * Holds the sections of a split unit (DWARF 5, section 7.3.2): a {@code .dwo} file's, or one unit's
 * parts of those of a {@code .dwp} file. Addresses stand in the program itself.
 */
final class SplitSections extends DwarfSections {
  /** Part of a section. */
  record Part(long offset, long size) {}

  private static final String ADDRESSES = ".debug_addr";

  private final DwarfSections program;

  /** By name, without {@code .dwo}; whole sections where it has nothing. */
  private final Map<String, Part> parts;

  SplitSections(DwarfSections program, ElfFile elf, Map<String, Part> parts) {
    super(elf, program.damage());
    this.program = program;
    this.parts = parts;
  }

  @Override
  public ByteBuffer get(String name) {
    if (name.equals(ADDRESSES)) {
      return program.get(name);
    }
    ByteBuffer whole = super.get(name + ".dwo");
    Part part = parts.get(name);
    if (part == null) {
      return whole;
    }
    DwarfCursor at = new DwarfCursor(whole, part.offset);
    int end = at.ahead(part.size);
    return whole.slice(at.position(), end - at.position()).order(ByteOrder.LITTLE_ENDIAN);
  }
}

package bbt.ptg.dwarf.unit;

import java.util.ArrayList;
import java.util.List;

/** A unit of {@code .debug_info}: its header, what its root entry says, and, when asked, more. */
public final class CompileUnit {
  private final DwarfInfo info;
  private final DwarfSections sections;
  private final long identity;
  private final int offset;
  private final int end;
  private final int version;
  private final int addressSize;
  private final int offsetSize;
  private final int firstDie;
  private final Abbreviations abbreviations;

  // From the root entry.
  private boolean rootRead;
  private int rootTag;
  private String name;
  private String directory;
  private long lineOffset = -1;
  private long lowPc;
  private long stringOffsetsBase;
  private long addressBase;
  private long rangeListsBase;
  private long locationListsBase;
  private List<long[]> ranges = List.of();

  private String splitName;
  private boolean splitSought;
  private CompileUnit split;
  private LineTable lines;
  private ScopeTree scopes;

  CompileUnit(
      DwarfInfo info,
      DwarfSections sections,
      long identity,
      int offset,
      int end,
      int version,
      int addressSize,
      int offsetSize,
      int firstDie,
      Abbreviations abbreviations) {
    this.info = info;
    this.sections = sections;
    this.identity = identity;
    this.offset = offset;
    this.end = end;
    this.version = version;
    this.addressSize = addressSize;
    this.offsetSize = offsetSize;
    this.firstDie = firstDie;
    this.abbreviations = abbreviations;
  }

  public DwarfSections sections() {
    return sections;
  }

  /** The file that it is in. */
  public DwarfInfo info() {
    return info;
  }

  /** The number that both halves of a split unit bear. */
  long identity() {
    return identity;
  }

  /** The unit itself; of one in two halves the one with the functions, where it is found. */
  CompileUnit whole() {
    readRoot();
    if (rootTag == Dw.TAG_SKELETON_UNIT && !splitSought) {
      splitSought = true;
      split = sections.bear(() -> info.split(this, identity, directory, splitName), null);
    }
    return split == null ? this : split;
  }

  /** Offset of its header in {@code .debug_info}. */
  public int offset() {
    return offset;
  }

  /** Offset behind its last entry. */
  int end() {
    return end;
  }

  public int version() {
    return version;
  }

  public int addressSize() {
    return addressSize;
  }

  int firstDie() {
    return firstDie;
  }

  Abbreviations abbreviations() {
    return abbreviations;
  }

  /** A place in {@code .debug_info}, read as this unit is. */
  DwarfCursor cursor(long at) {
    DwarfCursor cursor = new DwarfCursor(sections.get(".debug_info"), at);
    cursor.offsetSize(offsetSize);
    return cursor;
  }

  private void readRoot() {
    if (rootRead) {
      return;
    }
    rootRead = true;
    boolean whole =
        sections.bear(
            () -> {
              readEntry(new DieReader(this));
              return true;
            },
            false);
    if (!whole) {
      ranges = List.of();
      lineOffset = -1;
    }
  }

  private void readEntry(DieReader root) {
    if (!root.next()) {
      return;
    }
    rootTag = root.tag();
    int header = offsetSize == 4 ? 8 : 16;
    stringOffsetsBase = root.number(Dw.AT_STR_OFFSETS_BASE, header);
    addressBase = root.number(Dw.AT_ADDR_BASE, header);
    rangeListsBase = root.number(Dw.AT_RNGLISTS_BASE, offsetSize == 4 ? 12 : 20);
    locationListsBase = root.number(Dw.AT_LOCLISTS_BASE, offsetSize == 4 ? 12 : 20);
    name = root.string(Dw.AT_NAME);
    directory = root.string(Dw.AT_COMP_DIR);
    splitName = root.string(Dw.AT_DWO_NAME);
    lineOffset = root.number(Dw.AT_STMT_LIST, -1);
    lowPc = root.address(Dw.AT_LOW_PC);
    ranges = ranges(root);
    if (ranges.isEmpty() && lineOffset >= 0) {
      // DWARF 2 has no way to say that a unit's code is in several places.
      ranges = lines().ranges();
    }
  }

  /** Whether it is the compiler's output for a source file (not shared by others). */
  public boolean hasCode() {
    readRoot();
    boolean compiled = rootTag == Dw.TAG_COMPILE_UNIT || rootTag == Dw.TAG_SKELETON_UNIT;
    return compiled && !ranges().isEmpty();
  }

  /** The addresses that it covers: pairs of first and end. */
  List<long[]> ranges() {
    readRoot();
    return info.skeleton() == null ? ranges : info.skeleton().ranges();
  }

  public String name() {
    readRoot();
    return name;
  }

  /** The address that range and location lists count from. */
  public long baseAddress() {
    readRoot();
    return info.skeleton() == null ? lowPc : info.skeleton().baseAddress();
  }

  /** The unit's line table; an empty one if it has none. */
  public LineTable lines() {
    if (info.skeleton() != null) {
      return info.skeleton().lines();
    }
    if (lines == null) {
      readRoot();
      lines = LineTable.EMPTY;
      if (lineOffset >= 0) {
        LineProgram program = new LineProgram(sections, lineOffset, addressSize, directory, name);
        lines = sections.bear(program::run, LineTable.EMPTY);
      }
    }
    return lines;
  }

  /** The unit's functions, inlined calls and blocks. */
  public ScopeTree scopes() {
    if (scopes == null) {
      readRoot();
      scopes = sections.bear(() -> ScopeTree.read(this), ScopeTree.EMPTY);
    }
    return scopes;
  }

  String stringAt(long index) {
    DwarfCursor in =
        new DwarfCursor(sections.get(".debug_str_offsets"), stringOffsetsBase + index * offsetSize);
    in.offsetSize(offsetSize);
    return sections.string(".debug_str", in.offset());
  }

  public long addressAt(long index) {
    if (info.skeleton() != null) {
      return info.skeleton().addressAt(index);
    }
    return new DwarfCursor(sections.get(".debug_addr"), addressBase + index * addressSize)
        .unsigned(addressSize);
  }

  /** The addresses that an entry covers: pairs of first and end; empty ones are left out. */
  List<long[]> ranges(DieReader die) {
    List<long[]> found = new ArrayList<>();
    if (die.has(Dw.AT_RANGES)) {
      long value = die.number(Dw.AT_RANGES, 0);
      if (version < 5) {
        oldRanges(value, found);
      } else {
        newRanges(die.form(Dw.AT_RANGES) == Dw.FORM_RNGLISTX ? rangeListAt(value) : value, found);
      }
    } else if (die.has(Dw.AT_LOW_PC) && die.has(Dw.AT_HIGH_PC)) {
      long low = die.address(Dw.AT_LOW_PC);
      long high =
          die.isAddress(Dw.AT_HIGH_PC)
              ? die.address(Dw.AT_HIGH_PC)
              : low + die.number(Dw.AT_HIGH_PC, 0);
      if (high == low && info.skeleton() != null) {
        // For RISC-V the assembler leaves lengths to the linker, which never sees a .dwo file.
        high += info.skeleton().sections().functionSize(low);
      }
      add(found, low, high);
    }
    return found;
  }

  private void add(List<long[]> ranges, long low, long high) {
    // Debugging information shares lists of ranges, if at all, with a few.
    sections.spend("address ranges", 1, ".debug_info", 4);
    if (low != high) {
      ranges.add(new long[] {low, high});
    }
  }

  private long rangeListAt(long index) {
    DwarfCursor in =
        new DwarfCursor(sections.get(".debug_rnglists"), rangeListsBase + index * offsetSize);
    in.offsetSize(offsetSize);
    return rangeListsBase + in.offset();
  }

  /** Where a location list starts that is named by its index. */
  public long locationListAt(long index) {
    readRoot();
    DwarfCursor in =
        new DwarfCursor(sections.get(".debug_loclists"), locationListsBase + index * offsetSize);
    in.offsetSize(offsetSize);
    return locationListsBase + in.offset();
  }

  /** DWARF 4, section 2.17.3. */
  private void oldRanges(long at, List<long[]> found) {
    DwarfCursor in = new DwarfCursor(sections.get(".debug_ranges"), at);
    long base = baseAddress();
    long all = addressSize == 8 ? -1L : 0xFFFF_FFFFL;
    while (true) {
      long first = in.unsigned(addressSize);
      long second = in.unsigned(addressSize);
      if (first == 0 && second == 0) {
        return;
      }
      if (first == all) {
        base = second;
      } else {
        add(found, base + first, base + second);
      }
    }
  }

  /** DWARF 5, section 2.17.3. */
  private void newRanges(long at, List<long[]> found) {
    DwarfCursor in = new DwarfCursor(sections.get(".debug_rnglists"), at);
    long base = baseAddress();
    while (true) {
      int kind = in.u8();
      switch (kind) {
        case Dw.RLE_END_OF_LIST -> {
          return;
        }
        case Dw.RLE_BASE_ADDRESSX -> base = addressAt(in.uleb());
        case Dw.RLE_BASE_ADDRESS -> base = in.unsigned(addressSize);
        case Dw.RLE_STARTX_ENDX -> add(found, addressAt(in.uleb()), addressAt(in.uleb()));
        case Dw.RLE_STARTX_LENGTH -> {
          long start = addressAt(in.uleb());
          add(found, start, start + in.uleb());
        }
        case Dw.RLE_OFFSET_PAIR -> add(found, base + in.uleb(), base + in.uleb());
        case Dw.RLE_START_END -> add(found, in.unsigned(addressSize), in.unsigned(addressSize));
        case Dw.RLE_START_LENGTH -> {
          long start = in.unsigned(addressSize);
          add(found, start, start + in.uleb());
        }
        default -> throw new DwarfException("range list entry of kind " + kind);
      }
    }
  }
}

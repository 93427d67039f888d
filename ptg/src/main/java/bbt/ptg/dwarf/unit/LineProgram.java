package bbt.ptg.dwarf.unit;

import java.util.ArrayList;
import java.util.List;

/** Runs a line number program (DWARF 5, section 6.2). */
final class LineProgram {
  private static final String SECTION = ".debug_line";

  private final DwarfSections sections;
  private final DwarfCursor in;
  private final int addressSize;
  private final String directory;
  private final String unitName;
  private int version;
  private int minimumLength;
  private int lineBase;
  private int lineRange;
  private int opcodeBase;
  private int[] operands;
  private int end;
  private final List<String> directories = new ArrayList<>();
  private final List<String> files = new ArrayList<>();
  private LineTable.Builder table;

  // The state machine's registers.
  private long address;
  private int file;
  private int line;
  private int column;

  /**
   * Creates a program that has not run yet.
   *
   * @param offset in {@code .debug_line}
   * @param directory the unit's, null if it states none
   * @param unitName the unit's source file, null if it states none
   */
  LineProgram(
      DwarfSections sections, long offset, int addressSize, String directory, String unitName) {
    this.sections = sections;
    this.in = new DwarfCursor(sections.get(SECTION), offset);
    this.addressSize = addressSize;
    this.directory = directory;
    this.unitName = unitName;
  }

  LineTable run() {
    header();
    table = new LineTable.Builder(files.toArray(String[]::new));
    while (in.position() < end) {
      reset();
      sequence();
    }
    return table.build();
  }

  private void header() {
    int start = in.position();
    end = in.unitEnd();
    sections.spend("bytes of line tables", end - start, SECTION, 4);
    version = in.u16();
    if (version < 2 || version > 5) {
      throw new DwarfException("line table version " + version);
    }
    if (version >= 5) {
      in.skip(2); // sizes of addresses and segment selectors
    }
    long headerLength = in.offset();
    int program = in.ahead(headerLength);
    minimumLength = in.u8();
    if (version >= 4) {
      in.skip(1); // operations per instruction: more than one on VLIW machines only
    }
    in.skip(1); // whether rows start as statements
    lineBase = (byte) in.u8();
    lineRange = in.u8();
    if (lineRange == 0) {
      throw new DwarfException("a line table whose lines have no range");
    }
    opcodeBase = in.u8();
    operands = new int[opcodeBase];
    for (int i = 1; i < opcodeBase; i++) {
      operands[i] = in.u8();
    }
    if (version >= 5) {
      newNames();
    } else {
      oldNames();
    }
    in.seek(program);
  }

  private void oldNames() {
    directories.add(directory);
    for (String name = in.string(); !name.isEmpty(); name = in.string()) {
      add(directories, join(directory, name));
    }
    files.add(unitName == null ? null : join(directory, unitName));
    for (String name = in.string(); !name.isEmpty(); name = in.string()) {
      oldFile(name);
    }
  }

  private void oldFile(String name) {
    int inDirectory = (int) in.uleb();
    in.skipLeb(); // time
    in.skipLeb(); // length
    add(files, join(directoryAt(inDirectory), name));
  }

  private void newNames() {
    entries(directories, true);
    entries(files, false);
  }

  private void entries(List<String> names, boolean areDirectories) {
    int formats = in.u8();
    long[] types = new long[formats];
    long[] forms = new long[formats];
    for (int i = 0; i < formats; i++) {
      types[i] = in.uleb();
      forms[i] = in.uleb();
    }
    long count = in.uleb();
    if (formats == 0 && count != 0) {
      throw new DwarfException("a line table with " + count + " names that say nothing");
    }
    for (long n = 0; Long.compareUnsigned(n, count) < 0; n++) {
      String path = "";
      int inDirectory = 0;
      for (int i = 0; i < formats; i++) {
        if (types[i] == Dw.LNCT_PATH) {
          path = path((int) forms[i]);
        } else if (types[i] == Dw.LNCT_DIRECTORY_INDEX) {
          inDirectory = (int) number((int) forms[i]);
        } else {
          skip((int) forms[i]);
        }
      }
      add(names, areDirectories ? join(directory, path) : join(directoryAt(inDirectory), path));
    }
  }

  /** Names may share a directory, and characters, with many others. */
  private void add(List<String> names, String name) {
    sections.spend("characters of file names", name.length(), SECTION, 64);
    names.add(name);
  }

  private String path(int form) {
    return switch (form) {
      case Dw.FORM_STRING -> in.string();
      case Dw.FORM_LINE_STRP -> sections.string(".debug_line_str", in.offset());
      case Dw.FORM_STRP -> sections.string(".debug_str", in.offset());
      default -> {
        skip(form);
        yield "";
      }
    };
  }

  private long number(int form) {
    return switch (form) {
      case Dw.FORM_UDATA -> in.uleb();
      case Dw.FORM_DATA1 -> in.u8();
      case Dw.FORM_DATA2 -> in.u16();
      case Dw.FORM_DATA4 -> in.u32();
      case Dw.FORM_DATA8 -> in.u64();
      default -> throw new DwarfException("form 0x" + Integer.toHexString(form) + " of a number");
    };
  }

  private void skip(int form) {
    switch (form) {
      case Dw.FORM_STRING -> in.skipString();
      case Dw.FORM_LINE_STRP, Dw.FORM_STRP, Dw.FORM_STRP_SUP, Dw.FORM_SEC_OFFSET -> in.offset();
      case Dw.FORM_DATA16 -> in.skip(16);
      case Dw.FORM_BLOCK -> in.skip(in.uleb());
      case Dw.FORM_BLOCK1 -> in.skip(in.u8());
      case Dw.FORM_BLOCK2 -> in.skip(in.u16());
      case Dw.FORM_BLOCK4 -> in.skip(in.u32());
      case Dw.FORM_STRX1 -> in.skip(1);
      case Dw.FORM_STRX2 -> in.skip(2);
      case Dw.FORM_STRX3 -> in.skip(3);
      case Dw.FORM_STRX4 -> in.skip(4);
      case Dw.FORM_STRX -> in.skipLeb();
      default -> number(form);
    }
  }

  private String directoryAt(int index) {
    return index >= 0 && index < directories.size() ? directories.get(index) : directory;
  }

  /** A path in a directory; one that starts at the root stays as it is. */
  private static String join(String directory, String path) {
    if (path.startsWith("/") || directory == null || directory.isEmpty()) {
      return path;
    }
    if (path.isEmpty()) {
      return directory;
    }
    return directory.endsWith("/") ? directory + path : directory + "/" + path;
  }

  private void reset() {
    address = 0;
    file = 1;
    line = 1;
    column = 0;
  }

  /** Runs up to the end of a sequence. */
  private void sequence() {
    while (in.position() < end) {
      int opcode = in.u8();
      if (opcode >= opcodeBase) {
        int adjusted = opcode - opcodeBase;
        advance(adjusted / lineRange);
        line += lineBase + adjusted % lineRange;
        row();
      } else if (opcode == 0) {
        if (extended()) {
          return;
        }
      } else {
        standard(opcode);
      }
    }
  }

  private void advance(long instructions) {
    address += instructions * minimumLength;
  }

  private void row() {
    table.row(address, file, line, column);
  }

  private void standard(int opcode) {
    switch (opcode) {
      case Dw.LNS_COPY -> row();
      case Dw.LNS_ADVANCE_PC -> advance(in.uleb());
      case Dw.LNS_ADVANCE_LINE -> line += (int) in.sleb();
      case Dw.LNS_SET_FILE -> file = (int) in.uleb();
      case Dw.LNS_SET_COLUMN -> column = (int) in.uleb();
      case Dw.LNS_CONST_ADD_PC -> advance((255 - opcodeBase) / lineRange);
      case Dw.LNS_FIXED_ADVANCE_PC -> address += in.u16();
      case Dw.LNS_NEGATE_STMT,
          Dw.LNS_SET_BASIC_BLOCK,
          Dw.LNS_SET_PROLOGUE_END,
          Dw.LNS_SET_EPILOGUE_BEGIN -> {
        // rows hold none of this
      }
      default -> {
        for (int i = 0; i < operands[opcode]; i++) {
          in.skipLeb();
        }
      }
    }
  }

  /** Whether the sequence ends. */
  private boolean extended() {
    long length = in.uleb();
    int next = in.ahead(length);
    int opcode = length == 0 ? -1 : in.u8();
    switch (opcode) {
      case Dw.LNE_END_SEQUENCE -> {
        table.endSequence(address);
        in.seek(next);
        return true;
      }
      case Dw.LNE_SET_ADDRESS -> address = in.unsigned(addressSize);
      case Dw.LNE_DEFINE_FILE -> throw new DwarfException("a file defined in a line program");
      default -> {
        // discriminators, and what others may add
      }
    }
    in.seek(next);
    return false;
  }
}

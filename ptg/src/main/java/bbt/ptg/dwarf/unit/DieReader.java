package bbt.ptg.dwarf.unit;

import bbt.ptg.dwarf.unit.Abbreviations.Kind;
import java.nio.charset.StandardCharsets;

/**
 * Reads entries of one unit, one after the other, each into itself: nothing is allocated for an
 * entry. Values that need other sections are looked up when they are asked for.
 */
public final class DieReader {
  private static final int[] NO_ATTRIBUTES = {};

  private final CompileUnit unit;
  private final DwarfCursor in;
  private int offset;
  private Kind kind;
  private int[] attributes = NO_ATTRIBUTES;

  /** By attribute: its form, and the number, the offset or the place of its value. */
  private int[] forms = new int[16];

  private long[] values = new long[16];

  /** Bytes of a block. */
  private int[] sizes = new int[16];

  public DieReader(CompileUnit unit) {
    this.unit = unit;
    this.in = unit.cursor(unit.firstDie());
  }

  /** Goes to the entry at an offset of {@code .debug_info}, to be read next. */
  void seek(long dieOffset) {
    in.seek(dieOffset);
  }

  /**
   * Reads the next entry, in the order in which they stand: children behind their parent.
   *
   * @return false where the children of an entry end, or the unit does
   */
  public boolean next() {
    offset = in.position();
    if (offset >= unit.end()) {
      return false;
    }
    long code = in.uleb();
    if (code == 0) {
      return false;
    }
    kind = unit.abbreviations().kind(code);
    attributes = kind.attributes();
    int count = attributes.length / 2;
    if (count > forms.length) {
      forms = new int[count * 2];
      values = new long[count * 2];
      sizes = new int[count * 2];
    }
    for (int i = 0; i < count; i++) {
      read(i, attributes[2 * i + 1]);
    }
    return true;
  }

  /** Whether everything of the unit has been read. */
  boolean atEnd() {
    return in.position() >= unit.end();
  }

  /** Passes over the children of the entry that was just read. */
  public void skipChildren() {
    if (!kind.children()) {
      return;
    }
    int sibling = index(Dw.AT_SIBLING);
    if (sibling >= 0) {
      long next = reference(sibling);
      // Siblings follow each other, so that every reading of a unit ends.
      if (next < in.position() || next > unit.end()) {
        throw new DwarfException(
            "the sibling of the entry at 0x%x is at 0x%x".formatted(offset, next));
      }
      in.seek(next);
      return;
    }
    int depth = 1;
    while (depth > 0) {
      if (!next()) {
        if (atEnd()) {
          return;
        }
        depth--;
      } else if (kind.children()) {
        depth++;
      }
    }
  }

  private void read(int i, int form) {
    forms[i] = form;
    switch (form) {
      case Dw.FORM_ADDR -> values[i] = in.unsigned(unit.addressSize());
      case Dw.FORM_DATA1, Dw.FORM_FLAG, Dw.FORM_REF1, Dw.FORM_STRX1, Dw.FORM_ADDRX1 ->
          values[i] = in.u8();
      case Dw.FORM_DATA2, Dw.FORM_REF2, Dw.FORM_STRX2, Dw.FORM_ADDRX2 -> values[i] = in.u16();
      case Dw.FORM_STRX3, Dw.FORM_ADDRX3 -> values[i] = in.u24();
      case Dw.FORM_DATA4, Dw.FORM_REF4, Dw.FORM_STRX4, Dw.FORM_ADDRX4, Dw.FORM_REF_SUP4 ->
          values[i] = in.u32();
      case Dw.FORM_DATA8, Dw.FORM_REF8, Dw.FORM_REF_SIG8, Dw.FORM_REF_SUP8 -> values[i] = in.u64();
      case Dw.FORM_SDATA -> values[i] = in.sleb();
      case Dw.FORM_UDATA,
          Dw.FORM_REF_UDATA,
          Dw.FORM_STRX,
          Dw.FORM_ADDRX,
          Dw.FORM_LOCLISTX,
          Dw.FORM_RNGLISTX ->
          values[i] = in.uleb();
      case Dw.FORM_STRP,
          Dw.FORM_LINE_STRP,
          Dw.FORM_SEC_OFFSET,
          Dw.FORM_STRP_SUP,
          Dw.FORM_GNU_REF_ALT,
          Dw.FORM_GNU_STRP_ALT ->
          values[i] = in.offset();
      case Dw.FORM_REF_ADDR ->
          values[i] = unit.version() <= 2 ? in.unsigned(unit.addressSize()) : in.offset();
      case Dw.FORM_FLAG_PRESENT -> values[i] = 1;
      case Dw.FORM_IMPLICIT_CONST -> values[i] = kind.constants()[i];
      case Dw.FORM_STRING -> {
        values[i] = in.position();
        in.skipString();
      }
      case Dw.FORM_BLOCK1 -> block(i, in.u8());
      case Dw.FORM_BLOCK2 -> block(i, in.u16());
      case Dw.FORM_BLOCK4 -> block(i, in.u32());
      case Dw.FORM_BLOCK, Dw.FORM_EXPRLOC -> block(i, in.uleb());
      case Dw.FORM_DATA16 -> block(i, 16);
      case Dw.FORM_INDIRECT -> {
        int actual = (int) in.uleb();
        if (actual == Dw.FORM_INDIRECT) {
          throw new DwarfException("an indirect form of an indirect form");
        }
        read(i, actual);
      }
      default ->
          throw new DwarfException(
              "form 0x" + Integer.toHexString(form) + " at 0x" + Integer.toHexString(offset));
    }
  }

  private void block(int i, long size) {
    values[i] = in.position();
    sizes[i] = in.ahead(size) - in.position();
    in.skip(size);
  }

  /** Offset of the entry in {@code .debug_info}. */
  public int offset() {
    return offset;
  }

  public int tag() {
    return kind.tag();
  }

  public boolean hasChildren() {
    return kind.children();
  }

  private int index(int attribute) {
    for (int i = 0; i < attributes.length; i += 2) {
      if (attributes[i] == attribute) {
        return i / 2;
      }
    }
    return -1;
  }

  public boolean has(int attribute) {
    return index(attribute) >= 0;
  }

  /** A constant, or {@code otherwise} without the attribute. */
  public long number(int attribute, long otherwise) {
    int i = index(attribute);
    return i < 0 ? otherwise : values[i];
  }

  /** The form of an attribute, 0 without it. */
  public int form(int attribute) {
    int i = index(attribute);
    return i < 0 ? 0 : forms[i];
  }

  /** A constant of a signed kind, 0 without it: the data forms are extended by their sign. */
  public long signed(int attribute) {
    int i = index(attribute);
    return switch (form(attribute)) {
      case 0 -> 0;
      case Dw.FORM_DATA1 -> (byte) values[i];
      case Dw.FORM_DATA2 -> (short) values[i];
      case Dw.FORM_DATA4 -> (int) values[i];
      default -> values[i];
    };
  }

  /** An address, or 0 without the attribute. */
  long address(int attribute) {
    int i = index(attribute);
    if (i < 0) {
      return 0;
    }
    return switch (forms[i]) {
      case Dw.FORM_ADDRX, Dw.FORM_ADDRX1, Dw.FORM_ADDRX2, Dw.FORM_ADDRX3, Dw.FORM_ADDRX4 ->
          unit.addressAt(values[i]);
      default -> values[i];
    };
  }

  /** Whether an attribute is an address (not a constant, as high_pc may be). */
  boolean isAddress(int attribute) {
    return switch (form(attribute)) {
      case Dw.FORM_ADDR,
          Dw.FORM_ADDRX,
          Dw.FORM_ADDRX1,
          Dw.FORM_ADDRX2,
          Dw.FORM_ADDRX3,
          Dw.FORM_ADDRX4 ->
          true;
      default -> false;
    };
  }

  /** Offset in {@code .debug_info} of the entry that is referred to, or -1. */
  long reference(int index, boolean byIndex) {
    int i = byIndex ? index : index(index);
    if (i < 0) {
      return -1;
    }
    return switch (forms[i]) {
      case Dw.FORM_REF1, Dw.FORM_REF2, Dw.FORM_REF4, Dw.FORM_REF8, Dw.FORM_REF_UDATA ->
          unit.offset() + values[i];
      case Dw.FORM_REF_ADDR -> values[i];
      default -> -1; // type units and supplementary files are not read
    };
  }

  private long reference(int index) {
    return reference(index, true);
  }

  /** Returns the entry that an attribute refers to, or -1. */
  public long referenced(int attribute) {
    return reference(attribute, false);
  }

  /** A string, or null without the attribute (or where it is in a supplementary file). */
  public String string(int attribute) {
    int i = index(attribute);
    if (i < 0) {
      return null;
    }
    return switch (forms[i]) {
      case Dw.FORM_STRING -> unit.cursor(values[i]).string();
      case Dw.FORM_STRP -> unit.sections().string(".debug_str", values[i]);
      case Dw.FORM_LINE_STRP -> unit.sections().string(".debug_line_str", values[i]);
      case Dw.FORM_STRX, Dw.FORM_STRX1, Dw.FORM_STRX2, Dw.FORM_STRX3, Dw.FORM_STRX4 ->
          unit.stringAt(values[i]);
      default -> null;
    };
  }

  /** Whether its name is this one; makes no string where it can do without. */
  public boolean isNamed(byte[] name) {
    int i = index(Dw.AT_NAME);
    if (i < 0) {
      return false;
    }
    return switch (forms[i]) {
      case Dw.FORM_STRING -> unit.cursor(values[i]).isString(name);
      case Dw.FORM_STRP ->
          new DwarfCursor(unit.sections().get(".debug_str"), values[i]).isString(name);
      default -> new String(name, StandardCharsets.UTF_8).equals(string(Dw.AT_NAME));
    };
  }

  /** The bytes of a block or an expression, or null where the attribute is none. */
  public byte[] block(int attribute) {
    int i = index(attribute);
    if (i < 0) {
      return null;
    }
    return switch (forms[i]) {
      case Dw.FORM_BLOCK, Dw.FORM_BLOCK1, Dw.FORM_BLOCK2, Dw.FORM_BLOCK4, Dw.FORM_EXPRLOC ->
          unit.cursor(values[i]).bytes(sizes[i]);
      default -> null;
    };
  }
}

package bbt.ptg.dwarf;

import bbt.ptg.dwarf.unit.DieReader;
import bbt.ptg.dwarf.unit.Dw;
import bbt.ptg.dwarf.unit.DwarfException;
import bbt.ptg.dwarf.unit.DwarfInfo;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Describes the types of a program: their names as C writes them, their sizes, and their values as
 * text.
 */
final class Types {
  private static final int MAX_DEPTH = 16;
  private static final int MAX_ELEMENTS = 16;

  /** Unnamed structures inside each other or side by side in one. */
  private static final int MOST_INSIDE = 256;

  private static final int MAX_STRING = 80;

  /** The most bytes of an object. */
  private static final long LARGEST = 1L << 40;

  // DW_ATE: how a base type is encoded.
  private static final int ATE_BOOLEAN = 2;
  private static final int ATE_FLOAT = 4;
  private static final int ATE_SIGNED = 5;
  private static final int ATE_SIGNED_CHAR = 6;
  private static final int ATE_UNSIGNED_CHAR = 8;

  private final DwarfInfo info;
  private final MachineView machine;

  Types(DwarfInfo info, MachineView machine) {
    this.info = info;
    this.machine = machine;
  }

  static boolean signed(int encoding) {
    return encoding == ATE_SIGNED || encoding == ATE_SIGNED_CHAR;
  }

  /** A type's name; {@code void} where there is none. */
  String name(long type) {
    return name(type, 0);
  }

  private String name(long offset, int depth) {
    DieReader type = depth > MAX_DEPTH ? null : info.entry(offset);
    if (type == null) {
      return "void";
    }
    String own = type.string(Dw.AT_NAME);
    long of = type.referenced(Dw.AT_TYPE);
    return switch (type.tag()) {
      case Dw.TAG_POINTER_TYPE -> pointer(name(of, depth + 1), "*");
      case Dw.TAG_REFERENCE_TYPE -> pointer(name(of, depth + 1), "&");
      case Dw.TAG_CONST_TYPE -> qualified("const", of, depth);
      case Dw.TAG_VOLATILE_TYPE -> qualified("volatile", of, depth);
      case Dw.TAG_RESTRICT_TYPE, Dw.TAG_ATOMIC_TYPE -> name(of, depth + 1);
      case Dw.TAG_ARRAY_TYPE -> name(of, depth + 1) + " [" + countText(offset) + "]";
      case Dw.TAG_STRUCTURE_TYPE -> "struct " + (own == null ? "{...}" : own);
      case Dw.TAG_UNION_TYPE -> "union " + (own == null ? "{...}" : own);
      case Dw.TAG_ENUMERATION_TYPE -> "enum " + (own == null ? "{...}" : own);
      case Dw.TAG_SUBROUTINE_TYPE -> name(of, depth + 1) + " ()";
      default -> own == null ? "?" : own;
    };
  }

  private String qualified(String word, long of, int depth) {
    String name = name(of, depth + 1);
    return name.endsWith("*") ? name + " " + word : word + " " + name;
  }

  private static String pointer(String to, String mark) {
    return to.endsWith("*") ? to + mark : to + " " + mark;
  }

  private String countText(long array) {
    long count = count(array);
    return count < 0 ? "" : Long.toString(count);
  }

  /** The type behind typedefs and qualifiers; null for void. */
  DieReader plain(long offset) {
    DieReader type = info.entry(offset);
    for (int i = 0; i < MAX_DEPTH && type != null; i++) {
      switch (type.tag()) {
        case Dw.TAG_TYPEDEF,
            Dw.TAG_CONST_TYPE,
            Dw.TAG_VOLATILE_TYPE,
            Dw.TAG_RESTRICT_TYPE,
            Dw.TAG_ATOMIC_TYPE ->
            type = info.entry(type.referenced(Dw.AT_TYPE));
        default -> {
          return type;
        }
      }
    }
    return null;
  }

  /** Elements of an array in all dimensions; -1 when not known. */
  private long count(long array) {
    DieReader die = info.entry(array);
    long count = 1;
    boolean any = false;
    boolean inside = die.hasChildren();
    while (inside && die.next()) {
      if (die.tag() == Dw.TAG_SUBRANGE_TYPE) {
        any = true;
        if (die.has(Dw.AT_COUNT)) {
          count *= die.number(Dw.AT_COUNT, 0);
        } else if (die.has(Dw.AT_UPPER_BOUND) && die.block(Dw.AT_UPPER_BOUND) == null) {
          count *= die.number(Dw.AT_UPPER_BOUND, 0) + 1;
        } else {
          return -1;
        }
      }
      die.skipChildren();
    }
    return any ? count : -1;
  }

  /** Bytes of an object; -1 when not known. */
  long size(long offset) {
    return size(offset, 0);
  }

  private long size(long offset, int depth) {
    DieReader type = depth > MAX_DEPTH ? null : plain(offset);
    if (type == null) {
      return -1;
    }
    if (type.has(Dw.AT_BYTE_SIZE)) {
      return known(type.number(Dw.AT_BYTE_SIZE, 0));
    }
    return switch (type.tag()) {
      case Dw.TAG_POINTER_TYPE, Dw.TAG_REFERENCE_TYPE -> 8;
      case Dw.TAG_ARRAY_TYPE -> {
        long count = count(type.offset());
        long element = size(info.entry(type.offset()).referenced(Dw.AT_TYPE), depth + 1);
        boolean fits = element >= 0 && count >= 0 && Math.multiplyHigh(count, element) == 0;
        yield fits ? known(count * element) : -1;
      }
      default -> -1;
    };
  }

  private static long known(long size) {
    return size < 0 || size > LARGEST ? -1 : size;
  }

  /** An object's value as C would write it; structures one level deep. */
  String text(long type, byte[] bytes) {
    return text(type, bytes, 1);
  }

  private String text(long offset, byte[] bytes, int levels) {
    DieReader type = plain(offset);
    if (type == null) {
      return "void";
    }
    long value = Expression.number(bytes);
    return switch (type.tag()) {
      case Dw.TAG_BASE_TYPE -> base(type, bytes, value);
      case Dw.TAG_POINTER_TYPE, Dw.TAG_REFERENCE_TYPE -> address(type, value);
      case Dw.TAG_ENUMERATION_TYPE -> enumerator(type, bytes, value);
      case Dw.TAG_STRUCTURE_TYPE, Dw.TAG_CLASS_TYPE, Dw.TAG_UNION_TYPE ->
          levels == 0 ? "{...}" : members(type, bytes, levels);
      case Dw.TAG_ARRAY_TYPE -> levels == 0 ? "{...}" : elements(type, bytes, levels);
      default -> "0x" + Long.toHexString(value);
    };
  }

  private static String base(DieReader type, byte[] bytes, long value) {
    int encoding = (int) type.number(Dw.AT_ENCODING, 0);
    int shift = 64 - 8 * Math.min(8, bytes.length);
    long extended = signed(encoding) && shift < 64 ? value << shift >> shift : value;
    return switch (encoding) {
      case ATE_BOOLEAN -> value == 0 ? "false" : "true";
      case ATE_FLOAT ->
          switch (bytes.length) {
            case 4 -> Float.toString(Float.intBitsToFloat((int) value));
            case 8 -> Double.toString(Double.longBitsToDouble(value));
            default -> hexadecimal(bytes);
          };
      case ATE_SIGNED_CHAR, ATE_UNSIGNED_CHAR ->
          extended >= 32 && extended < 127
              ? extended + " '" + (char) extended + "'"
              : "" + extended;
      default ->
          bytes.length > 8
              ? hexadecimal(bytes)
              : signed(encoding) ? Long.toString(extended) : Long.toUnsignedString(extended);
    };
  }

  private static String hexadecimal(byte[] bytes) {
    StringBuilder text = new StringBuilder("0x");
    for (int i = bytes.length - 1; i >= 0; i--) {
      text.append(String.format("%02x", bytes[i]));
    }
    return text.toString();
  }

  private String address(DieReader pointer, long value) {
    String text = "0x" + Long.toHexString(value);
    DieReader to = plain(pointer.referenced(Dw.AT_TYPE));
    boolean characters =
        to != null
            && to.tag() == Dw.TAG_BASE_TYPE
            && (to.number(Dw.AT_ENCODING, 0) == ATE_SIGNED_CHAR
                || to.number(Dw.AT_ENCODING, 0) == ATE_UNSIGNED_CHAR);
    if (!characters || value == 0) {
      return text;
    }
    String string = string(machine.read(value, MAX_STRING));
    return string == null ? text : text + " " + string;
  }

  /** Bytes up to a zero as a string; null where they are no text. */
  private static String string(byte[] bytes) {
    StringBuilder text = new StringBuilder("\"");
    for (byte b : bytes) {
      if (b == 0) {
        return text.append('"').toString();
      }
      if (b == '\n') {
        text.append("\\n");
      } else if (b == '\t') {
        text.append("\\t");
      } else if (b < 32 || b == 127) {
        return null;
      } else {
        text.append(b == '"' || b == '\\' ? "\\" : "").append((char) b);
      }
    }
    return bytes.length < MAX_STRING ? null : text.append("\"...").toString();
  }

  private static String enumerator(DieReader die, byte[] bytes, long value) {
    int shift = 64 - 8 * Math.min(8, bytes.length);
    long signed = value << shift >> shift;
    boolean inside = die.hasChildren();
    while (inside && die.next()) {
      if (die.tag() == Dw.TAG_ENUMERATOR
          && (die.number(Dw.AT_CONST_VALUE, 0) == value
              || die.signed(Dw.AT_CONST_VALUE) == signed)) {
        return die.string(Dw.AT_NAME);
      }
      die.skipChildren();
    }
    return Long.toString(signed);
  }

  /** A member of a structure; bits only of a bit field. */
  record Member(String name, long type, long offset, long bitOffset, long bits) {}

  private String members(DieReader type, byte[] bytes, int levels) {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    for (Member m : members(type)) {
      String name = m.name == null ? "" : m.name + " = ";
      long size = size(m.type);
      if (m.bits > 0) {
        text.add(name + bits(bytes, m));
      } else if (size >= 0 && m.offset + size <= bytes.length) {
        byte[] part = java.util.Arrays.copyOfRange(bytes, (int) m.offset, (int) (m.offset + size));
        text.add(name + text(m.type, part, levels - 1));
      }
    }
    return text.toString();
  }

  String bits(byte[] bytes, Member m) {
    long first = m.bitOffset >>> 3;
    int length = (int) Math.min(8, bytes.length - first);
    if (length <= 0) {
      return "?";
    }
    long word =
        Expression.number(java.util.Arrays.copyOfRange(bytes, (int) first, (int) first + length));
    long value = word >>> (m.bitOffset & 7) & (m.bits >= 64 ? -1L : (1L << m.bits) - 1);
    return Long.toString(value);
  }

  static List<Member> members(DieReader type) {
    List<Member> members = new ArrayList<>();
    boolean inside = type.hasChildren();
    while (inside && type.next()) {
      if (type.tag() == Dw.TAG_MEMBER && type.block(Dw.AT_DATA_MEMBER_LOCATION) == null) {
        members.add(
            new Member(
                type.string(Dw.AT_NAME),
                type.referenced(Dw.AT_TYPE),
                upTo(LARGEST, type, Dw.AT_DATA_MEMBER_LOCATION),
                upTo(8 * LARGEST, type, Dw.AT_DATA_BIT_OFFSET),
                upTo(64, type, Dw.AT_BIT_SIZE)));
      }
      type.skipChildren();
    }
    return members;
  }

  private static long upTo(long most, DieReader die, int attribute) {
    long value = die.number(attribute, 0);
    if (value < 0 || value > most) {
      throw new DwarfException(
          "a member's offset or size is 0x%x, at 0x%x".formatted(value, die.offset()));
    }
    return value;
  }

  /**
   * A member by its name, also one of an unnamed structure or union inside; null if none has it.
   */
  Member member(DieReader structure, String name) {
    return switch (structure.tag()) {
      case Dw.TAG_STRUCTURE_TYPE, Dw.TAG_CLASS_TYPE, Dw.TAG_UNION_TYPE ->
          member(structure, name, new HashSet<>());
      default -> null;
    };
  }

  /** The names of all members, those of unnamed structures and unions inside among them. */
  List<String> memberNames(DieReader structure) {
    List<String> names = new ArrayList<>();
    memberNames(structure, names, new HashSet<>());
    return names;
  }

  /**
   * The structure that an unnamed member is; null if it is none, or one that was seen before: it
   * would be inside itself, or its members would be there twice.
   */
  private DieReader inside(Member unnamed, Set<Integer> seen) {
    DieReader type = seen.size() > MOST_INSIDE ? null : plain(unnamed.type);
    return type != null && seen.add(type.offset()) ? type : null;
  }

  private void memberNames(DieReader structure, List<String> names, Set<Integer> seen) {
    for (Member m : members(structure)) {
      if (m.name != null) {
        names.add(m.name);
        continue;
      }
      DieReader inside = inside(m, seen);
      if (inside != null) {
        memberNames(inside, names, seen);
      }
    }
  }

  private Member member(DieReader structure, String name, Set<Integer> seen) {
    for (Member m : members(structure)) {
      if (name.equals(m.name)) {
        return m;
      }
      DieReader inside = m.name == null ? inside(m, seen) : null;
      Member found = inside == null ? null : member(inside, name, seen);
      if (found != null) {
        return new Member(
            name, found.type, m.offset + found.offset, 8 * m.offset + found.bitOffset, found.bits);
      }
    }
    return null;
  }

  private String elements(DieReader array, byte[] bytes, int levels) {
    long element = array.referenced(Dw.AT_TYPE);
    long size = size(element);
    if (size <= 0) {
      return "{...}";
    }
    DieReader of = plain(element);
    boolean characters =
        of.tag() == Dw.TAG_BASE_TYPE
            && size == 1
            && of.number(Dw.AT_ENCODING, 0) != ATE_BOOLEAN
            && of.number(Dw.AT_ENCODING, 0) >= ATE_SIGNED_CHAR;
    if (characters) {
      String string = string(bytes);
      if (string != null) {
        return string;
      }
    }
    StringJoiner text = new StringJoiner(", ", "{", "}");
    for (long at = 0; at + size <= bytes.length; at += size) {
      if (at / size == MAX_ELEMENTS) {
        text.add("...");
        break;
      }
      text.add(
          text(
              element,
              java.util.Arrays.copyOfRange(bytes, (int) at, (int) (at + size)),
              levels - 1));
    }
    return text.toString();
  }

  /** Bytes of a constant in the debugging information. */
  static byte[] constant(long value, int size) {
    byte[] all = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    return java.util.Arrays.copyOf(all, Math.max(0, Math.min(size, 8)));
  }
}

package bbt.ptg.dwarf;

import bbt.ptg.dwarf.MachineView.NotAvailableException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What C writes behind and before a variable's name to get at what it holds or points to: {@code
 * *box}, {@code packet->data[3]}, {@code ring.next->check}.
 */
final class ObjectPath {
  private static final Pattern WHOLE =
      Pattern.compile("(\\**)([A-Za-z_]\\w*)((?:(?:->|\\.)[A-Za-z_]\\w*|\\[\\d{1,9}])*)");
  private static final Pattern STEP = Pattern.compile("(?:->|\\.)(\\w+)|\\[(\\d+)]");

  /** Larger objects are not read. */
  private static final long MAX_SIZE = 1 << 20;

  /** Its first name. */
  final String variable;

  private final int stars;
  private final String steps;

  private ObjectPath(String variable, int stars, String steps) {
    this.variable = variable;
    this.stars = stars;
    this.steps = steps;
  }

  /** Reads one; null if that is not what the text is. */
  static ObjectPath of(String text) {
    Matcher whole = WHOLE.matcher(text);
    return whole.matches()
        ? new ObjectPath(whole.group(2), whole.group(1).length(), whole.group(3))
        : null;
  }

  /** Whether it is the variable itself. */
  boolean plain() {
    return stars == 0 && steps.isEmpty();
  }

  /** What it leads to: a type's name and a value as C writes them. */
  record Found(String type, String value) {}

  /** An object on the way. */
  private record Value(long type, byte[] bytes) {}

  /**
   * Follows it.
   *
   * @param type of the variable
   * @param bytes the variable's
   * @throws NotAvailableException if it cannot be followed or what it leads to cannot be read
   */
  Found follow(Types types, MachineView machine, long type, byte[] bytes)
      throws NotAvailableException {
    Value at = new Value(type, bytes);
    Matcher step = STEP.matcher(steps);
    while (step.find()) {
      if (step.group(1) == null) {
        at = element(types, machine, at, Integer.parseInt(step.group(2)));
        continue;
      }
      if (pointer(types.plain(at.type))) {
        at = target(types, machine, at, 0);
      }
      Types.Member member = member(types, at, step.group(1));
      if (member.bits() > 0) {
        if (stars > 0 || step.end() != steps.length()) {
          throw new NotAvailableException(step.group(1) + " is a bit field");
        }
        return new Found(types.name(member.type()), types.bits(at.bytes, member));
      }
      at = part(types, at, member.type(), member.offset());
    }
    for (int i = 0; i < stars; i++) {
      at = target(types, machine, at, 0);
    }
    return new Found(types.name(at.type), types.text(at.type, at.bytes));
  }

  private static boolean pointer(DieReader type) {
    return type != null
        && (type.tag() == Dw.TAG_POINTER_TYPE || type.tag() == Dw.TAG_REFERENCE_TYPE);
  }

  private static Types.Member member(Types types, Value of, String name)
      throws NotAvailableException {
    DieReader type = types.plain(of.type);
    boolean structure =
        type != null
            && switch (type.tag()) {
              case Dw.TAG_STRUCTURE_TYPE, Dw.TAG_CLASS_TYPE, Dw.TAG_UNION_TYPE -> true;
              default -> false;
            };
    if (structure) {
      for (Types.Member member : Types.members(type)) {
        if (name.equals(member.name())) {
          return member;
        }
      }
    }
    throw new NotAvailableException("no member " + name + " in " + types.name(of.type));
  }

  private static Value element(Types types, MachineView machine, Value of, int index)
      throws NotAvailableException {
    DieReader type = types.plain(of.type);
    if (pointer(type)) {
      return target(types, machine, of, index);
    }
    if (type == null || type.tag() != Dw.TAG_ARRAY_TYPE) {
      throw new NotAvailableException(types.name(of.type) + " has no elements");
    }
    long element = type.referenced(Dw.AT_TYPE);
    return part(types, of, element, index * Math.max(0, types.size(element)));
  }

  private static Value part(Types types, Value of, long type, long offset)
      throws NotAvailableException {
    long size = types.size(type);
    if (size < 0 || offset < 0 || offset + size > of.bytes.length) {
      throw new NotAvailableException("outside of " + types.name(of.type));
    }
    return new Value(type, Arrays.copyOfRange(of.bytes, (int) offset, (int) (offset + size)));
  }

  private static Value target(Types types, MachineView machine, Value of, int index)
      throws NotAvailableException {
    DieReader type = types.plain(of.type);
    if (!pointer(type)) {
      throw new NotAvailableException(types.name(of.type) + " is no pointer");
    }
    long to = type.referenced(Dw.AT_TYPE);
    long size = types.size(to);
    if (size < 0 || size > MAX_SIZE) {
      throw new NotAvailableException("the size of " + types.name(to) + " is not known");
    }
    long address = Expression.number(of.bytes) + index * size;
    byte[] bytes = machine.read(address, (int) size);
    if (bytes.length < size) {
      throw new NotAvailableException(
          "memory at 0x" + Long.toHexString(address) + " cannot be read");
    }
    return new Value(to, bytes);
  }
}

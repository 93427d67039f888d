package bbt.ptg.dwarf;

import bbt.ptg.dwarf.MachineView.NotAvailableException;
import bbt.ptg.dwarf.unit.DieReader;
import bbt.ptg.dwarf.unit.Dw;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evaluates expressions of C that lead from a variable, a register or a number to an object: {@code
 * *box}, {@code packet->data[3]}, {@code ((struct task_struct *)$tp)->comm}, {@code &ring[2]},
 * {@code p + 1}. They are evaluated as they are read.
 */
final class CExpression {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(->|0[xX][0-9a-fA-F]+|\\d+|\\$?[A-Za-z_]\\w*|[-*&().\\[\\]+])", Pattern.DOTALL);

  /** Larger objects are not read. */
  private static final long MAX_SIZE = 1 << 20;

  /** Resolves the names in an expression. */
  interface Names {
    /** The object of a name, or null if it has none. */
    ExpressionValue object(String name) throws NotAvailableException;

    /**
     * A type's entry by its name, or -1.
     *
     * @param tag of the structure, union or enumeration it is; 0 for a base type or typedef
     */
    long type(int tag, String name);

    /** The entry that describes a structure whole, where another one only names it. */
    long whole(long type);
  }

  /**
   * Thrown where a text is not what C would take for such an expression, or begins with a name that
   * nobody knows.
   */
  static final class NotOneException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** A result: a type's name and a value as C writes them. */
  record Found(String type, String value) {}

  private final Types types;
  private final MachineView machine;
  private final Names names;
  private final List<String> tokens = new ArrayList<>();
  private int next;

  private CExpression(String text, Types types, MachineView machine, Names names)
      throws NotOneException {
    this.types = types;
    this.machine = machine;
    this.names = names;
    Matcher token = TOKEN.matcher(text);
    int end = 0;
    while (token.find() && token.start() == end) {
      tokens.add(token.group(1));
      end = token.end();
    }
    if (!text.substring(end).isBlank()) {
      throw new NotOneException();
    }
  }

  /**
   * Evaluates an expression.
   *
   * @throws NotOneException if it is none
   * @throws NotAvailableException if it cannot be followed or what it leads to cannot be read
   */
  static Found evaluate(String text, Types types, MachineView machine, Names names)
      throws NotOneException, NotAvailableException {
    CExpression expression = new CExpression(text, types, machine, names);
    Object found = expression.sum();
    if (expression.next < expression.tokens.size()) {
      throw new NotOneException();
    }
    return expression.told(found);
  }

  /**
   * The members of the structure that an expression leads to, or points to.
   *
   * @param machine is asked for nothing that matters: types alone count
   * @throws NotOneException if it is no expression
   * @throws NotAvailableException if it leads to nothing
   */
  static List<String> members(String text, Types types, MachineView machine, Names names)
      throws NotOneException, NotAvailableException {
    CExpression expression = new CExpression(text, types, machine, names);
    ExpressionValue found = value(expression.sum());
    if (expression.points(found)) {
      found = expression.element(found, 0);
    }
    DieReader type = found.stars() > 0 ? null : types.plain(names.whole(found.type()));
    return structure(type) ? types.memberNames(type) : List.of();
  }

  /** A bit field: nothing can follow it. */
  private record Bits(long type, String value) {}

  private Found told(Object found) throws NotAvailableException {
    if (found instanceof Bits bits) {
      return new Found(types.name(bits.type), bits.value);
    }
    ExpressionValue value = (ExpressionValue) found;
    if (value.type() == ExpressionValue.NUMBER && value.stars() == 0) {
      return new Found("long", Long.toString(Expression.number(value.bytes())));
    }
    String name = name(value);
    if (value.stars() > 0) {
      return new Found(name, "0x" + Long.toHexString(number(value)));
    }
    DieReader type = types.plain(value.type());
    if (type == null || type.tag() == Dw.TAG_SUBROUTINE_TYPE) {
      return new Found(name, value.located() ? "0x" + Long.toHexString(value.address()) : "void");
    }
    return new Found(name, types.text(value.type(), bytes(value)));
  }

  private String name(ExpressionValue value) {
    String name = value.type() == ExpressionValue.NUMBER ? "long" : types.name(value.type());
    return value.stars() == 0
        ? name
        : name + (name.endsWith("*") ? "" : " ") + "*".repeat(value.stars());
  }

  // ---- grammar

  private String peek() {
    return next < tokens.size() ? tokens.get(next) : "";
  }

  private boolean take(String token) {
    boolean is = peek().equals(token);
    next += is ? 1 : 0;
    return is;
  }

  private void require(String token) throws NotOneException {
    if (!take(token)) {
      throw new NotOneException();
    }
  }

  private Object sum() throws NotOneException, NotAvailableException {
    Object left = unary();
    while (peek().equals("+") || peek().equals("-")) {
      boolean plus = take("+") || !take("-");
      left = moved(value(left), plus, value(unary()));
    }
    return left;
  }

  private Object unary() throws NotOneException, NotAvailableException {
    if (take("*")) {
      return element(value(unary()), 0);
    }
    if (take("&")) {
      ExpressionValue of = value(unary());
      if (!of.located()) {
        throw new NotAvailableException("it is in a register: it has no address");
      }
      return ExpressionValue.of(of.type(), of.stars() + 1, Types.constant(of.address(), 8));
    }
    if (take("-")) {
      return ExpressionValue.number(-number(value(unary())));
    }
    ExpressionValue cast = cast();
    return cast == null ? postfix() : cast(cast, value(unary()));
  }

  private Object postfix() throws NotOneException, NotAvailableException {
    Object at = primary();
    while (true) {
      if (take("[")) {
        long index = number(value(sum()));
        require("]");
        at = element(value(at), index);
      } else if (take("->")) {
        at = member(element(value(at), 0), word());
      } else if (take(".")) {
        ExpressionValue of = value(at);
        // As gdb has it: a dot will do.
        at = member(points(of) ? element(of, 0) : of, word());
      } else {
        return at;
      }
    }
  }

  private String word() throws NotOneException {
    String word = peek();
    if (word.isEmpty() || !Character.isJavaIdentifierStart(word.charAt(0))) {
      throw new NotOneException();
    }
    next++;
    return word;
  }

  private Object primary() throws NotOneException, NotAvailableException {
    if (take("(")) {
      Object inside = sum();
      require(")");
      return inside;
    }
    String token = peek();
    if (!token.isEmpty() && Character.isDigit(token.charAt(0))) {
      next++;
      try {
        return ExpressionValue.number(
            token.startsWith("0x") || token.startsWith("0X")
                ? Long.parseUnsignedLong(token.substring(2), 16)
                : Long.parseUnsignedLong(token));
      } catch (NumberFormatException e) {
        throw new NotOneException();
      }
    }
    ExpressionValue object = names.object(word());
    if (object == null) {
      throw new NotOneException();
    }
    return object;
  }

  /** Takes a type in parentheses, as a value without content; null where none stands there. */
  private ExpressionValue cast() {
    int before = next;
    ExpressionValue type = take("(") ? type() : null;
    if (type == null) {
      next = before;
    }
    return type;
  }

  private ExpressionValue type() {
    int tag = 0;
    StringBuilder name = new StringBuilder();
    while (!peek().isEmpty() && Character.isJavaIdentifierStart(peek().charAt(0))) {
      String word = tokens.get(next++);
      switch (word) {
        case "struct" -> tag = Dw.TAG_STRUCTURE_TYPE;
        case "union" -> tag = Dw.TAG_UNION_TYPE;
        case "enum" -> tag = Dw.TAG_ENUMERATION_TYPE;
        case "const", "volatile" -> {
          // They change nothing of what is read.
        }
        default -> name.append(name.isEmpty() ? "" : " ").append(word);
      }
    }
    int stars = 0;
    while (take("*")) {
      stars++;
    }
    // Behind a cast stands what is cast; (box)->next is none.
    if (name.isEmpty() || !take(")") || !peek().matches("[\\w$(*&-].*") || peek().equals("->")) {
      return null;
    }
    if (tag == 0 && name.toString().equals("void")) {
      return ExpressionValue.of(-1, stars, null);
    }
    long type = names.type(tag, name.toString());
    return type < 0 ? null : ExpressionValue.of(type, stars, null);
  }

  // ---- objects

  private static ExpressionValue value(Object found) throws NotAvailableException {
    if (found instanceof ExpressionValue value) {
      return value;
    }
    throw new NotAvailableException("a bit field is no object");
  }

  /** Whether something can be behind it. */
  private boolean points(ExpressionValue value) {
    return value.stars() > 0 || pointer(types.plain(value.type()));
  }

  private static boolean pointer(DieReader type) {
    return type != null
        && (type.tag() == Dw.TAG_POINTER_TYPE || type.tag() == Dw.TAG_REFERENCE_TYPE);
  }

  private static boolean structure(DieReader type) {
    return type != null
        && switch (type.tag()) {
          case Dw.TAG_STRUCTURE_TYPE, Dw.TAG_CLASS_TYPE, Dw.TAG_UNION_TYPE -> true;
          default -> false;
        };
  }

  /** Bytes of an object; 8 of a pointer. */
  private long size(ExpressionValue value) throws NotAvailableException {
    if (value.stars() > 0 || value.type() == ExpressionValue.NUMBER) {
      return 8;
    }
    long size = types.size(names.whole(value.type()));
    if (size < 0 || size > MAX_SIZE) {
      throw new NotAvailableException("the size of " + types.name(value.type()) + " is not known");
    }
    return size;
  }

  private byte[] bytes(ExpressionValue value) throws NotAvailableException {
    if (!value.located()) {
      return value.bytes();
    }
    int size = (int) size(value);
    byte[] bytes = machine.read(value.address(), size);
    if (bytes.length < size) {
      throw new NotAvailableException(
          "memory at 0x" + Long.toHexString(value.address()) + " cannot be read");
    }
    return bytes;
  }

  /** A number or an address; an array's is where it begins. */
  private long number(ExpressionValue value) throws NotAvailableException {
    DieReader type = value.stars() > 0 ? null : types.plain(value.type());
    if (type != null && type.tag() == Dw.TAG_ARRAY_TYPE) {
      if (!value.located()) {
        throw new NotAvailableException("it is in a register: it has no address");
      }
      return value.address();
    }
    byte[] bytes = bytes(value);
    long number = Expression.number(bytes);
    int shift = 64 - 8 * Math.min(8, bytes.length);
    boolean signed =
        type != null
            && (type.tag() == Dw.TAG_ENUMERATION_TYPE
                || Types.signed((int) type.number(Dw.AT_ENCODING, 0)));
    return signed && shift < 64 ? number << shift >> shift : number;
  }

  /** Returns what a pointer points to, or an element of an array, counted from there. */
  private ExpressionValue element(ExpressionValue of, long index) throws NotAvailableException {
    if (of.stars() > 0) {
      ExpressionValue to = ExpressionValue.at(of.type(), of.stars() - 1, 0);
      return ExpressionValue.at(
          of.type(), to.stars(), number(of) + (index == 0 ? 0 : index * size(to)));
    }
    DieReader type = types.plain(of.type());
    if (of.type() == ExpressionValue.NUMBER) {
      // As gdb has it: eight bytes there.
      return ExpressionValue.of(
          ExpressionValue.NUMBER,
          0,
          bytes(ExpressionValue.at(ExpressionValue.NUMBER, 0, number(of) + 8 * index)));
    }
    if (pointer(type)) {
      long to = type.referenced(Dw.AT_TYPE);
      return ExpressionValue.at(
          to, 0, number(of) + (index == 0 ? 0 : index * size(ExpressionValue.at(to, 0, 0))));
    }
    if (type == null || type.tag() != Dw.TAG_ARRAY_TYPE) {
      throw new NotAvailableException(name(of) + " is no pointer");
    }
    long element = type.referenced(Dw.AT_TYPE);
    return part(of, element, index * size(ExpressionValue.at(element, 0, 0)));
  }

  private ExpressionValue part(ExpressionValue of, long type, long offset)
      throws NotAvailableException {
    if (of.located()) {
      return ExpressionValue.at(type, 0, of.address() + offset);
    }
    long size = size(ExpressionValue.at(type, 0, 0));
    if (offset < 0 || offset + size > of.bytes().length) {
      throw new NotAvailableException("outside of " + name(of));
    }
    return ExpressionValue.of(
        type, 0, java.util.Arrays.copyOfRange(of.bytes(), (int) offset, (int) (offset + size)));
  }

  private Object member(ExpressionValue of, String name) throws NotAvailableException {
    DieReader type = of.stars() > 0 ? null : types.plain(names.whole(of.type()));
    Types.Member found = type == null ? null : types.member(type, name);
    if (found == null) {
      throw new NotAvailableException("no member " + name + " in " + name(of));
    }
    if (found.bits() > 0) {
      long first = found.bitOffset() >>> 3;
      int length = (int) ((found.bitOffset() & 7) + found.bits() + 7 >>> 3);
      byte[] bytes;
      if (of.located()) {
        bytes = machine.read(of.address() + first, length);
        if (bytes.length < length) {
          throw new NotAvailableException(
              "memory at 0x" + Long.toHexString(of.address() + first) + " cannot be read");
        }
      } else if (first > of.bytes().length) {
        throw new NotAvailableException("outside of " + name(of));
      } else {
        bytes =
            java.util.Arrays.copyOfRange(
                of.bytes(), (int) first, Math.min((int) first + length, of.bytes().length));
      }
      return new Bits(
          found.type(),
          types.bits(
              bytes, new Types.Member(name, found.type(), 0, found.bitOffset() & 7, found.bits())));
    }
    return part(of, found.type(), found.offset());
  }

  private ExpressionValue cast(ExpressionValue to, ExpressionValue of)
      throws NotAvailableException {
    long number = number(of);
    if (to.stars() > 0) {
      return ExpressionValue.of(to.type(), to.stars(), Types.constant(number, 8));
    }
    int size = (int) size(to);
    if (size > 8) {
      throw new NotAvailableException("no number can become a " + types.name(to.type()));
    }
    return ExpressionValue.of(to.type(), 0, Types.constant(number, size));
  }

  /** A sum; a pointer moves by elements. */
  private ExpressionValue moved(ExpressionValue left, boolean plus, ExpressionValue right)
      throws NotOneException, NotAvailableException {
    long by = number(right);
    DieReader type = left.stars() > 0 ? null : types.plain(left.type());
    boolean array = type != null && type.tag() == Dw.TAG_ARRAY_TYPE;
    if (structure(type)) {
      throw new NotOneException();
    }
    if (!points(left) && !array) {
      long first = number(left);
      return ExpressionValue.number(plus ? first + by : first - by);
    }
    ExpressionValue to = element(left, plus ? by : -by);
    return ExpressionValue.of(to.type(), to.stars() + 1, Types.constant(to.address(), 8));
  }
}

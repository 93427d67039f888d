package bbt.ptg.symbols;

import java.util.Map;

/**
 * Demangles Rust names of the v0 scheme (RFC 2603): {@code _RNvC3foo3bar}. What tells crates of one
 * name apart is not shown, nor which crate an instance was made for.
 */
final class RustDemangler {
  private static final Map<Character, String> TYPES =
      Map.ofEntries(
          Map.entry('b', "bool"),
          Map.entry('c', "char"),
          Map.entry('e', "str"),
          Map.entry('u', "()"),
          Map.entry('a', "i8"),
          Map.entry('s', "i16"),
          Map.entry('l', "i32"),
          Map.entry('x', "i64"),
          Map.entry('n', "i128"),
          Map.entry('i', "isize"),
          Map.entry('h', "u8"),
          Map.entry('t', "u16"),
          Map.entry('m', "u32"),
          Map.entry('y', "u64"),
          Map.entry('o', "u128"),
          Map.entry('j', "usize"),
          Map.entry('f', "f32"),
          Map.entry('d', "f64"),
          Map.entry('z', "!"),
          Map.entry('p', "_"),
          Map.entry('v', "..."));

  private static final String PREFIX = "_R";

  private final MangledText text;
  private final StringBuilder out = new StringBuilder();

  /** Whether the parts being read are left out of the name. */
  private boolean silent;

  /** Lifetimes that are bound here. */
  private long lifetimes;

  private RustDemangler(MangledText text) {
    this.text = text;
  }

  static boolean is(String name) {
    return name.startsWith(PREFIX) && name.length() > 2 && MangledText.upper(name.charAt(2));
  }

  static String demangle(String name) throws MangledException {
    int end = name.indexOf('.');
    MangledText text = new MangledText(end < 0 ? name : name.substring(0, end), PREFIX.length());
    RustDemangler rust = new RustDemangler(text);
    rust.path(true);
    if (!text.ended()) {
      rust.silent = true;
      rust.path(false);
    }
    if (!text.ended()) {
      throw new MangledException();
    }
    return rust.out + Demangler.copies(end < 0 ? "" : name.substring(end));
  }

  private void print(String words) throws MangledException {
    if (silent) {
      return;
    }
    out.append(words);
    if (out.length() > Demangler.LONGEST) {
      throw new MangledException();
    }
  }

  /**
   * Reads a path.
   *
   * @param value whether it is a value's, whose generic arguments stand behind {@code ::}
   */
  private void path(boolean value) throws MangledException {
    text.down();
    char kind = text.next();
    switch (kind) {
      case 'C' -> {
        number('s');
        print(identifier());
      }
      case 'N' -> nested(value);
      case 'M', 'X', 'Y' -> {
        if (kind != 'Y') {
          number('s');
          boolean before = silent;
          silent = true;
          path(value);
          silent = before;
        }
        print("<");
        type();
        if (kind != 'M') {
          print(" as ");
          path(false);
        }
        print(">");
      }
      case 'I' -> {
        path(value);
        print(value ? "::<" : "<");
        arguments();
        print(">");
      }
      case 'B' -> {
        int back = behindReference();
        path(value);
        text.seek(back);
      }
      default -> throw new MangledException();
    }
    text.up();
  }

  private void nested(boolean value) throws MangledException {
    char space = text.next();
    path(value);
    long number = number('s');
    String name = identifier();
    if (MangledText.upper(space)) {
      print("::{");
      print(space == 'C' ? "closure" : space == 'S' ? "shim" : String.valueOf(space));
      print(name.isEmpty() ? "" : ":" + name);
      print("#" + number + "}");
    } else if (!MangledText.lower(space)) {
      throw new MangledException();
    } else if (!name.isEmpty()) {
      print("::" + name);
    }
  }

  private void arguments() throws MangledException {
    for (boolean first = true; !text.take('E'); first = false) {
      print(first ? "" : ", ");
      if (text.take('L')) {
        lifetime(base62());
      } else if (text.take('K')) {
        constant();
      } else {
        type();
      }
    }
  }

  private void type() throws MangledException {
    text.down();
    String basic = TYPES.get(text.peek());
    if (basic != null) {
      text.next();
      print(basic);
    } else {
      compound();
    }
    text.up();
  }

  private void compound() throws MangledException {
    char kind = text.next();
    switch (kind) {
      case 'A', 'S' -> {
        print("[");
        type();
        if (kind == 'A') {
          print("; ");
          constant();
        }
        print("]");
      }
      case 'T' -> {
        print("(");
        int count = types();
        print(count == 1 ? ",)" : ")");
      }
      case 'R', 'Q' -> {
        print("&");
        long lifetime = text.take('L') ? base62() : 0;
        if (lifetime != 0) {
          lifetime(lifetime);
          print(" ");
        }
        print(kind == 'Q' ? "mut " : "");
        type();
      }
      case 'P', 'O' -> {
        print(kind == 'P' ? "*const " : "*mut ");
        type();
      }
      case 'F' -> {
        long before = bind();
        function();
        lifetimes = before;
      }
      case 'D' -> object();
      case 'B' -> {
        int back = behindReference();
        type();
        text.seek(back);
      }
      default -> {
        text.seek(text.position() - 1);
        path(false);
      }
    }
  }

  private int types() throws MangledException {
    int count = 0;
    while (!text.take('E')) {
      print(count++ > 0 ? ", " : "");
      type();
    }
    return count;
  }

  private void function() throws MangledException {
    print(text.take('U') ? "unsafe " : "");
    if (text.take('K')) {
      print("extern \"" + (text.take('C') ? "C" : identifier().replace('_', '-')) + "\" ");
    }
    print("fn(");
    types();
    print(")");
    if (!text.take('u')) {
      print(" -> ");
      type();
    }
  }

  private void object() throws MangledException {
    print("dyn ");
    long before = bind();
    for (boolean first = true; !text.take('E'); first = false) {
      print(first ? "" : " + ");
      trait();
    }
    lifetimes = before;
    text.need('L');
    long lifetime = base62();
    if (lifetime != 0) {
      print(" + ");
      lifetime(lifetime);
    }
  }

  private void trait() throws MangledException {
    boolean open = openPath();
    while (text.take('p')) {
      print(open ? ", " : "<");
      open = true;
      print(identifier() + " = ");
      type();
    }
    print(open ? ">" : "");
  }

  /** Reads a path; returns whether its arguments may go on. */
  private boolean openPath() throws MangledException {
    text.down();
    boolean open = false;
    if (text.take('B')) {
      int back = behindReference();
      open = openPath();
      text.seek(back);
    } else if (text.take('I')) {
      path(false);
      print("<");
      arguments();
      open = true;
    } else {
      path(false);
    }
    text.up();
    return open;
  }

  /** Reads lifetimes that are bound; returns how many were before. */
  private long bind() throws MangledException {
    long before = lifetimes;
    long count = number('G');
    if (count < 0 || count > Demangler.LONGEST) {
      throw new MangledException();
    }
    if (count > 0) {
      print("for<");
      for (long i = 0; i < count; i++) {
        print(i > 0 ? ", " : "");
        lifetimes++;
        lifetime(1);
      }
      print("> ");
    }
    return before;
  }

  /** Writes a lifetime by how many were bound since; 0 is none that has a name. */
  private void lifetime(long since) throws MangledException {
    if (since < 0 || since > lifetimes) {
      throw new MangledException();
    }
    long number = lifetimes - since;
    print(since == 0 ? "'_" : number < 26 ? "'" + (char) ('a' + number) : "'_" + number);
  }

  private void constant() throws MangledException {
    text.down();
    if (text.take('B')) {
      int back = behindReference();
      constant();
      text.seek(back);
    } else {
      value(text.next());
    }
    text.up();
  }

  private void value(char type) throws MangledException {
    if (type == 'p') {
      print("_");
      return;
    }
    boolean signed = "aslxni".indexOf(type) >= 0;
    if (!signed && "htmyojbc".indexOf(type) < 0) {
      throw new MangledException();
    }
    String sign = signed && text.take('n') ? "-" : "";
    StringBuilder digits = new StringBuilder();
    while (!text.take('_')) {
      char c = text.next();
      if (Character.digit(c, 16) < 0 || MangledText.upper(c)) {
        throw new MangledException();
      }
      digits.append(c);
    }
    if (digits.length() > 16) {
      print(sign + "0x" + digits);
      return;
    }
    long number = digits.isEmpty() ? 0 : Long.parseUnsignedLong(digits.toString(), 16);
    switch (type) {
      case 'b' -> print(truth(number));
      case 'c' -> print("'" + character(number) + "'");
      default -> print(sign + Long.toUnsignedString(number));
    }
  }

  private static String truth(long number) throws MangledException {
    if (number < 0 || number > 1) {
      throw new MangledException();
    }
    return number == 1 ? "true" : "false";
  }

  private static String character(long number) {
    return switch ((int) Math.clamp(number, 0, Integer.MAX_VALUE)) {
      case '\t' -> "\\t";
      case '\r' -> "\\r";
      case '\n' -> "\\n";
      default ->
          number > ' ' && number < '~'
              ? String.valueOf((char) number)
              : "\\u{" + Long.toHexString(number) + "}";
    };
  }

  /** Goes to an earlier part; returns where to go on behind it. */
  private int behindReference() throws MangledException {
    int here = text.position() - 1;
    long to = PREFIX.length() + base62();
    if (to < PREFIX.length() || to >= here) {
      throw new MangledException();
    }
    int back = text.position();
    text.seek((int) to);
    return back;
  }

  /** Reads a number behind a letter: 0 where the letter is not there. */
  private long number(char letter) throws MangledException {
    return text.take(letter) ? base62() + 1 : 0;
  }

  private long base62() throws MangledException {
    if (text.take('_')) {
      return 0;
    }
    long its = 0;
    while (!text.take('_')) {
      char c = text.next();
      int digit;
      if (MangledText.digit(c)) {
        digit = c - '0';
      } else if (MangledText.lower(c)) {
        digit = c - 'a' + 10;
      } else if (MangledText.upper(c)) {
        digit = c - 'A' + 36;
      } else {
        throw new MangledException();
      }
      its = its * 62 + digit; // those that tell crates apart may be longer than 64 bits
    }
    return its + 1;
  }

  private String identifier() throws MangledException {
    boolean encoded = text.take('u');
    int length = text.take('0') ? 0 : text.number();
    text.take('_');
    String its = text.take(length);
    return encoded ? punycode(its) : its;
  }

  /** Decodes a name with characters beyond ASCII (RFC 3492), with {@code _} for the hyphen. */
  private static String punycode(String coded) throws MangledException {
    int dash = coded.lastIndexOf('_');
    int[] points = new int[coded.length()];
    int count = 0;
    for (; count < dash; count++) {
      points[count] = coded.charAt(count);
    }
    int point = 128;
    int bias = 72;
    long place = 0;
    int at = dash + 1;
    if (at == coded.length()) {
      throw new MangledException();
    }
    while (at < coded.length()) {
      long before = place;
      long weight = 1;
      for (int k = 36; ; k += 36) {
        int digit = at < coded.length() ? Character.digit(coded.charAt(at++), 36) : -1;
        digit = digit < 0 ? -1 : digit < 10 ? digit + 26 : digit - 10;
        place += digit * weight;
        if (digit < 0 || place > Integer.MAX_VALUE) {
          throw new MangledException();
        }
        int least = Math.clamp(k - bias, 1, 26);
        if (digit < least) {
          break;
        }
        weight *= 36 - least;
      }
      long delta = before == 0 ? place / 700 : (place - before) / 2;
      count++;
      delta += delta / count;
      int step = 0;
      for (; delta > 455; step += 36) {
        delta /= 35;
      }
      bias = (int) (step + 36 * delta / (delta + 38));
      point += (int) Math.min(place / count, Character.MAX_CODE_POINT);
      place %= count;
      if (!Character.isValidCodePoint(point)) {
        throw new MangledException();
      }
      System.arraycopy(points, (int) place, points, (int) place + 1, count - 1 - (int) place);
      points[(int) place++] = point;
    }
    return new String(points, 0, count);
  }
}

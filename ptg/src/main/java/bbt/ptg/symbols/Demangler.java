package bbt.ptg.symbols;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says how people write a function's name that a compiler mangled: C++ (Itanium ABI) and Rust (v0
 * and legacy). Other names are their own. The same name gives the same text, always; whatever a
 * name is, it takes bounded time and memory.
 */
public final class Demangler {
  /** Characters of the longest text: a short name may stand for a very long one. */
  static final int LONGEST = 1 << 16;

  /** What a compiler appends to the name of a copy that it made of a function. */
  private static final Pattern COPY = Pattern.compile("\\.([a-z_]+|\\d+)(\\.\\d+)*");

  /** What follows a mangled name in a table of symbols: a module, a version, a stub's mark. */
  private static final String BEHIND = " @";

  private Demangler() {}

  /**
   * The name with its scope, template arguments and parameters: {@code ns::f(int)}; the name itself
   * if it is not mangled, in a way that is not known, or longer than 64 KiB.
   */
  public static String demangle(String name) {
    return of(name, false);
  }

  /**
   * The name without parameters and result: {@code ns::f}. Rust names have neither: for them it is
   * the whole name.
   */
  public static String brief(String name) {
    return of(name, true);
  }

  /** Whether a name looks like one of a compiler. */
  public static boolean mangled(String name) {
    return CppDemangler.is(name) || RustDemangler.is(name);
  }

  private static String of(String name, boolean brief) {
    if (!mangled(name)) {
      return name;
    }
    int end = 0;
    while (end < name.length() && BEHIND.indexOf(name.charAt(end)) < 0) {
      end++;
    }
    String mangled = name.substring(0, end);
    try {
      String text =
          RustDemangler.is(mangled)
              ? RustDemangler.demangle(mangled)
              : RustLegacy.demangle(mangled);
      return (text != null ? text : CppDemangler.demangle(mangled, brief)) + name.substring(end);
    } catch (MangledException e) {
      return name;
    }
  }

  /**
   * Says which copy of a function a name's end names: {@code .cold} is {@code [clone .cold]}. What
   * LLVM appends to keep private names apart is nothing.
   *
   * @throws MangledException if it is something else
   */
  static String copies(String suffix) throws MangledException {
    StringBuilder copies = new StringBuilder();
    Matcher each = COPY.matcher(suffix);
    int at = 0;
    while (at < suffix.length()) {
      if (suffix.startsWith(".llvm.", at) && suffix.substring(at + 6).matches("[0-9A-F@]+")) {
        break;
      }
      each.region(at, suffix.length());
      if (!each.lookingAt()) {
        throw new MangledException();
      }
      copies.append(" [clone ").append(each.group()).append(']');
      at = each.end();
    }
    return copies.toString();
  }
}

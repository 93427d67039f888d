package bbt.ptg.symbols;

import bbt.ptg.symbols.CppNode.Qualified;
import bbt.ptg.symbols.CppNode.Signature;
import bbt.ptg.symbols.CppNode.Text;

/** Demangles C++ names of the Itanium ABI, which GCC and Clang write: {@code _ZN2ns1fEi}. */
final class CppDemangler {
  private static final String PREFIX = "_Z";

  private CppDemangler() {}

  static boolean is(String name) {
    return name.startsWith(PREFIX);
  }

  /**
   * @param brief without parameters and result
   */
  static String demangle(String name, boolean brief) throws MangledException {
    MangledText text = new MangledText(name, PREFIX.length());
    CppNode its = new CppParser(text).encoding();
    if (!text.ended() && (its instanceof Qualified || its instanceof Text)) {
      throw new MangledException(); // data: there are no copies of it
    }
    return CppPrinter.print(brief && its instanceof Signature s ? s.name() : its)
        + Demangler.copies(text.rest());
  }
}

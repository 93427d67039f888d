package bbt.ptg.symbols;

import java.util.HashMap;
import java.util.Map;

/**
 * An operator of C++, by its two letters in mangled names.
 *
 * @param text as it is written
 * @param operands of an expression with it
 */
record CppOperator(String text, int operands) {
  private static final Map<String, CppOperator> BY_CODE = new HashMap<>();

  static {
    add(0, "tr throw");
    add(1, "aw co_await ", "ad &", "de *", "co ~", "da delete[] ", "dl delete ", "ng -", "nt !");
    add(1, "mm --", "pp ++", "ps +", "az alignof ", "at alignof ", "sz sizeof ", "st sizeof ");
    add(1, "te typeid ", "ti typeid ", "tw throw ", "nx noexcept", "sP sizeof...", "sZ sizeof...");
    add(2, "aN &=", "aS =", "aa &&", "an &", "cl ()", "cm ,", "dV /=", "dv /", "eO ^=", "eo ^");
    add(2, "eq ==", "ge >=", "gt >", "ix []", "lS <<=", "le <=", "ls <<", "lt <", "mI -=", "mL *=");
    add(2, "mi -", "ml *", "ne !=", "oR |=", "oo ||", "or |", "pL +=", "pl +", "pm ->*", "pt ->");
    add(2, "rM %=", "rS >>=", "rm %", "rs >>", "ss <=>", "dt .", "ds .*");
    add(2, "cc const_cast", "dc dynamic_cast", "rc reinterpret_cast", "sc static_cast");
    add(3, "na new[]", "nw new", "qu ?");
  }

  private static void add(int operands, String... all) {
    for (String each : all) {
      BY_CODE.put(each.substring(0, 2), new CppOperator(each.substring(3), operands));
    }
  }

  /** The operator of a code; null if there is none. */
  static CppOperator of(String code) {
    return BY_CODE.get(code);
  }

  /** The name of the function that overloads it. */
  String function() {
    boolean word = MangledText.lower(text.charAt(0));
    return "operator" + (word ? " " : "") + text.stripTrailing();
  }
}

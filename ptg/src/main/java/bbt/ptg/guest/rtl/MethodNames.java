package bbt.ptg.guest.rtl;

import java.util.Locale;

/** Method names derived from constants. */
public final class MethodNames {
  private MethodNames() {}

  /** {@code FCVT_S_WU} is {@code fcvtSWu}. */
  public static String camelCase(String constant) {
    StringBuilder name = new StringBuilder();
    for (String word : constant.toLowerCase(Locale.ROOT).split("_")) {
      name.append(
          name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return name.toString();
  }
}

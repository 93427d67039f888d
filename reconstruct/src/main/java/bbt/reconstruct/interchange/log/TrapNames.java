package bbt.reconstruct.interchange.log;

import bbt.ptg.guest.TrapCauses;
import java.util.Locale;

/** Finds the causes of traps by the names that simulators print. */
final class TrapNames {
  private static final int CAUSES = 64;

  private TrapNames() {}

  /**
   * The cause of a name such as {@code trap_load_page_fault} or {@code Load Page Fault}; {@code
   * interrupt #7} is an interrupt.
   *
   * @return -1 if there is none (an interrupt's cause is far below)
   */
  static long cause(String name, TrapCauses causes) {
    String plain =
        name.toLowerCase(Locale.ROOT).replaceFirst("^trap_", "").replace('_', ' ').strip();
    if (plain.matches("interrupt # *[0-9]{1,2}")) {
      return Long.MIN_VALUE | Long.parseLong(plain.substring("interrupt #".length()).strip());
    }
    plain =
        plain.replace("st ", "store ").replace("ld ", "load ").replace("instr ", "instruction ");
    for (int cause = 0; cause < CAUSES; cause++) {
      String title = causes.title(cause);
      if (title.equals(plain) || title.equals(call(plain))) {
        return cause;
      }
    }
    for (int cause = 0; cause < CAUSES; cause++) {
      long interrupt = Long.MIN_VALUE | cause;
      if (causes.title(interrupt).equals(plain + " interrupt")
          || causes.title(interrupt).equals(plain)) {
        return interrupt;
      }
    }
    return -1;
  }

  /**
   * A call by its mode: {@code user} and another word, or the other way round, as in {@code
   * environment call user mode}.
   */
  private static String call(String name) {
    String mode =
        name.replaceFirst(" \\w*call$", "")
            .replaceFirst("^(\\w+ )?\\w*call ", "")
            .replaceFirst(" mode$", "");
    return (mode.equals("user") ? "system call from " : "call from ") + mode + " mode";
  }
}

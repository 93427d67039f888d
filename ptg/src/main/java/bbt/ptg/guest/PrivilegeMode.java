package bbt.ptg.guest;

/**
 * A privilege mode of the guest.
 *
 * @param level its number, as packets have it
 * @param name {@code supervisor}
 * @param letter short for it: {@code S} in RISC-V, or a short word
 */
public record PrivilegeMode(int level, String name, String letter) {
  /** Level of the mode in which programs run: the same in every guest. */
  public static final int USER = 0;

  /** The short name of a mode as it stands in a sentence: a letter alone says little there. */
  public static String words(String letter) {
    return letter.length() == 1 ? letter + "-mode" : letter;
  }

  /** Whether programs run in it. */
  public boolean isUser() {
    return level == USER;
  }
}

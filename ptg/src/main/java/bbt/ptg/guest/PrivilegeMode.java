package bbt.ptg.guest;

/**
 * A privilege mode of the guest.
 *
 * @param level its number, as packets have it
 * @param name {@code supervisor}
 * @param letter short for it: {@code S}
 */
public record PrivilegeMode(int level, String name, String letter) {
  /** Level of the mode in which programs run: the same in every guest. */
  public static final int USER = 0;

  /** Whether programs run in it. */
  public boolean isUser() {
    return level == USER;
  }
}

package bbt.ptg.guest.data;

/**
 * A register of a hart.
 *
 * @param floating whether it is one of the floating-point file
 * @param number in its file
 */
public record GuestRegister(boolean floating, int number) {
  /** Returns a general register. */
  public static GuestRegister general(int number) {
    return new GuestRegister(false, number);
  }

  /** Returns a floating-point register. */
  public static GuestRegister floating(int number) {
    return new GuestRegister(true, number);
  }
}

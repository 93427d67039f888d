package bbt.reconstruct.select;

import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.PrivilegeMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The privileges that a user selects: {@code user}, {@code kernel} for all others, or the letter of
 * one mode of the guest.
 *
 * @param name in lower case
 */
public record Privilege(String name) {
  /** The privilege that programs run in. */
  public static final Privilege USER = new Privilege("user");

  /** All privileges but {@link #USER}. */
  public static final Privilege KERNEL = new Privilege("kernel");

  /** Every name that there is. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(List.of(KERNEL.name, USER.name));
    for (GuestIsa guest : Guests.ALL) {
      guest.modes().forEach(mode -> names.add(mode.letter().toLowerCase(Locale.ROOT)));
    }
    return names;
  }

  /** Whether all of these modes, of any guest, are among others. */
  boolean within(Privilege others) {
    return Guests.ALL.stream()
        .flatMap(guest -> guest.modes().stream())
        .filter(this::includes)
        .allMatch(others::includes);
  }

  /** Whether a guest's mode is one of these. */
  boolean includes(PrivilegeMode mode) {
    return equals(USER)
        ? mode.isUser()
        : equals(KERNEL) ? !mode.isUser() : mode.letter().equalsIgnoreCase(name);
  }
}

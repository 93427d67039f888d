package bbt.reconstruct.query.database;

import bbt.ptg.Guests;

/**
 * A column of a {@link Table}.
 *
 * @param type as SQL names it; {@code UBIGINT} is an address
 * @param about what it holds, in a few words
 */
public record Column(String name, String type, String about) {
  /**
   * The column that holds the register of the address space, by the name that it has in the first
   * guest; the tables are the same for every guest.
   */
  static final String ADDRESS_SPACE_REGISTER = Guests.ALL.getFirst().registers().addressSpace();
}

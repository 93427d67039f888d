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
   * The column that holds the register of the address space, by its name in the default guest; in
   * the database of a trace it has the name of the trace's guest.
   */
  static final String ADDRESS_SPACE_REGISTER = Guests.DEFAULT.registers().addressSpace();
}

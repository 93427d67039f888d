package bbt.reconstruct.query;

/**
 * A column of a {@link Table}.
 *
 * @param type as SQL names it; {@code UBIGINT} is an address
 * @param about what it holds, in a few words
 */
public record Column(String name, String type, String about) {}

/**
 * Finds the names of guest addresses.
 *
 * <p>Enters: ELF symbol sections, the SYMBOLS records of a trace. Leaves: {@link
 * bbt.ptg.symbols.SymbolTable}, from address to function; {@link bbt.ptg.symbols.Demangler}, from a
 * compiler's name of a function to the one that people write.
 */
package bbt.ptg.symbols;

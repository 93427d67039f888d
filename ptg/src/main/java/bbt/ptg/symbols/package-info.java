/**
 * Finds the names of guest addresses.
 *
 * <p>Enters: ELF symbol sections, the SYMBOLS records of a trace. Leaves: {@link
 * bbt.ptg.symbols.SymbolTable}, from address to function.
 */
package bbt.ptg.symbols;

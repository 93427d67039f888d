/**
 * Names of guest addresses.
 *
 * <p>What enters: ELF symbol sections, the SYMBOLS records of a trace. What leaves: {@link
 * bbt.ptg.symbols.SymbolTable}, from address to function.
 */
package bbt.ptg.symbols;

/**
 * Names of guest addresses.
 *
 * <p>What enters: ELF symbol sections, a kernel's own tables read from guest memory, the SYMBOLS
 * records of a trace. What leaves: {@link bbt.ptg.symbols.SymbolTable}, from address to function.
 *
 * <dl>
 *   <dt>kallsyms
 *   <dd>the compressed symbol tables that a Linux kernel carries in its own read-only data, made by
 *       {@code scripts/kallsyms.c} of the kernel source. They name every function of a stock kernel
 *       though its image has no symbol section.
 *   <dt>token
 *   <dd>one of 256 strings; a compressed name is a list of token numbers.
 *   <dt>marker
 *   <dd>the offset of every 256th compressed name.
 * </dl>
 */
package bbt.ptg.symbols;

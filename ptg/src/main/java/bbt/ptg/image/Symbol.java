package bbt.ptg.image;

/**
 * A named address of a program.
 *
 * @param name as in the symbol table
 * @param address virtual address as linked
 * @param size in bytes, 0 when unknown
 * @param function whether the table calls it a function (STT_FUNC), as opposed to a bare label
 */
public record Symbol(String name, long address, long size, boolean function) {}

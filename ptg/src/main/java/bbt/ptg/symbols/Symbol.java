package bbt.ptg.symbols;

/**
 * A named function.
 *
 * @param address of its first instruction (virtual)
 * @param size bytes, or 0 when unknown: it then reaches to the next symbol, 256 KiB at most
 */
public record Symbol(long address, long size, String name) {}

package bbt.ptg.image;

/**
 * A named address of a program.
 *
 * @param name as in the symbol table
 * @param address virtual address as linked
 * @param size in bytes, 0 when unknown
 * @param kind what the table says it is
 * @param section index in {@link ElfFile#sections} of the one that it is in (st_shndx)
 */
public record ElfSymbol(String name, long address, long size, Kind kind, int section) {
  /** The kinds of symbols. */
  public enum Kind {
    /** A function, or what chooses one (STT_FUNC, STT_GNU_IFUNC). */
    FUNCTION,
    /** A label of assembly code, in code or in data (STT_NOTYPE). */
    LABEL,
    /** Data (STT_OBJECT). */
    DATA
  }

  /** Whether the table calls it a function. */
  public boolean function() {
    return kind == Kind.FUNCTION;
  }
}

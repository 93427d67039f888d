package bbt.translator.hart;

/** Hears of the pages that programs may access. */
@FunctionalInterface
public interface ProgramPages {
  /**
   * A page, or several that one entry of a page table maps.
   *
   * @param virtual its virtual address
   * @param physical the physical address that it leads to
   * @param bytes its size
   */
  void page(long virtual, long physical, long bytes);
}

package bbt.translator.codegen;

import bbt.translator.hart.Hart;

/** Records what a region executed since its last complete record, when it is left in the middle. */
@FunctionalInterface
public interface OpenPath {
  /**
   * Records the open path; {@code cpu.recordPointer} has been written back.
   *
   * @param path the path number so far (0 where paths are not merged)
   * @param site the first instruction that did not retire
   */
  void record(Hart cpu, int path, int site);
}

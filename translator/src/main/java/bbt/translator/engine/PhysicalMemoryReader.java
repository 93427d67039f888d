package bbt.translator.engine;

/**
 * Guest RAM as decoders see it: by physical address, without side effects (docs/determinism.md 6).
 */
public interface PhysicalMemoryReader {
  /** Whether the 4 KiB page at this physical address is RAM. */
  boolean isRam(long physicalPage);

  /**
   * Two bytes of RAM, little-endian, zero-extended.
   *
   * @param physical even address within RAM
   */
  int halfword(long physical);
}

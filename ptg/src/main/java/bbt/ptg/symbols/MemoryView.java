package bbt.ptg.symbols;

/**
 * Guest physical memory, to be read only: reading has no effect on the guest (docs/determinism.md
 * 6). Little-endian; addresses outside {@code [base, base + size)} are the caller's mistake.
 */
public interface MemoryView {
  /** The lowest physical address. */
  long base();

  /** Bytes from {@link #base()}. */
  long size();

  byte readByte(long address);

  /** Four bytes; the address is a multiple of 4. */
  int readInt(long address);

  /** Eight bytes; the address is a multiple of 8. */
  long readLong(long address);
}

package bbt.translator.riscv.cpu;

import bbt.ptg.guest.rtl.Amo;
import bbt.translator.memory.HostMemory;

/**
 * Computes the A extension's read-modify-write operations (unprivileged specification, "Zaamo").
 * Harts never run in parallel on the host, so plain accesses are atomic to the guest.
 */
final class AtomicMemoryOperations {
  private AtomicMemoryOperations() {}

  /** Updates the word at a host address; returns the old one, sign-extended. */
  static long update32(Amo operation, long host, int value) {
    int old = HostMemory.getInt(host);
    HostMemory.putInt(host, (int) result(operation, old, value));
    return old;
  }

  /** Updates the doubleword at a host address; returns the old one. */
  static long update64(Amo operation, long host, long value) {
    long old = HostMemory.getLong(host);
    HostMemory.putLong(host, result(operation, old, value));
    return old;
  }

  /** The value that is stored; of words, which are sign-extended, the low half. */
  static long result(Amo operation, long old, long value) {
    return switch (operation) {
      case SWAP -> value;
      case ADD -> old + value;
      case XOR -> old ^ value;
      case AND -> old & value;
      case OR -> old | value;
      case MIN -> Math.min(old, value);
      case MAX -> Math.max(old, value);
      case MINU -> Long.compareUnsigned(old, value) < 0 ? old : value;
      case MAXU -> Long.compareUnsigned(old, value) > 0 ? old : value;
    };
  }
}

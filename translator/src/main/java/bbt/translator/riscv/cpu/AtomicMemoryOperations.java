package bbt.translator.riscv.cpu;

import bbt.ptg.guest.rtl.Amo;
import bbt.translator.memory.HostMemory;

/**
 * The arithmetic of the A extension's read-modify-write operations (unprivileged specification,
 * "Zaamo"). Harts never run in parallel on the host, so plain accesses are atomic to the guest.
 */
final class AtomicMemoryOperations {
  private AtomicMemoryOperations() {}

  /** Updates the word at a host address; returns the old one, sign-extended. */
  static long update32(Amo operation, long host, int value) {
    int old = HostMemory.getInt(host);
    int result =
        switch (operation) {
          case SWAP -> value;
          case ADD -> old + value;
          case XOR -> old ^ value;
          case AND -> old & value;
          case OR -> old | value;
          case MIN -> Math.min(old, value);
          case MAX -> Math.max(old, value);
          case MINU -> Integer.compareUnsigned(old, value) < 0 ? old : value;
          case MAXU -> Integer.compareUnsigned(old, value) > 0 ? old : value;
        };
    HostMemory.putInt(host, result);
    return old;
  }

  /** Updates the doubleword at a host address; returns the old one. */
  static long update64(Amo operation, long host, long value) {
    long old = HostMemory.getLong(host);
    long result =
        switch (operation) {
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
    HostMemory.putLong(host, result);
    return old;
  }
}

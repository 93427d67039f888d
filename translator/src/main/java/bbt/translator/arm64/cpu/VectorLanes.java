package bbt.translator.arm64.cpu;

/** Reads and writes lanes of vector registers; a size is 0 to 3, for 8 to 64 bits. */
public final class VectorLanes {
  private VectorLanes() {}

  private static long mask(int size) {
    return -1L >>> 64 - (8 << size);
  }

  /** A lane, zero-extended. */
  public static long get(A64Cpu cpu, int register, long number, int size) {
    long half = cpu.vector[2 * register + (int) (number >>> 3 - size)];
    return half >>> (number << size + 3) & mask(size);
  }

  /** Writes a lane; the others stay. */
  public static void set(A64Cpu cpu, int register, long number, int size, long value) {
    int place = 2 * register + (int) (number >>> 3 - size);
    long mask = mask(size) << (number << size + 3);
    cpu.vector[place] = cpu.vector[place] & ~mask | value << (number << size + 3) & mask;
  }
}

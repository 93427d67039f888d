package bbt.translator.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import jdk.internal.misc.Unsafe;

/**
 * Raw access to memory outside the Java heap, and the only class of this package that knows {@code
 * Unsafe}: 19-24 % faster than a {@code MemorySegment} under the soft-TLB (docs/decisions.md).
 * Nothing is checked: an address comes from {@link Ram} or {@link Tlb}.
 *
 * <p>It is the JDK's own {@code Unsafe}, not {@code sun.misc}'s, which calls that one behind a
 * check and another method: inlined around each of an access's three loads, they are half of what
 * C2 has to look at, and C2 inlines nothing more into a method of 18,000 nodes
 * (docs/performance.md). So each method here is one method around an instruction of C2's; hence
 * {@code null}, too.
 *
 * <p>All values are little-endian, like the guest; a big-endian host is refused at start.
 */
public final class HostMemory {
  private static final Unsafe UNSAFE = unsafe();

  private HostMemory() {}

  private static Unsafe unsafe() {
    if (java.nio.ByteOrder.nativeOrder() != java.nio.ByteOrder.LITTLE_ENDIAN) {
      throw new IllegalStateException("bbt needs a little-endian host");
    }
    return Unsafe.getUnsafe();
  }

  /**
   * Allocates zeroed memory that the host maps lazily where it can: a large block is a fresh
   * anonymous mapping in every common allocator, and filling it would cost 0.3 s per GiB. The
   * zeroes are checked by samples, and made by hand where an allocator with other habits may be at
   * work.
   *
   * @param bytes size, a multiple of 4096
   * @return host address, page-aligned
   */
  public static long allocateZeroed(long bytes) {
    long raw = UNSAFE.allocateMemory(bytes + 8 + 4096);
    long base = (raw + 8 + 4095) & ~4095L;
    UNSAFE.putLong(base - 8, raw);
    if (bytes < LAZY_MINIMUM || unusualAllocator() || !samplesAreZero(base, bytes)) {
      UNSAFE.setMemory(base, bytes, (byte) 0);
    }
    return base;
  }

  /**
   * Memory that holds what a file holds, as it is read; what is written to it does not reach the
   * file.
   *
   * @param bytes size, a multiple of 4096; the file's
   * @param life when it ends, the memory is given back
   * @return host address, page-aligned
   */
  static long mapCopy(Path file, long bytes, Arena life) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.size() != bytes) {
        throw new IOException(file + ": has not the size of the guest's memory");
      }
      return channel.map(FileChannel.MapMode.PRIVATE, 0, bytes, life).address();
    }
  }

  /** Gives back what {@link #allocateZeroed} returned; nothing may use it any more. */
  static void free(long base) {
    UNSAFE.freeMemory(UNSAFE.getLong(base - 8));
  }

  /** Below this an allocator may hand out recycled memory (glibc's largest mmap threshold). */
  private static final long LAZY_MINIMUM = 32L << 20;

  private static boolean unusualAllocator() {
    return !System.getProperty("os.name", "").equals("Linux")
        || System.getenv("LD_PRELOAD") != null
        || System.getenv("MALLOC_PERTURB_") != null
        || System.getenv().getOrDefault("GLIBC_TUNABLES", "").contains("perturb");
  }

  private static boolean samplesAreZero(long base, long bytes) {
    for (long offset = 0; offset < bytes; offset += 4 << 20) {
      if (UNSAFE.getLong(base + offset) != 0) {
        return false;
      }
    }
    return UNSAFE.getLong(base + bytes - 8) == 0;
  }

  public static byte getByte(long address) {
    return UNSAFE.getByte(null, address);
  }

  public static short getShort(long address) {
    return UNSAFE.getShort(null, address);
  }

  public static char getChar(long address) {
    return UNSAFE.getChar(null, address);
  }

  public static int getInt(long address) {
    return UNSAFE.getInt(null, address);
  }

  public static long getLong(long address) {
    return UNSAFE.getLong(null, address);
  }

  public static double getDouble(long address) {
    return UNSAFE.getDouble(null, address);
  }

  public static float getFloat(long address) {
    return UNSAFE.getFloat(null, address);
  }

  public static void putDouble(long address, double value) {
    UNSAFE.putDouble(null, address, value);
  }

  public static void putByte(long address, byte value) {
    UNSAFE.putByte(null, address, value);
  }

  public static void putShort(long address, short value) {
    UNSAFE.putShort(null, address, value);
  }

  public static void putInt(long address, int value) {
    UNSAFE.putInt(null, address, value);
  }

  public static void putLong(long address, long value) {
    UNSAFE.putLong(null, address, value);
  }

  /** Copies {@code length} bytes of {@code source} to {@code address}. */
  public static void copyIn(byte[] source, int offset, long address, int length) {
    UNSAFE.copyMemory(source, Unsafe.ARRAY_BYTE_BASE_OFFSET + offset, null, address, length);
  }

  /** Copies {@code length} bytes at {@code address} into {@code target}. */
  public static void copyOut(long address, byte[] target, int offset, int length) {
    UNSAFE.copyMemory(null, address, target, Unsafe.ARRAY_BYTE_BASE_OFFSET + offset, length);
  }

  /** Clears a cache block of 64 bytes. */
  public static void zeroBlock(long address) {
    UNSAFE.putLong(address, 0);
    UNSAFE.putLong(address + 8, 0);
    UNSAFE.putLong(address + 16, 0);
    UNSAFE.putLong(address + 24, 0);
    UNSAFE.putLong(address + 32, 0);
    UNSAFE.putLong(address + 40, 0);
    UNSAFE.putLong(address + 48, 0);
    UNSAFE.putLong(address + 56, 0);
  }

  /** Fills {@code length} bytes with one value. */
  public static void fill(long address, long length, byte value) {
    UNSAFE.setMemory(address, length, value);
  }
}

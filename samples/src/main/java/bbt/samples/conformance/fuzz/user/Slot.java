package bbt.samples.conformance.fuzz.user;

import bbt.samples.conformance.fuzz.run.Image;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The layout of a case in memory: 64 KiB of RAM by its number, in which offsets are
 *
 * <pre>
 * 0x0000  what the harness sets up: x0 to x31 (x0: the entry), f0 to f31, fcsr, mstatus, satp, recovery
 * 0x1000  what the harness notes: x, f, fcsr, mstatus, number of traps, traps
 * 0x2000  code pages
 * 0x6000  data pages
 * 0xA000  page tables
 * </pre>
 */
final class Slot {
  static final int SIZE = 0x1_0000;

  /** Slot 0, from the start of RAM. */
  static final int FIRST = 0x1_0000;

  static final int PAGE = 0x1000;

  static final int SETUP = 0;
  static final int RESULT = 0x1000;
  static final int CODE = 0x2000;
  static final int CODE_PAGES = 4;
  static final int DATA = 0x6000;
  static final int DATA_PAGES = 4;
  static final int TABLES = 0xA000;

  /** From {@link #SETUP} and {@link #RESULT}: registers of 8 bytes. */
  static final int X = 0;

  static final int F = 0x100;
  static final int FCSR = 0x200;
  static final int MSTATUS = 0x208;

  /** The offset of satp; only in the setup. */
  static final int SATP = 0x210;

  /** Where it goes on when nothing can be fetched any more. Only in the setup. */
  static final int RECOVERY = 0x218;

  /** From {@link #RESULT}: number of traps. */
  static final int TRAP_COUNT = 0x210;

  /** From {@link #RESULT}: the traps, of mcause, mepc, mtval, mstatus. */
  static final int TRAPS = 0x220;

  static final int TRAP_SIZE = 32;

  /** The case ends with this trap. */
  static final int MAX_TRAPS = 64;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int number;
  private final byte[] memory;

  /** An empty slot. */
  Slot(int number) {
    this(number, new byte[SIZE]);
  }

  Slot(int number, byte[] memory) {
    this.number = number;
    this.memory = memory;
  }

  /** Copies a slot from an image; zeroes where the image ends. */
  static Slot of(Image image, int number) {
    byte[] memory = new byte[SIZE];
    int from = start(number);
    int length = Math.max(0, Math.min(SIZE, image.bytes().length - from));
    System.arraycopy(image.bytes(), Math.min(from, image.bytes().length), memory, 0, length);
    return new Slot(number, memory);
  }

  /** From the start of RAM. */
  static int start(int number) {
    return FIRST + number * SIZE;
  }

  int number() {
    return number;
  }

  byte[] memory() {
    return memory;
  }

  /** Physical address of an offset. */
  long physical(int offset) {
    return Image.BASE + start(number) + offset;
  }

  long get(int offset) {
    return (long) LONGS.get(memory, offset);
  }

  void put(int offset, long value) {
    LONGS.set(memory, offset, value);
  }

  /** The 16 bits at an even offset. */
  int half(int offset) {
    return memory[offset] & 0xFF | (memory[offset + 1] & 0xFF) << 8;
  }

  Slot copy() {
    return new Slot(number, memory.clone());
  }
}

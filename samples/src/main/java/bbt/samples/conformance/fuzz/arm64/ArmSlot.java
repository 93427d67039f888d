package bbt.samples.conformance.fuzz.arm64;

import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A program of a user in memory, and the layout of the image that it is a part of. A slot has 4 KiB
 * by its number, and what it left has as many:
 *
 * <pre>
 *   0x40400000  harness; the numbers of the first slot and of the one behind the last
 *   0x40404000  translation tables
 *   0x40410000  slots: registers, data and code     } read and executed by both levels
 *   0x40600000  the harness's variables
 *   0x40601000  what each slot left: registers, data and exceptions
 *   0x40a00000  two pages of data, at {@link #DATA_PAGE}, the second one first
 * </pre>
 */
record ArmSlot(int number, byte[] memory) {
  static final int BYTES = 0x1000;

  /** The slots of an image at most. */
  static final int MOST = 400;

  /** Offset of the first slot in the image. */
  static final int FIRST = 0x1_0000;

  /** Offsets in the image of the number of the first slot, and of the one to stop at. */
  static final int FROM = 8;

  static final int STOP = 16;

  static final int TABLES = 0x4000;
  static final int VARIABLES = 0x20_0000;
  static final int RESULTS = 0x20_1000;
  static final int DATA_FRAMES = 0x60_0000;

  /** The virtual address of the first of the two pages of data. */
  static final long DATA_PAGE = 0x2000_0000L;

  // Of a slot and of what it left: x0 to x30 and the stack pointer, then these.
  static final int X = 0;
  static final int STACK = 8 * 31;
  static final int THREAD = 0x100;
  static final int CONTROL = 0x108;
  static final int STATUS = 0x110;
  static final int STATE = 0x118;
  static final int VECTORS = 0x140;
  static final int DATA = 0x400;

  // Of a slot alone: SCTLR_EL1, how often the program runs, and its words.
  static final int SYSTEM = 0x120;
  static final int PASSES = 0x128;
  static final int LENGTH = 0x130;
  static final int CODE = 0x800;

  // Of what it left alone: the exceptions, each ESR_EL1, ELR_EL1, FAR_EL1 and SPSR_EL1.
  static final int TRAP_COUNT = 0x120;
  static final int TRAPS = 0x800;
  static final int TRAP_BYTES = 32;

  /** The program ends with this exception. */
  static final int MOST_TRAPS = 64;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  ArmSlot(int number) {
    this(number, new byte[BYTES]);
  }

  /** Copies a slot from an image. */
  static ArmSlot of(Image image, int number) {
    ArmSlot slot = new ArmSlot(number);
    System.arraycopy(image.bytes(), start(number), slot.memory, 0, BYTES);
    return slot;
  }

  /** Offset of a slot in the image. */
  static int start(int number) {
    return FIRST + number * BYTES;
  }

  /** Offset of what a slot left. */
  static int result(int number) {
    return RESULTS + number * BYTES;
  }

  /** The number of the slot that an image begins with, or of the one behind its last. */
  static int number(Image image, int which) {
    return (int) new GuestRam(image.bytes()).get(which);
  }

  long get(int offset) {
    return (long) LONGS.get(memory, offset);
  }

  void put(int offset, long value) {
    LONGS.set(memory, offset, value);
  }

  /** Words of the program; the call for its end follows them. */
  int length() {
    return (int) get(LENGTH);
  }

  int word(int index) {
    return (int) WORDS.get(memory, CODE + 4 * index);
  }

  void word(int index, int bits) {
    WORDS.set(memory, CODE + 4 * index, bits);
  }

  /** Address of a word of the program, physical and virtual. */
  long address(int index) {
    return ArmLayout.START + start(number) + CODE + 4L * index;
  }

  ArmSlot copy() {
    return new ArmSlot(number, memory.clone());
  }
}

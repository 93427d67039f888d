package bbt.samples.conformance.fuzz.arm64;

import bbt.samples.conformance.fuzz.run.FuzzBoard;

/**
 * The layout of the guest's physical memory.
 *
 * <pre>
 *   0x40000000  where QEMU puts the device tree; cleared
 *   0x40400000  scratch (8 pages); the first word jumps to the harness
 *   0x40408000  harness, then the episodes: code and data
 *   0x40600000  data frames (8 pages)      } reached through random page tables
 *   0x40608000  random page tables, roots and the harness's own tables
 *   0x40800000  code frames (8 pages)
 *   0x40a08000  the harness's variables
 *   0x40c08000  the log
 *   0x41000000  where this machine puts the device tree; cleared
 * </pre>
 *
 * <p>A virtual address of the generator has indices 0 to 7 or 511 in all tables, so whatever a
 * random descriptor of 4 KiB, 2 MiB or 1 GiB maps it to lies in the first eight pages or the last
 * one of some 2 MiB: nothing that the harness needs may stand there.
 *
 * <p>The harness sees physical memory in the upper half of the addresses, {@link #UPPER} higher.
 */
final class ArmLayout {
  static final int PAGE = 4096;
  static final long RAM = 0x4000_0000L;
  static final int MEMORY_BYTES = 32 << 20;
  static final long START = FuzzBoard.ARM64.start();
  static final long HARNESS = START + 0x8000;

  /** Where the image must end. */
  static final long IMAGE_END = 0x405F_F000L;

  static final long FRAMES = 0x4060_0000L;
  static final int FRAME_COUNT = 8;
  static final long TABLES = 0x4060_8000L;
  static final int TABLE_COUNT = 8;

  /** The root for the lower half of the addresses. */
  static final long LOWER_ROOT = 0x4061_0000L;

  /** The root for the upper half; behind it its own tables. */
  static final long UPPER_ROOT = 0x4061_1000L;

  static final long CODE_FRAMES = 0x4080_0000L;
  static final int CODE_FRAME_COUNT = 8;
  static final long VARIABLES = 0x40A0_8000L;
  static final long LOG = 0x40C0_8000L;
  static final int LOG_BYTES = 1 << 20;
  static final long OUR_TREE = 0x4100_0000L;

  static final long UPPER = 0xFFFF_0000_0000_0000L;

  static final long GIC_DISTRIBUTOR = 0x0800_0000L;
  static final long GIC_INTERFACE = 0x0801_0000L;

  /** An address with no device and no RAM on either machine. */
  static final long HOLE = 0x2_0000_0000L;

  /** In the image's first page: start of each episode and end of its operations, for a listing. */
  static final int PARTS = 0x100;

  private ArmLayout() {}
}

package bbt.samples.conformance.fuzz.privileged;

/**
 * The layout of the guest's physical memory.
 *
 * <pre>
 *   0x80000000  scratch (8 pages); the first word jumps to the harness
 *   0x80008000  harness, then the episodes: code and data
 *   0x80200000  data frames (8 pages)      } reached through random page tables
 *   0x80208000  random page tables         }
 *   0x80300000  roots and the harness's own tables
 *   0x80400000  code frames (8 pages), never writable for S and U
 *   0x80500000  the harness's variables
 *   0x80600000  (8 pages of scratch here and at each further 2 MiB)
 *   0x80608000  the log
 * </pre>
 *
 * <p>A virtual address of the generator has indices 0 to 7 or 511 in the tables below the root, so
 * whatever a random leaf of 4 KiB, 2 MiB or 1 GiB maps it to lies in the first eight pages or the
 * last one of some 2 MiB: nothing that the harness needs may stand there.
 */
final class Layout {
  static final long RAM = 0x8000_0000L;
  static final int PAGE = 4096;
  static final long MEMORY_BYTES = 32L << 20;

  /** In the image's first page: start and end of the operations, for a listing. */
  static final long PARTS = RAM + 0x100;

  static final int PARTS_BYTES = PAGE - 0x100;

  static final long HARNESS = 0x8000_8000L;

  /** Where the image must end. */
  static final long IMAGE_END = 0x801F_F000L;

  static final long FRAMES = 0x8020_0000L;
  static final int FRAME_COUNT = 8;
  static final long TABLES = 0x8020_8000L;
  static final int TABLE_COUNT = 8;

  /** The random roots for Sv39, Sv48, Sv57. */
  static final long ROOTS = 0x8030_0000L;

  static final int ROOT_COUNT = 3;

  /** Page tables that map the harness below the roots of Sv48 and Sv57. */
  static final long HARNESS_TABLES = 0x8031_0000L;

  static final long CODE_FRAMES = 0x8040_0000L;
  static final long VARIABLES = 0x8050_0000L;
  static final long LOG = 0x8060_8000L;
  static final long LOG_BYTES = 4L << 20;

  /** The user's view of physical memory stands this far above the supervisor's. */
  static final long USER_ALIAS = 0x4000_0000L;

  static final long UART = 0x1000_0000L;
  static final long FINISHER = 0x10_0000L;
  static final long CLINT = 0x200_0000L;
  static final long MTIMECMP = CLINT + 0x4000;

  /** An address with no device and no RAM on either machine. */
  static final long HOLE = 0x1800_0000L;

  private Layout() {}
}

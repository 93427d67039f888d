package bbt.samples.conformance.fuzz.privileged;

import java.util.SplittableRandom;

/**
 * The features of the machine that an episode uses. Some things exclude each other, because
 * together the specification leaves open what is seen (a stale translation), or because the harness
 * could not go on.
 *
 * @param levels of page tables: 3, 4, 5, or 0 for Bare
 * @param tables what the page tables may hold
 * @param remaps entries of page tables change on the way; never with TVM, which could keep the
 *     fence from happening
 * @param protects physical memory protection of parts of the frames
 * @param protectsCode of the code frames, which the body jumps into, instead of the data frames
 * @param posted interrupts that are made pending, bits of mip: at most one for M and one that is
 *     delegated, since the reference does not rank them
 * @param delegated mideleg
 * @param waits wfi, with a supervisor interrupt pending and enabled but not taken
 * @param stimecmp stimecmp drives STIP
 * @param memoryTypes menvcfg.PBMTE: bits 61 and 62 of a page table entry mean something
 */
record Traits(
    int levels,
    PageTables.Features tables,
    boolean remaps,
    boolean protects,
    boolean protectsCode,
    long posted,
    long delegated,
    boolean waits,
    boolean stimecmp,
    boolean memoryTypes) {

  private static final int[] SUPERVISOR = {1, 5, 9};
  private static final int[] MACHINE = {1, 3, 5, 7, 9};

  /**
   * Random traits.
   *
   * @param old whether the reference is older than QEMU 8, see {@link PrivilegedKind#isOld}
   */
  static Traits random(SplittableRandom random, boolean old) {
    int kind = random.nextInt(100);
    int levels = kind < 10 ? 0 : kind < 55 ? 3 : kind < 78 ? 4 : 5;
    boolean waits = random.nextInt(100) < 6;
    long posted = 0;
    long delegated = waits ? 2 : 0x222 & random.nextLong();
    if (!waits && random.nextInt(100) < 40) {
      int machine = MACHINE[random.nextInt(5)];
      int supervisor = SUPERVISOR[random.nextInt(3)];
      posted = 1L << machine;
      delegated &= ~posted;
      if (supervisor != machine) {
        posted |= 1L << supervisor;
        delegated |= 1L << supervisor;
      }
    }
    boolean protects = random.nextInt(100) < (old ? 25 : 30);
    // Older QEMUs take a fetch for one of all that follows in the page.
    boolean protectsCode = protects && !old && random.nextInt(100) < 40;
    boolean memoryTypes = random.nextInt(100) < 50;
    return new Traits(
        levels,
        new PageTables.Features(
            random.nextInt(100) < 50,
            random.nextInt(100) < 30,
            random.nextInt(100) < 40 && (memoryTypes || !old),
            !old && random.nextInt(100) < 50,
            protects && !protectsCode),
        levels != 0 && random.nextInt(100) < 35,
        protects,
        protectsCode,
        posted,
        delegated,
        waits,
        // Newer QEMUs show what stimecmp makes pending in mip, but not in sip.
        random.nextInt(100) < 50 && (old || (posted & 1 << 5) == 0),
        memoryTypes);
  }

  /** Whether the body may jump into pages that the tables map. */
  boolean jumps() {
    return !tables.executableData() && (!protects || protectsCode);
  }
}

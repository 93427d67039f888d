package bbt.samples.conformance.fuzz.arm64;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random translation tables of 4 KiB granules, and addresses that lead through them. */
final class ArmTables {
  private static final int LAST = 511;
  private static final int VALID = 1;
  private static final int TABLE = 2;
  private static final int ACCESSED = 1 << 10;
  private static final long TOO_LARGE = 1L << 40;

  /** Attributes of memory that is normal, see {@link ArmHarness#MAIR}. */
  private static final int[] NORMAL = {0, 2, 4, 6};

  private final SplittableRandom random;
  private final int size;

  /**
   * @param size T0SZ, 16 to 39
   */
  ArmTables(SplittableRandom random, int size) {
    this.random = random;
    this.size = size;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** The level of the root of the lower half. */
  private int rootLevel() {
    return size < 25 ? 0 : size < 34 ? 1 : 2;
  }

  private int index() {
    return chance(8) ? LAST : random.nextInt(8);
  }

  /** Random descriptors for all tables. */
  List<ArmEpisode.Descriptor> all() {
    List<ArmEpisode.Descriptor> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(entry(ArmLayout.LOWER_ROOT, i, rootLevel()));
      if (i > 0) {
        all.add(entry(ArmLayout.UPPER_ROOT, i, 0));
      }
    }
    all.add(entry(ArmLayout.LOWER_ROOT, LAST, rootLevel()));
    all.add(entry(ArmLayout.UPPER_ROOT, LAST, 0));
    for (int table = 0; table < ArmLayout.TABLE_COUNT; table++) {
      for (int i = 0; i < 8; i++) {
        all.add(entry(ArmLayout.TABLES + (long) table * ArmLayout.PAGE, i, level(table)));
      }
      all.add(entry(ArmLayout.TABLES + (long) table * ArmLayout.PAGE, LAST, level(table)));
    }
    return all;
  }

  /** The level at which a table is meant to be used; it may be reached at others, too. */
  private static int level(int table) {
    return table < 2 ? 1 : table < 4 ? 2 : 3;
  }

  /** One random descriptor, of those that {@link #all} has. */
  ArmEpisode.Descriptor one() {
    int table = random.nextInt(ArmLayout.TABLE_COUNT + 2);
    if (table >= ArmLayout.TABLE_COUNT) {
      return entry(ArmLayout.LOWER_ROOT, index(), rootLevel());
    }
    return entry(ArmLayout.TABLES + (long) table * ArmLayout.PAGE, index(), level(table));
  }

  private ArmEpisode.Descriptor entry(long table, int index, int level) {
    return new ArmEpisode.Descriptor(table + 8L * index, value(level));
  }

  private long value(int level) {
    if (chance(8)) {
      return random.nextLong() & ~VALID;
    }
    if (level == 0 || level < 3 && chance(60)) {
      long taken = chance(25) ? random.nextLong() & 0x7800_0000_0000_0000L : 0;
      return tables(level) | taken | VALID | TABLE;
    }
    long bits = VALID | (level == 3 && !chance(4) ? TABLE : 0);
    bits |= chance(88) ? ACCESSED : 0;
    bits |= (long) random.nextInt(4) << 6 | (long) random.nextInt(2) << 11;
    bits |= (long) NORMAL[random.nextInt(NORMAL.length)] << 2 | 3 << 8;
    bits |= (chance(25) ? 1L << 53 : 0) | (chance(25) ? 1L << 54 : 0);
    bits |= random.nextLong() & 0xFL << 55;
    return bits | target(level);
  }

  /** The table that a descriptor of a level leads to: one for the next level, mostly. */
  private long tables(int level) {
    if (chance(5)) {
      return ArmLayout.HOLE;
    }
    int first = level == 0 ? 0 : level == 1 ? 2 : 4;
    int count = level == 2 ? 4 : 2;
    return ArmLayout.TABLES + (long) ArmLayout.PAGE * (first + random.nextInt(count));
  }

  private long target(int level) {
    if (chance(4)) {
      return TOO_LARGE;
    }
    if (chance(4)) {
      return ArmLayout.HOLE;
    }
    if (level <= 1) {
      return ArmLayout.RAM;
    }
    if (level == 2) {
      return ArmLayout.RAM + ((long) random.nextInt(ArmLayout.MEMORY_BYTES >> 21) << 21);
    }
    return chance(30)
        ? ArmLayout.CODE_FRAMES + (long) ArmLayout.PAGE * random.nextInt(8)
        : ArmLayout.FRAMES + (long) ArmLayout.PAGE * random.nextInt(8);
  }

  /**
   * A random address that is the start of an access.
   *
   * @param bytes of the access: mostly it is aligned
   */
  long address(int bytes) {
    boolean upper = chance(15);
    long address = 0;
    for (int level = upper ? 0 : rootLevel(); level < 4; level++) {
      int index = level == 0 && upper ? 1 + random.nextInt(7) : index();
      address |= (long) index << 39 - 9 * level;
    }
    int offset =
        chance(10) ? ArmLayout.PAGE - 1 - random.nextInt(16) : random.nextInt(ArmLayout.PAGE);
    address |= chance(75) ? offset & -bytes : offset;
    if (upper) {
      address |= 0xFFFFL << 48;
    }
    if (chance(12)) {
      address ^= (chance(50) ? 0xFFL : random.nextInt(256)) << 56;
    }
    if (chance(4)) {
      address ^= 1L << 16 + random.nextInt(40);
    }
    return isProgram(address) ? address ^ 1L << 50 : address;
  }

  /** Whether an address is, but for a tag, in what the harness itself maps. */
  private static boolean isProgram(long address) {
    return (address << 8 >> 47) == -512;
  }
}

package bbt.samples.conformance.fuzz.privileged;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A random tree of page tables, the same tables below a root for each of Sv39, Sv48 and Sv57, and
 * addresses that lead somewhere worth going. The model here only chooses; what is right is decided
 * by the machines.
 */
final class PageTables {
  static final long V = 1;
  static final long R = 2;
  static final long W = 4;
  static final long X = 8;
  static final long U = 16;
  static final long G = 32;
  static final long A = 64;
  static final long D = 128;

  private static final long ACCESSED = V | A | D;
  private static final long PPN_MASK = (1L << 44) - 1;

  /** One page table entry to write. */
  record Entry(long address, long value) {}

  /** Where an address leads in the model. */
  enum Place {
    DATA,
    CODE,
    TABLE,
    ELSEWHERE,
    FAULT
  }

  /**
   * The features that the tree may have.
   *
   * @param global G bits
   * @param executableData X on data frames; then nothing may jump through the tree
   * @param upper bits 61 to 63: memory types (Svpbmt) and 64 KiB leaves (Svnapot), also wrong ones
   * @param reserved bits 54 to 60, and the memory type 3
   * @param updated whether A and D are always set, so that no walk writes
   */
  record Features(
      boolean global, boolean executableData, boolean upper, boolean reserved, boolean updated) {}

  private final SplittableRandom random;
  private final Features features;
  private final Map<Long, Long> entries = new HashMap<>();
  private final List<Entry> inOrder = new ArrayList<>();

  PageTables(SplittableRandom random, Features features) {
    this.random = random;
    this.features = features;
    for (int table = 0; table < Layout.TABLE_COUNT; table++) {
      for (int slot = 0; slot < 8; slot++) {
        put(tableAddress(table) + slot * 8L, entry(level(table)));
      }
      put(tableAddress(table) + 511 * 8L, entry(level(table)));
    }
    for (int root = 0; root < Layout.ROOT_COUNT; root++) {
      for (int slot : rootSlots(root)) {
        put(rootAddress(root) + slot * 8L, entry(root + 2));
      }
    }
  }

  private void put(long address, long value) {
    entries.put(address, value);
    inOrder.add(new Entry(address, value));
  }

  /** All entries, in the order of their making. */
  List<Entry> entries() {
    return List.copyOf(inOrder);
  }

  // ---- the harness's own mappings

  /** Physical address of the root for 3, 4 or 5 levels less 3. */
  static long rootAddress(int root) {
    return Layout.ROOTS + (long) root * Layout.PAGE;
  }

  static long tableAddress(int table) {
    return Layout.TABLES + (long) table * Layout.PAGE;
  }

  /** Identity for S-mode at 2 GiB, the user's view of the same at 3 GiB, below each root. */
  static List<Entry> harness() {
    long one = Layout.HARNESS_TABLES;
    long two = one + Layout.PAGE;
    long identity = leaf(Layout.RAM, ACCESSED | R | W | X);
    long user = leaf(Layout.RAM, ACCESSED | R | X | U);
    return List.of(
        new Entry(rootAddress(0) + 2 * 8, identity),
        new Entry(rootAddress(0) + 3 * 8, user),
        new Entry(one + 2 * 8, identity),
        new Entry(one + 3 * 8, user),
        new Entry(two, leaf(one, V)),
        new Entry(rootAddress(1), leaf(one, V)),
        new Entry(rootAddress(2), leaf(two, V)));
  }

  private static int[] rootSlots(int root) {
    return root == 0 ? new int[] {4, 5, 6, 7, 508, 511} : new int[] {1, 2, 3, 5, 256, 511};
  }

  // ---- random entries

  /** Level that a table is mostly used at. */
  private static int level(int table) {
    return table < 3 ? 0 : table < 6 ? 1 : table - 4;
  }

  private static long leaf(long physical, long flags) {
    return physical >>> 12 << 10 | flags;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** A random entry for a table of a level. */
  long entry(int level) {
    int kind = random.nextInt(100);
    if (kind < 4) {
      return random.nextLong() & ~V;
    }
    if (level > 0 && kind < 75) {
      return pointer(level);
    }
    return largeOrSmall(level);
  }

  private long pointer(int level) {
    int table =
        switch (level) {
          case 1 -> random.nextInt(3);
          case 2 -> 3 + random.nextInt(3);
          case 3 -> chance(70) ? 6 : 3 + random.nextInt(3);
          default -> chance(70) ? 7 : 6;
        };
    long pte = leaf(tableAddress(table), V);
    if (features.global && chance(10)) {
      pte |= G;
    }
    if (chance(8)) {
      pte |= 1L << 8 + random.nextInt(2); // for software
    }
    if (chance(6)) {
      pte |= new long[] {A, D, U}[random.nextInt(3)]; // reserved in a pointer
    }
    return upper(pte);
  }

  private long upper(long pte) {
    long bits =
        features.upper && chance(8) ? 1L + random.nextInt(features.reserved ? 3 : 2) << 61 : 0;
    // A and D with it: QEMU sets them before it finds that the encoding is reserved.
    bits |= features.upper && chance(2) ? 1L << 63 | A | D : 0;
    bits |= features.reserved && chance(4) ? 1L << 54 + random.nextInt(7) : 0;
    return pte | bits;
  }

  private long largeOrSmall(int level) {
    boolean fits = chance(85); // else the leaf of another size: misaligned, or an odd small page
    return switch (fits ? level : random.nextInt(4)) {
      case 0 -> smallLeaf();
      case 1 ->
          chance(60) ? withFlags(Layout.FRAMES, data()) : withFlags(Layout.CODE_FRAMES, code());
      case 2 -> withFlags(Layout.RAM, chance(50) ? R : R | (features.executableData ? X : 0));
      // 512 GiB and more: nothing is there.
      default -> withFlags(1L << (level < 4 ? 39 : 48), data());
    };
  }

  private long smallLeaf() {
    int kind = random.nextInt(100);
    int page = random.nextInt(8);
    if (features.upper && chance(8)) {
      // A 64 KiB leaf; that of the data frames also shows page tables, so it is never writable.
      long physical = (chance(50) ? Layout.FRAMES : Layout.CODE_FRAMES) | 8 << 12;
      return 1L << 63 | withFlags(physical, physical >= Layout.CODE_FRAMES ? code() : R);
    }
    if (kind < 60) {
      return withFlags(Layout.FRAMES + (long) page * Layout.PAGE, data());
    }
    if (kind < 85) {
      return withFlags(Layout.CODE_FRAMES + (long) page * Layout.PAGE, code());
    }
    if (kind < 93) {
      return withFlags(tableAddress(page), R);
    }
    return withFlags(Layout.HOLE + (long) page * Layout.PAGE, data());
  }

  /** Permissions for data: what could be executed only where nothing jumps. */
  private long data() {
    int kind = random.nextInt(100);
    if (kind < 65) {
      return R | W;
    }
    if (kind < 80) {
      return R;
    }
    if (kind < 90) {
      return W; // reserved
    }
    return features.executableData ? R | W | X : R | W;
  }

  /** Permissions for code: never writable, whatever else. */
  private long code() {
    return switch (random.nextInt(6)) {
      case 0 -> X;
      case 1 -> W | X; // reserved
      case 2 -> R;
      default -> R | X;
    };
  }

  private long withFlags(long physical, long permissions) {
    long pte = leaf(physical, V | permissions);
    pte |= features.updated || chance(80) ? A : 0;
    pte |= features.updated || chance(60) ? D : 0;
    pte |= chance(50) ? U : 0;
    pte |= features.global && chance(15) ? G : 0;
    pte |= chance(8) ? 1L << 8 + random.nextInt(2) : 0;
    pte ^= chance(4) ? V : 0;
    return upper(pte);
  }

  // ---- addresses

  /** A random address for a mode of satp with this many levels. */
  long address(int levels) {
    long address = 0;
    for (int level = levels - 1; level >= 0; level--) {
      int[] slots = rootSlots(levels - 3);
      long slot =
          level == levels - 1
              ? slots[random.nextInt(slots.length)]
              : chance(5) ? 511 : random.nextInt(8);
      address |= slot << 12 + 9 * level;
    }
    int unused = 64 - (12 + 9 * levels);
    return address << unused >> unused;
  }

  /** An address that leads to one of the places, if a few tries find it. */
  long addressTo(int levels, Place... wanted) {
    long address = address(levels);
    for (int i = 0; i < 60; i++) {
      Place place = place(address, levels);
      for (Place one : wanted) {
        if (one == place) {
          return address;
        }
      }
      address = address(levels);
    }
    return address;
  }

  /** Where an address leads. */
  Place place(long address, int levels) {
    long table = rootAddress(levels - 3);
    long upper = 0;
    for (int level = levels - 1; level >= 0; level--) {
      int shift = 12 + 9 * level;
      long pte = entries.getOrDefault(table + (address >>> shift & 511) * 8, 0L);
      long physical = (pte >>> 10 & PPN_MASK) << 12;
      if ((pte & V) == 0 || (pte & (R | W)) == W) {
        return Place.FAULT;
      }
      if ((pte & (R | X)) != 0) {
        long offset = address & (1L << shift) - 1;
        Place place = (physical & (1L << shift) - 1) != 0 ? Place.FAULT : named(physical | offset);
        // A memory type may be a right one: then the leaf leads where it would without.
        return (upper | pte >>> 54) != 0 && place != Place.ELSEWHERE ? Place.FAULT : place;
      }
      upper |= pte >>> 54;
      if ((pte & (A | D | U)) != 0) {
        return Place.FAULT;
      }
      table = physical;
    }
    return Place.FAULT;
  }

  /** Whether an entry leads to RAM, as far as its address says. */
  static boolean isRam(long pte) {
    long physical = (pte >>> 10 & PPN_MASK) << 12;
    return physical >= Layout.RAM && physical < Layout.RAM + Layout.MEMORY_BYTES;
  }

  private static Place named(long physical) {
    long page = physical & -Layout.PAGE;
    if (page >= Layout.FRAMES && page < Layout.TABLES) {
      return Place.DATA;
    }
    if (page >= Layout.TABLES && page < Layout.TABLES + Layout.TABLE_COUNT * Layout.PAGE) {
      return Place.TABLE;
    }
    return page >= Layout.CODE_FRAMES && page < Layout.CODE_FRAMES + 8 * Layout.PAGE
        ? Place.CODE
        : Place.ELSEWHERE;
  }

  /** Address of the leaf entry that an address leads to in the model, or -1. */
  long leafEntry(long address, int levels) {
    long table = rootAddress(levels - 3);
    for (int level = levels - 1; level >= 0; level--) {
      long at = table + (address >>> 12 + 9 * level & 511) * 8;
      long pte = entries.getOrDefault(at, 0L);
      if ((pte & V) == 0 || (pte & (R | W | X)) != 0) {
        return (pte & V) != 0 && level == 0 ? at : -1;
      }
      table = (pte >>> 10 & PPN_MASK) << 12;
    }
    return -1;
  }
}

package bbt.samples.conformance.fuzz.user;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Builds page tables of three, four or five levels in a slot: code pages in shuffled order, data
 * pages in shuffled order twice. Around them nothing is mapped.
 */
final class AddressSpace {
  private static final int V = 1;
  private static final int R = 2;
  private static final int W = 4;
  private static final int X = 8;
  private static final int U = 16;
  private static final int A = 64;
  private static final int D = 128;

  /** Pages within the 2 MiB that one leaf table maps. */
  private static final int CODE_AT = 0x10;

  private static final int DATA_AT = 0x40;
  private static final int ALIAS_AT = 0x80;

  private final long satp;
  private final long base;
  private final List<Integer> codePages;

  private AddressSpace(long satp, long base, List<Integer> codePages) {
    this.satp = satp;
    this.base = base;
    this.codePages = codePages;
  }

  /** Writes tables into the slot. */
  static AddressSpace random(Random random, Slot slot, boolean user) {
    int levels = 3 + random.nextInt(3);
    int bits = 12 + 9 * levels;
    // In the lower or in the upper half, the rest by sign.
    long base = random.nextLong() << 64 - bits >> 64 - bits & -(1L << 21);
    int table = Slot.TABLES;
    for (int level = levels - 1; level > 0; level--) {
      int index = (int) (base >>> 12 + 9 * level) & 511;
      slot.put(table + 8 * index, pte(slot, table + Slot.PAGE, V));
      table += Slot.PAGE;
    }
    int leaf = V | R | W | A | D | (user ? U : 0);
    List<Integer> code = shuffled(random, Slot.CODE_PAGES);
    for (int i = 0; i < Slot.CODE_PAGES; i++) {
      slot.put(table + 8 * (CODE_AT + i), pte(slot, Slot.CODE + code.get(i) * Slot.PAGE, leaf | X));
    }
    List<Integer> data = shuffled(random, Slot.DATA_PAGES);
    for (int i = 0; i < Slot.DATA_PAGES; i++) {
      long pte = pte(slot, Slot.DATA + data.get(i) * Slot.PAGE, leaf);
      slot.put(table + 8 * (DATA_AT + i), pte);
      slot.put(table + 8 * (ALIAS_AT + i), pte);
    }
    long mode = 5 + levels;
    return new AddressSpace(
        mode << 60 | slot.physical(Slot.TABLES) >>> 12, base, Collections.unmodifiableList(code));
  }

  private static List<Integer> shuffled(Random random, int count) {
    List<Integer> pages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pages.add(i);
    }
    Collections.shuffle(pages, random);
    return pages;
  }

  private static long pte(Slot slot, int offset, int flags) {
    return slot.physical(offset) >>> 12 << 10 | flags;
  }

  long satp() {
    return satp;
  }

  /** Virtual addresses of the first page of each sort. */
  long code() {
    return base + CODE_AT * (long) Slot.PAGE;
  }

  long data() {
    return base + DATA_AT * (long) Slot.PAGE;
  }

  long alias() {
    return base + ALIAS_AT * (long) Slot.PAGE;
  }

  /** Returns the slot's code page that the n-th virtual one shows. */
  int codePage(int n) {
    return codePages.get(n);
  }
}

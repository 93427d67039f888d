package bbt.translator.code;

import bbt.translator.hart.Hart;
import bbt.translator.state.Fields;
import java.util.Arrays;

/**
 * The fetch TLB: direct-mapped, {@link #SIZE} entries for each privilege level, machine state
 * (docs/determinism.md 6). Looked up when the pc enters another page and after every node that
 * ended in a system instruction, a trap or a return from one.
 */
public final class FetchTlb {
  /** Entries per privilege level. */
  public static final int SIZE = 256;

  /** The walk behind a miss; {@code bbt.translator.mmu} implements it. */
  @FunctionalInterface
  public interface Walker {
    /**
     * Translates for execution in the current mode, updating A.
     *
     * @param address virtual address whose page is wanted; also the tval of a fault
     * @return physical address of the page
     * @throws bbt.translator.hart.GuestTrap instruction page fault or access fault
     */
    long walk(Hart cpu, long address);

    /**
     * The parts of a page that must not be executed in a mode although other parts of it may.
     *
     * @return a bit for each four bytes; {@code null} if all of it may be
     */
    default long[] forbidden(long physicalPage, int privilege) {
      return null;
    }
  }

  /** Hears of each fill, for the trace's MAP records. */
  @FunctionalInterface
  public interface FillListener {
    void filled(Hart cpu, CodePage page);
  }

  private static final int MODES = 4;

  private final CodeMemory memory;
  private final Walker walker;
  private FillListener listener = (cpu, page) -> {};

  /** By {@link #index}; what {@link #lookup} finds without a walk. */
  final CodePage[] entries = new CodePage[SIZE * MODES];

  /** Null until something was not recorded. Whatever is here is in {@link #entries}, recorded. */
  private CodePage[] quiet;

  /** The entries that a look-up finds at once: one of the two. */
  CodePage[] shown = entries;

  public FetchTlb(CodeMemory memory, Walker walker) {
    this.memory = memory;
    this.walker = walker;
  }

  /** Sets, once, who hears of fills; before execution. */
  public void listen(FillListener fillListener) {
    this.listener = fillListener;
  }

  /**
   * The code page in which an address lies, in the current privilege.
   *
   * @param address virtual address; also the tval of a fault
   * @throws bbt.translator.hart.GuestTrap instruction page fault or access fault
   */
  public CodePage lookup(Hart cpu, long address) {
    int index = index(cpu, address);
    CodePage page = shown[index];
    if (page != null && page.virtualPage == (address & -4096L)) {
      return page;
    }
    if (!isQuiet()) {
      return fill(cpu, address, index);
    }
    page = entries[index];
    if (page == null || page.virtualPage != (address & -4096L)) {
      page = fill(cpu, address, index);
    }
    return shown[index] = page.unrecorded();
  }

  /**
   * Shows pages from here on as they are where nothing is recorded, or where it is. What the TLB
   * holds is the same.
   */
  public void quiet(boolean toQuiet) {
    if (toQuiet && quiet == null) {
      quiet = new CodePage[entries.length];
    }
    shown = toQuiet ? quiet : entries;
  }

  /** Whether pages are shown as they are where nothing is recorded. */
  public boolean isQuiet() {
    return shown != entries;
  }

  /** Returns what {@link #lookup} would find without a walk, or {@code null}; changes nothing. */
  public CodePage peek(Hart cpu, long address) {
    CodePage page = entries[index(cpu, address)];
    if (page == null || page.virtualPage != (address & -4096L)) {
      return null;
    }
    return isQuiet() ? page.unrecorded() : page;
  }

  /**
   * Compares two fetch TLBs.
   *
   * @return the first entry that is not the same in both, in words; {@code null} if all are
   */
  public String difference(FetchTlb other) {
    for (int i = 0; i < entries.length; i++) {
      String mine = text(entries[i]);
      String others = text(other.entries[i]);
      if (!mine.equals(others)) {
        return "fetch TLB, mode %d, entry %d: %s / %s".formatted(i >> 8, i & 255, mine, others);
      }
    }
    return null;
  }

  private static String text(CodePage page) {
    return page == null
        ? "empty"
        : "0x%x to 0x%x".formatted(page.virtualPage, page.code.physicalPage);
  }

  /** Index of an address in the current privilege. */
  static int index(Hart cpu, long address) {
    return cpu.priv << 8 | ((int) (address >>> 12) & (SIZE - 1));
  }

  private CodePage fill(Hart cpu, long address, int index) {
    long physical = walker.walk(cpu, address);
    CodePage page = page(cpu.hartId, physical, index, address & -4096L);
    if (page == null) {
      throw bbt.translator.hart.GuestTrap.of(1, address, -1);
    }
    entries[index] = page;
    if (quiet != null) {
      quiet[index] = null;
    }
    listener.filled(cpu, page);
    return page;
  }

  /** Returns the code page of an entry for a physical page; {@code null} where there is no RAM. */
  private CodePage page(int hart, long physical, int index, long virtualPage) {
    PhysicalCode code = memory.page(physical);
    int privilege = index >> 8;
    long[] forbidden = code == null ? null : walker.forbidden(physical, privilege);
    if (forbidden != null) {
      code = code.view(hart * MODES + privilege, forbidden);
    }
    return code == null ? null : code.alias(virtualPage);
  }

  /** Forgets everything: a fence without an address, or another address space. */
  public void flushAll() {
    Arrays.fill(entries, null);
    if (quiet != null) {
      Arrays.fill(quiet, null);
    }
  }

  /** Forgets the index of one address in every mode: a fence with an address. */
  public void flush(long address) {
    int index = (int) (address >>> 12) & (SIZE - 1);
    for (int mode = 0; mode < MODES; mode++) {
      entries[mode << 8 | index] = null;
      if (quiet != null) {
        quiet[mode << 8 | index] = null;
      }
    }
  }

  /** The entries, for a snapshot, after protection; nobody is told of what is filled in. */
  public void state(Fields f, int hart) {
    int used = 0;
    for (CodePage entry : entries) {
      used += entry == null ? 0 : 1;
    }
    used = f.of(used);
    if (!f.reading()) {
      for (int i = 0; i < entries.length; i++) {
        if (entries[i] != null) {
          f.of(i);
          f.of(entries[i].virtualPage);
          f.of(entries[i].code.physicalPage);
        }
      }
      return;
    }
    flushAll();
    for (int n = 0; n < used; n++) {
      int index = f.of(0);
      long virtual = f.of(0L);
      entries[index] = page(hart, f.of(0L), index, virtual);
    }
  }
}

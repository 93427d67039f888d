package bbt.translator.code;

import bbt.translator.debug.Probe;
import bbt.translator.memory.Ram;
import java.util.Arrays;

/**
 * Keeps all physical pages of RAM that hold decoded code.
 *
 * <p>Every store into RAM that does not go through a fast write-TLB entry reports here: the slow
 * path of guest stores (a page with live code never has a fast entry) and DMA.
 */
public final class CodeMemory {
  private final long ramBase;
  private final PhysicalCode[] pages;
  private final Ram ram;
  private CodeWatcher[] watchers = {};
  private Tiering tiering = Tiering.NONE;
  private ChangeListener[] listeners = {};
  private boolean keepsEncodings;

  /** Null unless somebody looks. */
  private Probe probe;

  private Wakes wakes = Wakes.NONE;

  /** Hears of writes to the memory from now on. */
  public CodeMemory(Ram ram) {
    this.ramBase = ram.base();
    this.pages = new PhysicalCode[Math.toIntExact(ram.size() >>> 12)];
    this.ram = ram;
    ram.listen(this::onStore);
  }

  /** Adds one who marks write-TLB entries as slow: each hart; before execution. */
  public void watch(CodeWatcher watcher) {
    watchers = Arrays.copyOf(watchers, watchers.length + 1);
    watchers[watchers.length - 1] = watcher;
  }

  /** Hears before decoded bytes change and what was decoded from them is dropped. */
  @FunctionalInterface
  public interface ChangeListener {
    void codeChanging(PhysicalCode code);
  }

  /** Adds a listener; before execution. */
  public void listen(ChangeListener listener) {
    listeners = Arrays.copyOf(listeners, listeners.length + 1);
    listeners[listeners.length - 1] = listener;
  }

  /** Makes pages keep the encodings of what is decoded; before execution. */
  public void keepEncodings() {
    keepsEncodings = true;
  }

  /** The policy that code pages start with; set once, before execution. */
  public void tiering(Tiering policy) {
    this.tiering = policy;
  }

  /** Attaches the probe of a debugger; before execution. */
  public void probe(Probe of) {
    probe = of;
  }

  /** The probe's stops, or the nodes that end a quiet, are others than before. */
  public void marksChanged() {
    for (PhysicalCode page : pages) {
      if (page != null) {
        page.marksChanged();
      }
    }
  }

  /** Sets what is to be recorded while a page is quiet; before execution. */
  public void wakes(Wakes of) {
    wakes = of;
  }

  Wakes wakes() {
    return wakes;
  }

  /** {@link CodePage#stops} of a page. */
  long[] stopsIn(long virtualPage) {
    return probe == null ? null : probe.stopsIn(virtualPage);
  }

  boolean keepsEncodings() {
    return keepsEncodings;
  }

  /** Tells the listeners. */
  void changing(PhysicalCode code) {
    for (ChangeListener listener : listeners) {
      listener.codeChanging(code);
    }
  }

  Ram ram() {
    return ram;
  }

  /** Tells the watchers. */
  void pageHasCode(long physicalPage) {
    for (CodeWatcher watcher : watchers) {
      watcher.pageHasCode(physicalPage);
    }
  }

  Tiering tiering() {
    return tiering;
  }

  /** Whether any byte of the page at this physical address was decoded. */
  public boolean pageHasLiveCode(long physical) {
    PhysicalCode page = find(physical);
    return page != null && page.hasLiveCode();
  }

  /** Whether bytes of the 64-byte line at this physical address were decoded. */
  public boolean hasLiveCode(long physical) {
    PhysicalCode page = find(physical);
    return page != null && page.hasLiveCode((int) physical & 4095);
  }

  /**
   * Bytes of RAM are about to change (no fault is possible any more): drops what was decoded from
   * them, before the next instruction is fetched (docs/determinism.md 7).
   *
   * @param size bytes, at least 1; may span pages
   * @return whether live code was hit
   */
  public boolean onStore(long physical, long size) {
    boolean hit = false;
    long end = physical + size;
    for (long at = physical; at < end; at = (at | 4095) + 1) {
      PhysicalCode page = find(at);
      if (page != null && page.hasLiveCode()) {
        int from = (int) at & 4095;
        hit |= page.onStore(from, (int) Math.min(4096, from + (end - at)));
      }
    }
    return hit;
  }

  /**
   * The code of a physical page, made on first use; {@code null} where there is no RAM (an
   * instruction access fault).
   */
  public PhysicalCode page(long physicalPage) {
    long index = (physicalPage - ramBase) >>> 12;
    if (Long.compareUnsigned(index, pages.length) >= 0) {
      return null;
    }
    PhysicalCode page = pages[(int) index];
    if (page == null) {
      page = new PhysicalCode(this, physicalPage & -4096L);
      pages[(int) index] = page;
    }
    return page;
  }

  private PhysicalCode find(long physical) {
    long index = (physical - ramBase) >>> 12;
    return Long.compareUnsigned(index, pages.length) >= 0 ? null : pages[(int) index];
  }
}

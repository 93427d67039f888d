package bbt.translator.mmu;

import bbt.translator.code.CodeMemory;
import bbt.translator.code.FetchTlb;
import bbt.translator.debug.AccessLog;
import bbt.translator.debug.Probe;
import bbt.translator.device.Bus;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.hart.RegionExit;
import bbt.translator.memory.HostMemory;
import bbt.translator.memory.Ram;
import bbt.translator.memory.Tlb;
import bbt.translator.state.Fields;

/**
 * The memory management unit of a hart: the slow path behind {@link Mem}, and the flushes of the
 * TLBs. How an address is translated and what is permitted is a subclass's.
 *
 * <p>What fills and flushes a TLB depends on the guest alone. A store fills the write table, a load
 * the read table; a page outside RAM, or one that protection divides, is never filled. Misaligned
 * accesses to RAM are carried out, in two parts where they cross a page, both translated before
 * anything is changed; elsewhere they are access faults.
 */
public abstract class Mmu implements FetchTlb.Walker {
  /** The machine's memory. */
  protected final Ram ram;

  /** The machine's devices. */
  protected final Bus bus;

  private final Hart hart;
  private final CodeMemory code;
  private final Tlb tlb = new Tlb();
  private final LargeLeaves largeLeaves = new LargeLeaves();
  private FetchTlb fetchTlb;

  /** Tells a debugger of accesses; null unless one is attached. */
  private Probe probe;

  /** Takes all accesses down; null unless somebody wants them. */
  private AccessLog log;

  /** Wires a hart to its memory; {@code code} learns which TLB to mark. */
  protected Mmu(Hart hart, Ram ram, CodeMemory code, Bus bus) {
    this.hart = hart;
    this.ram = ram;
    this.code = code;
    this.bus = bus;
    code.watch(page -> tlb.markSlow(ram.host(page & Tlb.PAGE_MASK)));
  }

  // ---- of the guest's architecture

  /**
   * Translates and checks a data access that crosses no page.
   *
   * @param site for the trap; &gt;= 0 forbids changing decoded code ({@link RegionExit})
   * @return the physical address
   * @throws GuestTrap its fault
   */
  protected abstract long translate(long address, int bytes, boolean store, int site);

  /** Log2 of the size of the page, in the page table, that the last translation found. */
  protected abstract int leafShift();

  /** Whether the 4 KiB page of an address has the same permissions in all its bytes. */
  protected abstract boolean isUniform(long physical);

  /** Returns the fault of an access where there is no RAM, and no device that takes it. */
  protected abstract GuestTrap accessFault(long address, boolean store, int site);

  // ---- looking

  /** Gives the TLB's memory back to the host; the hart must not run any more. */
  public final void release() {
    tlb.release();
  }

  /** The fetch TLB that shares this MMU's flushes; set once, before execution. */
  public final void fetchTlb(FetchTlb tlbOfEngine) {
    this.fetchTlb = tlbOfEngine;
  }

  /** Attaches the probe of a debugger; before execution. */
  public final void probe(Probe of) {
    probe = of;
  }

  /** The probe's watches are others than before: what accesses their pages gets slow. */
  public final void watchesChanged() {
    tlb.markSlow(probe::watchesPage);
  }

  /**
   * Takes all accesses down from now on: each takes the slow path.
   *
   * @param to null: none any more
   */
  public final void accessLog(AccessLog to) {
    log = to;
    slow();
  }

  /** Whether accesses to the page of an address must take the slow path. */
  private boolean watched(long address) {
    return log != null || probe != null && probe.watchesPage(address);
  }

  /** Takes an access to RAM down, when it can fault no more and a region will not leave it. */
  protected final void note(long address, long host, int bytes, boolean store) {
    if (log != null) {
      log.add(address, ram.physical(host), bytes, store, AccessLog.Kind.RAM);
    }
  }

  /** Takes down that an instruction of the kind that accesses memory has retired, and did not. */
  protected final void noteNone(long address, int bytes, boolean store) {
    if (log != null) {
      log.add(address, 0, bytes, store, AccessLog.Kind.NONE);
    }
  }

  private void noteRest(long address, long host, int bytes, boolean store) {
    if (log != null) {
      log.add(address, ram.physical(host), bytes, store, AccessLog.Kind.REST);
    }
  }

  private void noteDevice(long address, long physical, int bytes, boolean store) {
    if (log != null) {
      log.add(address, physical, bytes, store, AccessLog.Kind.DEVICE);
    }
  }

  /**
   * An access that can fault no more: a watched one is the interpreter's, and is told.
   *
   * @throws RegionExit in a region; or if the instruction must not be carried out
   */
  private void look(long address, int bytes, int site, boolean store) {
    if (probe != null && probe.isWatched(address, bytes, store)) {
      if (site >= 0) {
        throw RegionExit.at(site);
      }
      hart.partial = ~site;
      try {
        probe.touching(hart, address, bytes, store);
      } finally {
        hart.partial = 0;
      }
    }
  }

  /**
   * Asks who watches physical memory about an access before it happens: {@link Ram#watch}. {@link
   * Ram#watch}.
   */
  private void look(long physical, int bytes, boolean store, int site) {
    if (ram.watches(physical, bytes, store)) {
      if (site >= 0) {
        throw RegionExit.at(site);
      }
      hart.partial = ~site;
      ram.touched(hart.hartId, physical, bytes, store);
      hart.partial = 0;
    }
  }

  /** The next access to each page takes the slow path. */
  public final void slow() {
    tlb.markSlow(page -> true);
  }

  // ---- modes and flushes

  /** The tables of a mode are in force from now on. */
  protected final void selectTables(int mode) {
    hart.readTlb = tlb.readTable(mode);
    hart.writeTlb = tlb.writeTable(mode);
  }

  /** Drops read entries: what may be loaded has changed, what may be stored to has not. */
  protected final void flushReads() {
    tlb.flushReads();
  }

  /** Forgets all: the address space or what is permitted has changed. */
  public final void flushAll() {
    tlb.flushAll();
    largeLeaves.clear();
    if (fetchTlb != null) {
      fetchTlb.flushAll();
    }
  }

  /** Forgets what leads to the page of an address, however large it is. */
  public final void flushPage(long address) {
    if (largeLeaves.mayCover(address)) {
      flushAll();
      return;
    }
    tlb.flushPage(address);
    if (fetchTlb != null) {
      fetchTlb.flush(address);
    }
  }

  /** Saves or loads the TLBs, for a snapshot; after what decides the mode. */
  public void state(Fields f) {
    tlb.state(f, ram);
    largeLeaves.state(f);
    fetchTlb.state(f, hart.hartId);
  }

  /** The next store into each page takes the slow path, which notes it: {@link Ram}. */
  public final void noteWrites() {
    tlb.markWritesSlow();
  }

  /**
   * Compares what the TLBs of two harts hold, for lockstep.
   *
   * @return the first difference, in words, this one's first; {@code null} if there is none
   */
  public final String tlbDifference(Mmu other) {
    String data = tlb.difference(other.tlb, other.ram.host(ram.base()) - ram.host(ram.base()));
    return data != null ? data : fetchTlb.difference(other.fetchTlb);
  }

  /** The last translation is going to be kept in a TLB. */
  protected final void noteLeaf(long address) {
    if (leafShift() != 12) {
      largeLeaves.note(address, leafShift());
    }
  }

  // ---- loads

  /**
   * The slow path of loads.
   *
   * @return the bytes, zero-extended
   */
  public final long load(long address, int bytes, int site) {
    int before = 4096 - ((int) address & 4095);
    if (bytes > before) {
      return loadAcross(address, bytes, before, site);
    }
    long host = readable(address, bytes, site);
    if (host == 0) {
      return loadDevice(address, bytes, site);
    }
    note(address, host, bytes, false);
    return get(host, bytes);
  }

  private long loadAcross(long address, int bytes, int before, int site) {
    long low = readable(address, before, site);
    long high = readable(address + before, bytes - before, site);
    if (low == 0 || high == 0) {
      throw accessFault(low == 0 ? address : address + before, false, site);
    }
    note(address, low, before, false);
    noteRest(address + before, high, bytes - before, false);
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      long host = i < before ? low + i : high + (i - before);
      value = value << 8 | HostMemory.getByte(host) & 0xFF;
    }
    return value;
  }

  /** Physical address of the last access that {@link #readable} or {@link #writable} declined. */
  private long devicePhysical;

  /** Host address of readable RAM within one page, or 0 when the address leads elsewhere. */
  protected final long readable(long address, int bytes, int site) {
    long hit = Tlb.lookup(hart.readTlb, address);
    if (hit != 0) {
      boolean watchedPage = ram.watchesPage(ram.physical(hit));
      if (watchedPage) {
        look(ram.physical(hit), bytes, false, site);
      }
      if (watched(address)) {
        look(address, bytes, site, false);
      } else if (!watchedPage) {
        Tlb.clearSlow(hart.readTlb, address);
      }
      return hit;
    }
    long physical = translate(address, bytes, false, site);
    look(address, bytes, site, false);
    if (!ram.holds(physical, bytes)) {
      devicePhysical = physical;
      return 0;
    }
    look(physical, bytes, false, site);
    long host = ram.host(physical);
    if (isUniform(physical)) {
      boolean slow = watched(address) || ram.watchesPage(physical);
      tlb.fill(hart.readTlb, address, host, slow);
      noteLeaf(address);
    }
    return host;
  }

  private long loadDevice(long address, int bytes, int site) {
    long physical = devicePhysical;
    if ((physical & (bytes - 1)) != 0 || !bus.covers(physical, bytes)) {
      throw accessFault(address, false, site);
    }
    if (site >= 0) {
      throw RegionExit.at(site);
    }
    hart.partial = ~site;
    long value = bus.load(physical, bytes);
    hart.partial = 0;
    noteDevice(address, physical, bytes, false);
    return value;
  }

  // ---- stores

  /** The slow path of stores; the low {@code bytes} bytes of the value count. */
  public final void store(long address, long value, int bytes, int site) {
    int before = 4096 - ((int) address & 4095);
    if (bytes > before) {
      storeAcross(address, value, bytes, before, site);
      return;
    }
    long host = writable(address, bytes, site);
    if (host != 0) {
      announce(host, bytes, site);
      put(host, value, bytes);
      note(address, host, bytes, true);
    } else {
      storeDevice(address, value, bytes, site);
    }
  }

  private void storeAcross(long address, long value, int bytes, int before, int site) {
    long low = writable(address, before, site);
    long high = writable(address + before, bytes - before, site);
    if (low == 0 || high == 0) {
      throw accessFault(low == 0 ? address : address + before, true, site);
    }
    announce(low, before, site);
    announce(high, bytes - before, site);
    note(address, low, before, true);
    noteRest(address + before, high, bytes - before, true);
    for (int i = 0; i < bytes; i++) {
      long host = i < before ? low + i : high + (i - before);
      HostMemory.putByte(host, (byte) (value >>> 8 * i));
    }
  }

  /**
   * Host address of writable RAM within one page, or 0 when the address leads elsewhere. A region
   * leaves here before it changes decoded code.
   */
  protected final long writable(long address, int bytes, int site) {
    long host = Tlb.lookup(hart.writeTlb, address);
    long physical;
    if (host != 0) {
      physical = ram.physical(host);
      look(address, bytes, site, true);
      look(physical, bytes, true, site);
      ram.noteWrite(physical);
      if (!code.pageHasLiveCode(physical)) {
        if (!watched(address) && !ram.watchesPage(physical)) {
          Tlb.clearSlow(hart.writeTlb, address);
        }
        return host;
      }
    } else {
      physical = translate(address, bytes, true, site);
      look(address, bytes, site, true);
      if (!ram.holds(physical, bytes)) {
        devicePhysical = physical;
        return 0;
      }
      look(physical, bytes, true, site);
      host = ram.host(physical);
      ram.noteWrite(physical);
      if (isUniform(physical)) {
        boolean slow =
            code.pageHasLiveCode(physical) || watched(address) || ram.watchesPage(physical);
        tlb.fill(hart.writeTlb, address, host, slow);
        noteLeaf(address);
      }
    }
    if (site >= 0 && touchesCode(physical, bytes)) {
      throw RegionExit.at(site);
    }
    return host;
  }

  private boolean touchesCode(long physical, int bytes) {
    return code.hasLiveCode(physical) || code.hasLiveCode(physical + bytes - 1);
  }

  /** Tells the code memory of a store that can fault no more, before the bytes change. */
  protected final void announce(long host, int bytes, int site) {
    long physical = ram.physical(host);
    if (touchesCode(physical, bytes)) {
      hart.partial = ~site;
      code.onStore(physical, bytes);
      hart.partial = 0;
    }
  }

  private void storeDevice(long address, long value, int bytes, int site) {
    long physical = devicePhysical;
    if ((physical & (bytes - 1)) != 0 || !bus.covers(physical, bytes)) {
      throw accessFault(address, true, site);
    }
    if (site >= 0) {
      throw RegionExit.at(site);
    }
    hart.partial = ~site;
    bus.store(physical, bytes, value);
    hart.partial = 0;
    noteDevice(address, physical, bytes, true);
  }

  // ---- host memory

  protected static long get(long host, int bytes) {
    return switch (bytes) {
      case 1 -> HostMemory.getByte(host) & 0xFF;
      case 2 -> HostMemory.getChar(host);
      case 4 -> HostMemory.getInt(host) & 0xFFFF_FFFFL;
      default -> HostMemory.getLong(host);
    };
  }

  protected static void put(long host, long value, int bytes) {
    switch (bytes) {
      case 1 -> HostMemory.putByte(host, (byte) value);
      case 2 -> HostMemory.putShort(host, (short) value);
      case 4 -> HostMemory.putInt(host, (int) value);
      default -> HostMemory.putLong(host, value);
    }
  }
}

package bbt.translator.mmu;

import bbt.ptg.guest.Amo;
import bbt.ptg.riscv.CacheOp;
import bbt.translator.debug.Probe;
import bbt.translator.device.Bus;
import bbt.translator.engine.CodeMemory;
import bbt.translator.engine.FetchTlb;
import bbt.translator.runtime.Cause;
import bbt.translator.runtime.Cpu;
import bbt.translator.runtime.GuestTrap;
import bbt.translator.runtime.RegionExit;
import bbt.translator.state.Fields;

/**
 * The memory side of a hart: the slow path behind {@link Mem}, instruction fetch translation, and
 * what a change of mode, satp or protection does to the TLBs.
 *
 * <p>What fills and flushes a TLB depends on the guest alone. A store fills the write table, a load
 * the read table; a page outside RAM, or one that physical memory protection divides, is never
 * filled. Misaligned accesses to RAM are carried out, in two parts where they cross a page, both
 * translated before anything is changed; elsewhere they are access faults.
 */
public final class Mmu implements FetchTlb.Walker {
  private static final int LINE = 64;

  private final Cpu cpu;
  private final Ram ram;
  private final CodeMemory code;
  private final Bus bus;
  private final Tlb tlb = new Tlb();
  private final Pmp pmp = new Pmp();
  private final PageWalker walker;
  private final LargeLeaves largeLeaves = new LargeLeaves();
  private FetchTlb fetchTlb;

  /** Null unless somebody looks. */
  private Probe probe;

  /** Privilege of data accesses: that of the hart, or mstatus.MPP with MPRV. */
  private int dataPrivilege = Cpu.M;

  /** Whether the last walk for a fetch found a global mapping (Bare is global). */
  public boolean fetchGlobal;

  /** Wires a hart to its memory; {@code code} learns which TLB to mark. */
  public Mmu(Cpu cpu, Ram ram, CodeMemory code, Bus bus) {
    this.cpu = cpu;
    this.ram = ram;
    this.code = code;
    this.bus = bus;
    this.walker = new PageWalker(cpu, ram, code, pmp);
    ram.attach(cpu, code);
    code.watch(page -> tlb.markSlow(ram.host(page & Tlb.PAGE_MASK)));
    selectTables(Tlb.MODE_M);
  }

  /** Gives the TLB's memory back to the host; the hart must not run any more. */
  public void release() {
    tlb.release();
  }

  /** The fetch TLB that shares this MMU's flushes; set once, before execution. */
  public void fetchTlb(FetchTlb tlbOfEngine) {
    this.fetchTlb = tlbOfEngine;
  }

  /** Somebody looks; before execution. */
  public void probe(Probe of) {
    probe = of;
  }

  /** The probe's watches are others than before: what accesses their pages gets slow. */
  public void watchesChanged() {
    tlb.markSlow(probe::watchesPage);
  }

  private boolean watched(long address) {
    return probe != null && probe.watchesPage(address);
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
      cpu.partial = ~site;
      try {
        probe.touching(cpu, address, bytes, store);
      } finally {
        cpu.partial = 0;
      }
    }
  }

  /** The same for who watches physical memory: {@link Ram#watch}. */
  private void look(long physical, int bytes, boolean store, int site) {
    if (ram.watches(physical, bytes, store)) {
      if (site >= 0) {
        throw RegionExit.at(site);
      }
      cpu.partial = ~site;
      ram.touched(cpu.hartId, physical, bytes, store);
      cpu.partial = 0;
    }
  }

  /** The next access to each page takes the slow path. */
  public void slow() {
    tlb.markSlow(page -> true);
  }

  /** Physical memory protection registers; a change needs {@link #flushAll}. */
  public Pmp pmp() {
    return pmp;
  }

  // ---- modes and flushes

  /**
   * Follows a change of privilege, of mstatus or of menvcfg.ADUE and PBMTE.
   *
   * @param privilege that of data accesses, MPRV applied
   */
  public void mode(int privilege, boolean sum, boolean mxr, boolean adUpdate, boolean memoryTypes) {
    dataPrivilege = privilege;
    walker.sum = sum;
    walker.adUpdate = adUpdate;
    walker.memoryTypes = memoryTypes;
    if (walker.mxr != mxr) {
      walker.mxr = mxr;
      tlb.flushReads();
    }
    selectTables(
        privilege == Cpu.M
            ? Tlb.MODE_M
            : privilege == Cpu.U ? Tlb.MODE_U : Tlb.MODE_S + (sum ? 1 : 0));
  }

  private void selectTables(int mode) {
    cpu.readTlb = tlb.readTable(mode);
    cpu.writeTlb = tlb.writeTable(mode);
  }

  /** Follows a satp write that changed it. */
  public void satp(long satp) {
    walker.satp(satp);
    flushAll();
  }

  /** sfence.vma without an address; a change of satp or of physical memory protection. */
  public void flushAll() {
    tlb.flushAll();
    largeLeaves.clear();
    if (fetchTlb != null) {
      fetchTlb.flushAll();
    }
  }

  /** sfence.vma with an address. */
  public void flushPage(long address) {
    if (largeLeaves.mayCover(address)) {
      flushAll();
      return;
    }
    tlb.flushPage(address);
    if (fetchTlb != null) {
      fetchTlb.flush(address);
    }
  }

  /** Protection registers and what the TLBs hold, for a snapshot; after satp and mode. */
  public void state(Fields f) {
    pmp.state(f);
    tlb.state(f, ram);
    largeLeaves.state(f);
    fetchTlb.state(f, cpu.hartId);
  }

  /** The next store into each page takes the slow path, which notes it: {@link Ram}. */
  public void noteWrites() {
    tlb.markWritesSlow();
  }

  /**
   * Compares what the TLBs of two harts hold, for lockstep.
   *
   * @return the first difference, in words, this one's first; {@code null} if there is none
   */
  public String tlbDifference(Mmu other) {
    String data = tlb.difference(other.tlb, other.ram.host(Ram.BASE) - ram.host(Ram.BASE));
    return data != null ? data : fetchTlb.difference(other.fetchTlb);
  }

  private void noteLeaf(long address) {
    if (walker.leafShift != 12) {
      largeLeaves.note(address, walker.leafShift);
    }
  }

  // ---- fetch

  @Override
  public long walk(Cpu hart, long address) {
    long page = address & Tlb.PAGE_MASK;
    long physical = walker.translate(address, 2, Access.FETCH, cpu.priv, -1) & Tlb.PAGE_MASK;
    if (!ram.isRam(physical)) {
      throw GuestTrap.of(Cause.FETCH_ACCESS, address, -1);
    }
    noteLeaf(page);
    fetchGlobal = walker.global;
    return physical;
  }

  @Override
  public long[] forbidden(long physicalPage, int privilege) {
    return pmp.forbidden(physicalPage, Access.FETCH, privilege);
  }

  /**
   * Where an address of the hart's present mode leads, without any effect on the guest; for
   * debugger and recorder.
   *
   * @return physical address, or -1 when it is not mapped
   */
  public long translateQuietly(long address) {
    return translateQuietly(address, cpu.priv);
  }

  /**
   * The same as if the hart were in another mode.
   *
   * @param privilege 0 user, 1 supervisor
   */
  public long translateQuietly(long address, int privilege) {
    return walker.look(address, privilege);
  }

  // ---- loads

  /**
   * The slow path of loads.
   *
   * @return the bytes, zero-extended
   */
  long load(long address, int bytes, int site) {
    int before = 4096 - ((int) address & 4095);
    if (bytes > before) {
      return loadAcross(address, bytes, before, site);
    }
    long host = readable(address, bytes, site);
    return host != 0 ? get(host, bytes) : loadDevice(address, bytes, site);
  }

  private long loadAcross(long address, int bytes, int before, int site) {
    long low = readable(address, before, site);
    long high = readable(address + before, bytes - before, site);
    if (low == 0 || high == 0) {
      throw GuestTrap.of(Cause.LOAD_ACCESS, low == 0 ? address : address + before, site);
    }
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
  private long readable(long address, int bytes, int site) {
    long hit = Tlb.lookup(cpu.readTlb, address);
    if (hit != 0) {
      boolean watchedPage = ram.watchesPage(ram.physical(hit));
      if (watchedPage) {
        look(ram.physical(hit), bytes, false, site);
      }
      if (watched(address)) {
        look(address, bytes, site, false);
      } else if (!watchedPage) {
        Tlb.clearSlow(cpu.readTlb, address);
      }
      return hit;
    }
    long physical = walker.translate(address, bytes, Access.LOAD, dataPrivilege, site);
    look(address, bytes, site, false);
    if (!ram.holds(physical, bytes)) {
      devicePhysical = physical;
      return 0;
    }
    look(physical, bytes, false, site);
    long host = ram.host(physical);
    if (pmp.isUniform(physical)) {
      boolean slow = watched(address) || ram.watchesPage(physical);
      tlb.fill(cpu.readTlb, address, host, slow);
      noteLeaf(address);
    }
    return host;
  }

  private long loadDevice(long address, int bytes, int site) {
    long physical = devicePhysical;
    if ((physical & (bytes - 1)) != 0 || !bus.covers(physical, bytes)) {
      throw GuestTrap.of(Cause.LOAD_ACCESS, address, site);
    }
    if (site >= 0) {
      throw RegionExit.at(site);
    }
    cpu.partial = ~site;
    long value = bus.load(physical, bytes);
    cpu.partial = 0;
    return value;
  }

  // ---- stores

  /** The slow path of stores; the low {@code bytes} bytes of the value count. */
  void store(long address, long value, int bytes, int site) {
    int before = 4096 - ((int) address & 4095);
    if (bytes > before) {
      storeAcross(address, value, bytes, before, site);
      return;
    }
    long host = writable(address, bytes, site);
    if (host != 0) {
      announce(host, bytes, site);
      put(host, value, bytes);
    } else {
      storeDevice(address, value, bytes, site);
    }
  }

  private void storeAcross(long address, long value, int bytes, int before, int site) {
    long low = writable(address, before, site);
    long high = writable(address + before, bytes - before, site);
    if (low == 0 || high == 0) {
      throw GuestTrap.of(Cause.STORE_ACCESS, low == 0 ? address : address + before, site);
    }
    announce(low, before, site);
    announce(high, bytes - before, site);
    for (int i = 0; i < bytes; i++) {
      long host = i < before ? low + i : high + (i - before);
      HostMemory.putByte(host, (byte) (value >>> 8 * i));
    }
  }

  /**
   * Host address of writable RAM within one page, or 0 when the address leads elsewhere. A region
   * leaves here before it changes decoded code.
   */
  private long writable(long address, int bytes, int site) {
    long host = Tlb.lookup(cpu.writeTlb, address);
    long physical;
    if (host != 0) {
      physical = ram.physical(host);
      look(address, bytes, site, true);
      look(physical, bytes, true, site);
      ram.noteWrite(physical);
      if (!code.pageHasLiveCode(physical)) {
        if (!watched(address) && !ram.watchesPage(physical)) {
          Tlb.clearSlow(cpu.writeTlb, address);
        }
        return host;
      }
    } else {
      physical = walker.translate(address, bytes, Access.STORE, dataPrivilege, site);
      look(address, bytes, site, true);
      if (!ram.holds(physical, bytes)) {
        devicePhysical = physical;
        return 0;
      }
      look(physical, bytes, true, site);
      host = ram.host(physical);
      ram.noteWrite(physical);
      if (pmp.isUniform(physical)) {
        boolean slow =
            code.pageHasLiveCode(physical) || watched(address) || ram.watchesPage(physical);
        tlb.fill(cpu.writeTlb, address, host, slow);
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
  private void announce(long host, int bytes, int site) {
    long physical = ram.physical(host);
    if (touchesCode(physical, bytes)) {
      cpu.partial = ~site;
      code.onStore(physical, bytes);
      cpu.partial = 0;
    }
  }

  private void storeDevice(long address, long value, int bytes, int site) {
    long physical = devicePhysical;
    if ((physical & (bytes - 1)) != 0 || !bus.covers(physical, bytes)) {
      throw GuestTrap.of(Cause.STORE_ACCESS, address, site);
    }
    if (site >= 0) {
      throw RegionExit.at(site);
    }
    cpu.partial = ~site;
    bus.store(physical, bytes, value);
    cpu.partial = 0;
  }

  // ---- the A extension (unprivileged specification, "Zalrsc", "Zaamo"; rules.md 8)

  /** lr: zero-extended. Outside RAM it is an access fault. */
  long loadReserved(long address, int bytes, int site) {
    if ((address & (bytes - 1)) != 0) {
      throw GuestTrap.of(Cause.LOAD_MISALIGNED, address, site);
    }
    long host = readable(address, bytes, site);
    if (host == 0) {
      throw GuestTrap.of(Cause.LOAD_ACCESS, address, site);
    }
    cpu.reservation = ram.physical(host) & -LINE;
    return get(host, bytes);
  }

  /** sc: 0 stored, 1 not. Without a reservation it fails before translation. */
  long storeConditional(long address, long value, int bytes, int site) {
    if ((address & (bytes - 1)) != 0) {
      throw GuestTrap.of(Cause.STORE_MISALIGNED, address, site);
    }
    if (cpu.reservation == -1) {
      return 1;
    }
    long host = writable(address, bytes, site);
    if (host == 0) {
      throw GuestTrap.of(Cause.STORE_ACCESS, address, site);
    }
    boolean reserved = cpu.reservation == (ram.physical(host) & -LINE);
    cpu.reservation = -1;
    if (!reserved) {
      return 1;
    }
    announce(host, bytes, site);
    put(host, value, bytes);
    return 0;
  }

  /** The slow path of read-modify-write: returns the old value, words sign-extended. */
  long amo(Amo operation, long address, long value, int bytes, int site) {
    if ((address & (bytes - 1)) != 0) {
      throw GuestTrap.of(Cause.STORE_MISALIGNED, address, site);
    }
    long host = writable(address, bytes, site);
    if (host == 0) {
      throw GuestTrap.of(Cause.STORE_ACCESS, address, site);
    }
    announce(host, bytes, site);
    return bytes == 4
        ? Atomics.update32(operation, host, (int) value)
        : Atomics.update64(operation, host, value);
  }

  // ---- cache blocks (unprivileged specification, "CMO"; privileged, "menvcfg")

  /**
   * cbo.inval, cbo.clean, cbo.flush and the slow path of cbo.zero. Memory is coherent, so that the
   * first three change no byte; an invalidation is carried out as a flush, which changes none
   * either.
   *
   * @throws GuestTrap illegal instruction (tval 0) where it is not permitted; a store fault, with
   *     the address as given
   */
  void cacheBlock(CacheOp operation, long address, int site) {
    if ((cpu.cacheOps & operation.bit()) == 0) {
      throw GuestTrap.of(Cause.ILLEGAL_INSTRUCTION, 0, site);
    }
    long block = address & -CacheOp.BLOCK_BYTES;
    try {
      if (operation == CacheOp.ZERO) {
        zeroBlock(block, site);
      } else {
        manageBlock(block, site);
      }
    } catch (GuestTrap trap) {
      throw GuestTrap.of(trap.cause, address, site);
    }
  }

  /** Device registers take no zeroes of this size: an access fault. */
  private void zeroBlock(long block, int site) {
    long host = writable(block, CacheOp.BLOCK_BYTES, site);
    if (host == 0) {
      throw GuestTrap.of(Cause.STORE_ACCESS, block, site);
    }
    announce(host, CacheOp.BLOCK_BYTES, site);
    HostMemory.zeroBlock(host);
  }

  /** Legal wherever a load is legal (a store never is where a load is not); fills no TLB. */
  private void manageBlock(long block, int site) {
    int bytes = CacheOp.BLOCK_BYTES;
    long physical = walker.translate(block, bytes, Access.CACHE_BLOCK, dataPrivilege, site);
    if (!ram.holds(physical, bytes) && !bus.covers(physical, bytes)) {
      throw GuestTrap.of(Cause.STORE_ACCESS, block, site);
    }
  }

  // ---- host memory

  private static long get(long host, int bytes) {
    return switch (bytes) {
      case 1 -> HostMemory.getByte(host) & 0xFF;
      case 2 -> HostMemory.getChar(host);
      case 4 -> HostMemory.getInt(host) & 0xFFFF_FFFFL;
      default -> HostMemory.getLong(host);
    };
  }

  private static void put(long host, long value, int bytes) {
    switch (bytes) {
      case 1 -> HostMemory.putByte(host, (byte) value);
      case 2 -> HostMemory.putShort(host, (short) value);
      case 4 -> HostMemory.putInt(host, (int) value);
      default -> HostMemory.putLong(host, value);
    }
  }
}

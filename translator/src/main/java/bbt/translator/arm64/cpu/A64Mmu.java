package bbt.translator.arm64.cpu;

import bbt.translator.arm64.cpu.TableWalker.Purpose;
import bbt.translator.code.CodeMemory;
import bbt.translator.device.Bus;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.hart.ProgramPages;
import bbt.translator.memory.HostMemory;
import bbt.translator.memory.Ram;
import bbt.translator.memory.Tlb;
import bbt.translator.mmu.Mmu;

/**
 * The memory management unit of an AArch64 processor. Tagged addresses never enter the TLBs: the
 * tag is taken off on the slow path each time.
 */
public final class A64Mmu extends Mmu {
  /** The byte of an address that may be a tag. */
  static final long TAG = 0xFFL << 56;

  /** Bytes of the block that DC ZVA zeroes, and of a reservation. */
  static final int LINE = 64;

  private final A64Cpu cpu;
  private final TableWalker walker;

  /** Whether data is accessed with the rights of a program although level 1 executes. */
  private boolean unprivileged;

  /** Whether the last walk for a fetch was in the upper half. */
  private boolean fetchedAbove;

  A64Mmu(A64Cpu cpu, Ram ram, CodeMemory code, Bus bus) {
    super(cpu, ram, code, bus);
    this.cpu = cpu;
    this.walker = new TableWalker(cpu.control, ram);
    ram.listen((physical, length) -> cpu.loseReservation());
  }

  private int dataLevel() {
    return unprivileged ? 0 : cpu.priv;
  }

  /** The exception level has changed. */
  void levelChanged() {
    selectTables(dataLevel());
  }

  /** What decides translation has changed. */
  void changed() {
    flushAll();
  }

  /** Tells of the tables that are in force. */
  void tell(A64Context context) {
    context.translation(cpu.control, walker);
  }

  boolean translates() {
    return cpu.control.has(A64Control.TRANSLATION);
  }

  /** What is in the upper half does not depend on the table of the lower one. */
  boolean fetchedGlobally() {
    return fetchedAbove || walker.global();
  }

  /** An address without its tag, if it has one: the highest byte is as bit 55. */
  long untagged(long address) {
    long plain = address << 8 >> 8;
    return plain == address || !walker.tagged(address) ? address : plain;
  }

  /** Where a branch to an address leads: a tag does not get into the program counter. */
  public long branchTarget(long address) {
    return untagged(address);
  }

  private GuestTrap fault(Purpose purpose, int cause, long address, int site) {
    int lower = purpose == Purpose.FETCH ? Syndrome.FETCH_ABORT : Syndrome.DATA_ABORT;
    int iss = cause | (purpose == Purpose.STORE ? Syndrome.WRITE : 0);
    return cpu.trap(lower + cpu.priv, iss, address, site);
  }

  private long physical(long address, Purpose purpose, int level, int site) {
    long physical = walker.walk(address, purpose, level);
    if (physical == -1) {
      throw fault(purpose, walker.fault, address, site);
    }
    return physical;
  }

  // ---- fetch

  @Override
  public long walk(Hart hart, long address) {
    long page = fetchable(address);
    noteLeaf(address & Tlb.PAGE_MASK);
    fetchedAbove = address < 0;
    return page;
  }

  /**
   * The physical page from which an address is fetched.
   *
   * @throws GuestTrap if it cannot be
   */
  public long fetchable(long address) {
    long page = physical(address, Purpose.FETCH, cpu.priv, -1) & Tlb.PAGE_MASK;
    if (!ram.isRam(page)) {
      throw fault(Purpose.FETCH, Syndrome.EXTERNAL, address, -1);
    }
    return page;
  }

  // ---- what the access paths ask

  @Override
  protected long translate(long address, int bytes, boolean store, int site) {
    return physical(address, store ? Purpose.STORE : Purpose.LOAD, dataLevel(), site);
  }

  @Override
  protected int leafShift() {
    return walker.leafShift;
  }

  @Override
  protected boolean isUniform(long physical) {
    return true;
  }

  @Override
  protected GuestTrap accessFault(long address, boolean store, int site) {
    return fault(store ? Purpose.STORE : Purpose.LOAD, Syndrome.EXTERNAL, address, site);
  }

  /**
   * The trap of an access that must be aligned and is not.
   *
   * @param store of a store
   */
  GuestTrap misaligned(long address, boolean store, int site) {
    return fault(store ? Purpose.STORE : Purpose.LOAD, Syndrome.ALIGNMENT, address, site);
  }

  /**
   * Traps if an access is misaligned and SCTLR_EL1.A says that it must not be, whatever it leads
   * to. Here, since what is misaligned never takes a fast path; what is wider than the parts that
   * it is accessed in is checked before them.
   *
   * @param bytes of each element that is accessed
   */
  void checkAlignment(long address, int bytes, boolean store, int site) {
    if ((address & bytes - 1) != 0 && cpu.control.has(A64Control.ALIGNMENT)) {
      throw misaligned(address, store, site);
    }
  }

  // ---- looks without effect

  /** {@link Hart#translateQuietly(long, int)}. */
  long translateQuietly(long address, int level) {
    long plain = untagged(address);
    long physical = walker.walk(plain, Purpose.LOAD, level);
    return physical != -1 ? physical : walker.walk(plain, Purpose.FETCH, level);
  }

  void programPages(ProgramPages to) {
    walker.programPages(to);
  }

  /**
   * What PAR_EL1 says of an address (AT S1E1R and the like).
   *
   * @throws GuestTrap if a table is nowhere in memory: that is an abort, of a maintenance
   *     instruction
   */
  long lookUp(long address, boolean store, int level, int site) {
    long physical = walker.walk(untagged(address), store ? Purpose.STORE : Purpose.LOAD, level);
    if (physical == -1) {
      if ((walker.fault & ~3) == Syndrome.EXTERNAL_WALK) {
        int iss = walker.fault | Syndrome.WRITE | Syndrome.MAINTENANCE;
        throw cpu.trap(Syndrome.DATA_ABORT + cpu.priv, iss, address, site);
      }
      return 1 << 11 | walker.fault << 1 | 1;
    }
    boolean off = walker.leaf == 0;
    int index = (int) (walker.leaf >>> 2) & 7;
    long attributes = off ? 0 : cpu.control.get(A64Register.MAIR_EL1) >>> 8 * index & 0xFF;
    // Device memory and what is not cached is shared with all.
    boolean shared = (attributes & 0xF0) == 0 || attributes == 0x44;
    long shareability = shared ? 2 : walker.leaf >>> 8 & 3;
    long nonSecure = 1 << 9;
    return physical & Tlb.PAGE_MASK | attributes << 56 | shareability << 7 | nonSecure | 1 << 11;
  }

  // ---- accesses that other guests do not have

  /** A load with the rights of a program. */
  long loadUnprivileged(long address, int bytes, int site) {
    unprivileged = true;
    levelChanged();
    try {
      return cpu.load(address, bytes, site);
    } finally {
      unprivileged = false;
      levelChanged();
    }
  }

  /** A store with the rights of a program. */
  void storeUnprivileged(long address, long value, int bytes, int site) {
    unprivileged = true;
    levelChanged();
    try {
      cpu.store(address, value, bytes, site);
    } finally {
      unprivileged = false;
      levelChanged();
    }
  }

  /** {@link #readable(long, int, int)}, whose trap names the address as it was written. */
  private long readable(long written, long plain, int bytes, int site) {
    try {
      return readable(plain, bytes, site);
    } catch (GuestTrap trap) {
      trap.tval = written;
      throw trap;
    }
  }

  /** {@link #writable(long, int, int)}, whose trap names the address as it was written. */
  private long writable(long written, long plain, int bytes, int site) {
    try {
      return writable(plain, bytes, site);
    } catch (GuestTrap trap) {
      trap.tval = written;
      throw trap;
    }
  }

  /** Loads and reserves the line; the address is aligned. */
  long loadReserved(long address, int bytes, int site) {
    long plain = untagged(address);
    long host = readable(address, plain, bytes, site);
    if (host == 0) {
      throw fault(Purpose.LOAD, Syndrome.EXTERNAL, address, site);
    }
    cpu.reservation = ram.physical(host) & -LINE;
    note(plain, host, bytes, false);
    return get(host, bytes);
  }

  /**
   * Stores if the line is reserved: 0 if it did, else 1. Without any reservation it fails before
   * alignment and translation are looked at, as the manual permits and QEMU does.
   *
   * @param second stored behind the value if there are 16 bytes
   */
  long storeConditional(long address, long value, long second, int bytes, int site) {
    if (cpu.reservation == -1) {
      noteNone(address, bytes, true);
      return 1;
    }
    if ((address & bytes - 1) != 0) {
      throw misaligned(address, true, site);
    }
    long plain = untagged(address);
    long host = writable(address, plain, bytes, site);
    if (host == 0) {
      throw fault(Purpose.STORE, Syndrome.EXTERNAL, address, site);
    }
    boolean reserved = cpu.reservation == (ram.physical(host) & -LINE);
    cpu.reservation = -1;
    if (!reserved) {
      noteNone(plain, bytes, true);
      return 1;
    }
    announce(host, bytes, site);
    put(host, value, Math.min(bytes, Long.BYTES));
    if (bytes > Long.BYTES) {
      put(host + Long.BYTES, second, Long.BYTES);
    }
    note(plain, host, bytes, true);
    return 0;
  }

  /** Requires that some bytes can be stored to, so that a store of several parts is whole. */
  void requireWritable(long address, int bytes, int site) {
    long plain = untagged(address);
    long last = plain + bytes - 1;
    try {
      if (Tlb.lookup(cpu.writeTlb, plain) == 0) {
        physical(plain, Purpose.STORE, dataLevel(), site);
      }
      if (((plain ^ last) & Tlb.PAGE_MASK) != 0 && Tlb.lookup(cpu.writeTlb, last) == 0) {
        physical(last & Tlb.PAGE_MASK, Purpose.STORE, dataLevel(), site);
      }
    } catch (GuestTrap trap) {
      throw A64Cpu.tagged(trap, address);
    }
  }

  /**
   * DC ZVA.
   *
   * @param address somewhere in the block; a trap names it
   */
  void zeroBlock(long address, int site) {
    long block = untagged(address) & -LINE;
    long host = writable(address, block, LINE, site);
    if (host == 0) {
      throw fault(Purpose.STORE, Syndrome.EXTERNAL, address, site);
    }
    announce(host, LINE, site);
    HostMemory.zeroBlock(host);
    note(block, host, LINE, true);
  }
}

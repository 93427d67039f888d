package bbt.translator.riscv.cpu;

import bbt.translator.code.CodeMemory;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.ProgramPages;
import bbt.translator.hart.RegionExit;
import bbt.translator.memory.Ram;
import java.util.HashSet;
import java.util.Set;

/**
 * Translates addresses without a cache, and raises page faults: Bare, Sv39, Sv48 and Sv57
 * (privileged specification, "Virtual Address Translation Process"), with physical memory
 * protection of every step.
 *
 * <p>A and D bits are updated by hardware while menvcfg.ADUE is set (Svadu), else they fault
 * (Svade). Sixteen pages of 64 KiB may be one leaf (Svnapot). Reserved bits and encodings fault; so
 * do the memory types of Svpbmt unless menvcfg.PBMTE is set. All memory is coherent, so that its
 * type changes nothing else.
 */
final class PageWalker {
  static final long V = 1;
  static final long R = 1 << 1;
  static final long W = 1 << 2;
  static final long X = 1 << 3;
  static final long USER = 1 << 4;
  static final long GLOBAL = 1 << 5;
  static final long A = 1 << 6;
  static final long D = 1 << 7;

  /** Bits 60..54. */
  private static final long RESERVED = 0x1FC0_0000_0000_0000L;

  /** Bit 63: the leaf is one of sixteen that map a range of 64 KiB. */
  private static final long N = 1L << 63;

  private static final int NAPOT_SHIFT = 16;

  /** The value of bits 15..12 of a page's address where N is set: 64 KiB, the only size. */
  private static final long NAPOT_MARK = 8L << 12;

  private static final long NAPOT_MASK = 15L << 12;

  /** Bits 62..61: the memory type of a leaf; 3 is reserved. */
  private static final long PBMT = 3L << 61;

  private static final long PPN_MASK = (1L << 44) - 1;
  private static final int PTE_BYTES = 8;

  private final Cpu cpu;
  private final Ram ram;
  private final CodeMemory code;
  private final Pmp pmp;

  /** Levels of the page table, 0 = Bare. */
  private int levels;

  /** Physical address of the root page table. */
  private long root;

  /** mstatus.SUM, mstatus.MXR, menvcfg.ADUE and menvcfg.PBMTE. */
  boolean sum;

  boolean mxr;
  boolean adUpdate = true;
  boolean memoryTypes;

  /** Whether a G bit was set on the path of the last successful translation. */
  boolean global;

  /** log2 of the size of the last successful translation's leaf; 12 in Bare mode. */
  int leafShift;

  PageWalker(Cpu cpu, Ram ram, CodeMemory code, Pmp pmp) {
    this.cpu = cpu;
    this.ram = ram;
    this.code = code;
    this.pmp = pmp;
  }

  /** Takes a new satp; the mode is a supported one. */
  void satp(long satp) {
    int mode = (int) (satp >>> 60);
    levels = mode == 0 ? 0 : mode - 5;
    root = (satp & PPN_MASK) << 12;
  }

  /**
   * Translates and checks one access that crosses no page.
   *
   * @param privilege the effective one
   * @param site for the trap; &gt;= 0 forbids changing decoded code ({@link RegionExit})
   * @return the physical address
   * @throws GuestTrap page or access fault, with the address as tval
   */
  long translate(long address, int bytes, AccessType access, int privilege, int site) {
    long physical;
    if (levels == 0 || privilege == Cpu.M) {
      physical = address;
      global = true;
      leafShift = 12;
    } else {
      physical = walk(address, access, privilege, site);
    }
    if (!pmp.permits(physical, bytes, access, privilege)) {
      throw GuestTrap.of(access.accessFault, address, site);
    }
    return physical;
  }

  /** Walks the page table; throws a page fault where it does not permit the access. */
  private long walk(long address, AccessType access, int privilege, int site) {
    int unusedBits = 64 - (12 + 9 * levels);
    if (address << unusedBits >> unusedBits != address) {
      throw GuestTrap.of(access.pageFault, address, site);
    }
    long table = root;
    boolean globalPath = false;
    for (int shift = 12 + 9 * (levels - 1); shift >= 12; shift -= 9) {
      long pteAddress = table + (address >>> shift & 511) * PTE_BYTES;
      if (!ram.holds(pteAddress, PTE_BYTES)
          || !pmp.permits(pteAddress, PTE_BYTES, AccessType.LOAD, Cpu.S)) {
        throw GuestTrap.of(access.accessFault, address, site);
      }
      long pte = ram.peek(pteAddress);
      if ((pte & V) == 0 || (pte & (R | W)) == W || (pte & RESERVED) != 0) {
        throw GuestTrap.of(access.pageFault, address, site);
      }
      globalPath |= (pte & GLOBAL) != 0;
      long page = (pte >>> 10 & PPN_MASK) << 12;
      if ((pte & (R | X)) != 0) {
        boolean napot = (pte & N) != 0;
        if (napot) {
          if (shift != 12 || (page & NAPOT_MASK) != NAPOT_MARK) {
            throw GuestTrap.of(access.pageFault, address, site);
          }
          page &= ~NAPOT_MASK;
        }
        int size = napot ? NAPOT_SHIFT : shift;
        long offsetMask = (1L << size) - 1;
        if (!permits(pte, access, privilege) || (page & offsetMask) != 0 || badType(pte)) {
          throw GuestTrap.of(access.pageFault, address, site);
        }
        updateBits(pte, pteAddress, address, access, site);
        global = globalPath;
        leafShift = size;
        return page | address & offsetMask;
      }
      if ((pte & (A | D | USER | PBMT | N)) != 0) {
        break;
      }
      table = page;
    }
    throw GuestTrap.of(access.pageFault, address, site);
  }

  private boolean permits(long pte, AccessType access, int privilege) {
    if ((pte & USER) != 0) {
      if (privilege == Cpu.S && (access == AccessType.FETCH || !sum)) {
        return false;
      }
    } else if (privilege == Cpu.U) {
      return false;
    }
    boolean loads = access == AccessType.LOAD || access == AccessType.CACHE_BLOCK;
    return (pte & access.pteBit) != 0 || loads && mxr && (pte & X) != 0;
  }

  private boolean badType(long pte) {
    long type = pte & PBMT;
    return type == PBMT || type != 0 && !memoryTypes;
  }

  private void updateBits(long pte, long pteAddress, long address, AccessType access, int site) {
    long wanted = access == AccessType.STORE ? A | D : A;
    if ((pte & wanted) == wanted) {
      return;
    }
    if (!adUpdate) {
      throw GuestTrap.of(access.pageFault, address, site);
    }
    if (!pmp.permits(pteAddress, PTE_BYTES, AccessType.STORE, Cpu.S)) {
      throw GuestTrap.of(access.accessFault, address, site);
    }
    if (code.hasLiveCode(pteAddress)) {
      if (site >= 0) {
        throw RegionExit.at(site);
      }
      long partial = cpu.partial;
      if (access != AccessType.FETCH) {
        cpu.partial = ~site;
      }
      code.onStore(pteAddress, PTE_BYTES);
      cpu.partial = partial;
    }
    if (ram.watches(pteAddress, PTE_BYTES, true)) {
      if (site >= 0) {
        throw RegionExit.at(site);
      }
      long partial = cpu.partial;
      if (access != AccessType.FETCH) {
        cpu.partial = ~site;
      }
      ram.touched(-1, pteAddress, PTE_BYTES, true);
      cpu.partial = partial;
    }
    ram.poke(pteAddress, pte | wanted);
  }

  /**
   * Where an address leads for a debugger or recorder: nothing is checked but that it is mapped,
   * nothing is changed (docs/determinism.md 6).
   *
   * @return the physical address, or -1 when it is not mapped
   */
  long look(long address, int privilege) {
    if (levels == 0 || privilege == Cpu.M) {
      return address;
    }
    int unusedBits = 64 - (12 + 9 * levels);
    if (address << unusedBits >> unusedBits != address) {
      return -1;
    }
    long table = root;
    for (int shift = 12 + 9 * (levels - 1); shift >= 12; shift -= 9) {
      long pteAddress = table + (address >>> shift & 511) * PTE_BYTES;
      long pte = ram.holds(pteAddress, PTE_BYTES) ? ram.peek(pteAddress) : 0;
      if ((pte & V) == 0) {
        return -1;
      }
      long page = (pte >>> 10 & PPN_MASK) << 12;
      if ((pte & (R | X)) != 0) {
        shift = (pte & N) != 0 ? NAPOT_SHIFT : shift;
        return page & -(1L << shift) | address & ((1L << shift) - 1);
      }
      table = page;
    }
    return -1;
  }

  /** {@link bbt.translator.hart.Hart#programPages}. */
  void programPages(ProgramPages to) {
    if (levels != 0) {
      programPages(root, 12 + 9 * (levels - 1), 0, new HashSet<>(), to);
    }
  }

  /**
   * @param from virtual address of the table's first entry
   * @param seen tables: each is read once, whatever leads to it
   */
  private void programPages(long table, int shift, long from, Set<Long> seen, ProgramPages to) {
    for (int i = 0; i < 512; i++) {
      long pteAddress = table + (long) i * PTE_BYTES;
      long pte = ram.holds(pteAddress, PTE_BYTES) ? ram.peek(pteAddress) : 0;
      long page = (pte >>> 10 & PPN_MASK) << 12;
      long virtual = from + ((long) i << shift);
      if ((pte & V) == 0) {
        continue;
      }
      if ((pte & (R | X)) == 0) {
        if (shift > 12 && seen.add(page)) {
          programPages(page, shift - 9, virtual, seen, to);
        }
      } else if ((pte & USER) != 0) {
        int unusedBits = 64 - (12 + 9 * levels);
        long own = (pte & N) != 0 ? page & ~NAPOT_MASK | virtual & NAPOT_MASK : page;
        to.page(virtual << unusedBits >> unusedBits, own, 1L << shift);
      }
    }
  }
}

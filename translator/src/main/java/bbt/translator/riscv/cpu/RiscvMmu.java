package bbt.translator.riscv.cpu;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.riscv.semantics.CacheOp;
import bbt.translator.code.CodeMemory;
import bbt.translator.device.Bus;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.hart.ProgramPages;
import bbt.translator.memory.HostMemory;
import bbt.translator.memory.Ram;
import bbt.translator.memory.Tlb;
import bbt.translator.mmu.Mmu;
import bbt.translator.state.Fields;

/**
 * The memory management unit of a RISC-V hart: page tables, physical memory protection, what a
 * change of mode, satp or protection does to the TLBs, and the accesses that other guests do not
 * have.
 */
public final class RiscvMmu extends Mmu {
  private static final int LINE = 64;

  // Modes of the TLB's tables: effective privilege and mstatus.SUM.

  private static final int MODE_U = 0;

  /** S-mode with SUM = 0; with SUM = 1 the one after. */
  private static final int MODE_S = 1;

  private static final int MODE_M = 3;

  private final Cpu cpu;
  private final Pmp pmp = new Pmp();
  private final PageWalker walker;

  /** Privilege of data accesses: that of the hart, or mstatus.MPP with MPRV. */
  private int dataPrivilege = Cpu.M;

  /** Whether the last walk for a fetch found a global mapping (Bare is global). */
  public boolean fetchGlobal;

  public RiscvMmu(Cpu cpu, Ram ram, CodeMemory code, Bus bus) {
    super(cpu, ram, code, bus);
    this.cpu = cpu;
    this.walker = new PageWalker(cpu, ram, code, pmp);
    ram.listen((physical, length) -> cpu.reservation = -1);
    selectTables(MODE_M);
  }

  /** Physical memory protection registers; a change needs {@link #flushAll}. */
  public Pmp pmp() {
    return pmp;
  }

  // ---- modes

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
      flushReads();
    }
    selectTables(
        privilege == Cpu.M ? MODE_M : privilege == Cpu.U ? MODE_U : MODE_S + (sum ? 1 : 0));
  }

  /** Follows a satp write that changed it. */
  public void satp(long satp) {
    walker.satp(satp);
    flushAll();
  }

  /** Protection registers and what the TLBs hold, for a snapshot; after satp and mode. */
  @Override
  public void state(Fields f) {
    pmp.state(f);
    super.state(f);
  }

  // ---- fetch

  @Override
  public long walk(Hart hart, long address) {
    long page = address & Tlb.PAGE_MASK;
    long physical = walker.translate(address, 2, AccessType.FETCH, cpu.priv, -1) & Tlb.PAGE_MASK;
    if (!ram.isRam(physical)) {
      throw GuestTrap.of(Cause.FETCH_ACCESS, address, -1);
    }
    noteLeaf(page);
    fetchGlobal = walker.global;
    return physical;
  }

  @Override
  public long[] forbidden(long physicalPage, int privilege) {
    return pmp.forbidden(physicalPage, AccessType.FETCH, privilege);
  }

  /** {@link Hart#translateQuietly(long, int)}. */
  public long translateQuietly(long address, int privilege) {
    return walker.look(address, privilege);
  }

  /** {@link Hart#programPages}. */
  void programPages(ProgramPages to) {
    walker.programPages(to);
  }

  /** {@link Hart#translateQuietly(long)} for an access to data. */
  long translateDataQuietly(long address) {
    return walker.look(address, dataPrivilege);
  }

  // ---- what the access paths ask

  @Override
  protected long translate(long address, int bytes, boolean store, int site) {
    return walker.translate(
        address, bytes, store ? AccessType.STORE : AccessType.LOAD, dataPrivilege, site);
  }

  @Override
  protected int leafShift() {
    return walker.leafShift;
  }

  @Override
  protected boolean isUniform(long physical) {
    return pmp.isUniform(physical);
  }

  @Override
  protected GuestTrap accessFault(long address, boolean store, int site) {
    return GuestTrap.of(store ? Cause.STORE_ACCESS : Cause.LOAD_ACCESS, address, site);
  }

  // ---- the A extension (unprivileged specification, "Zalrsc", "Zaamo"; docs/determinism.md 8)

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
    note(address, host, bytes, false);
    return get(host, bytes);
  }

  /** sc: 0 stored, 1 not. Without a reservation it fails before translation. */
  long storeConditional(long address, long value, int bytes, int site) {
    if ((address & (bytes - 1)) != 0) {
      throw GuestTrap.of(Cause.STORE_MISALIGNED, address, site);
    }
    if (cpu.reservation == -1) {
      noteNone(address, bytes, true);
      return 1;
    }
    long host = writable(address, bytes, site);
    if (host == 0) {
      throw GuestTrap.of(Cause.STORE_ACCESS, address, site);
    }
    boolean reserved = cpu.reservation == (ram.physical(host) & -LINE);
    cpu.reservation = -1;
    if (!reserved) {
      noteNone(address, bytes, true);
      return 1;
    }
    announce(host, bytes, site);
    put(host, value, bytes);
    note(address, host, bytes, true);
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
    note(address, host, bytes, true);
    return bytes == 4
        ? AtomicMemoryOperations.update32(operation, host, (int) value)
        : AtomicMemoryOperations.update64(operation, host, value);
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
    note(block, host, CacheOp.BLOCK_BYTES, true);
  }

  /** Legal wherever a load is legal (a store never is where a load is not); fills no TLB. */
  private void manageBlock(long block, int site) {
    int bytes = CacheOp.BLOCK_BYTES;
    long physical = walker.translate(block, bytes, AccessType.CACHE_BLOCK, dataPrivilege, site);
    if (!ram.holds(physical, bytes) && !bus.covers(physical, bytes)) {
      throw GuestTrap.of(Cause.STORE_ACCESS, block, site);
    }
    noteNone(block, bytes, true);
  }
}

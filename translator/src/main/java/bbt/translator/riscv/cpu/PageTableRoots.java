package bbt.translator.riscv.cpu;

import bbt.translator.device.GuestMemory;
import bbt.translator.trace.RootTables;

/** Numbers the address spaces that satp chooses. */
public final class PageTableRoots extends RootTables {
  /** satp.MODE and satp.PPN; the ASID does not tell address spaces apart (it is recycled). */
  private static final long IDENTITY = ~(0xFFFFL << 44);

  private static final long PPN = (1L << 44) - 1;

  /** Entries of the user half of a root table. */
  private static final int USER_ENTRIES = 256;

  /**
   * @param memory guest RAM, only read
   */
  public PageTableRoots(GuestMemory memory) {
    super(memory, USER_ENTRIES);
  }

  @Override
  protected boolean translates(long satp) {
    return satp >>> 60 != 0;
  }

  @Override
  protected long identity(long satp) {
    return satp & IDENTITY;
  }

  @Override
  protected long table(long satp) {
    return (satp & PPN) << 12;
  }

  @Override
  protected long leadsTo(long entry) {
    return entry >>> 10;
  }
}

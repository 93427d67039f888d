package bbt.translator.arm64.cpu;

import bbt.translator.device.GuestMemory;
import bbt.translator.trace.RootTables;

/** Numbers the address spaces of the lower half: {@link A64Cpu#addressSpace}. */
public final class ProgramTables extends RootTables {
  private static final int ENTRIES = 512;
  private static final long OUTPUT = 0x0000_FFFF_FFFF_F000L;

  /**
   * @param memory guest RAM, only read
   */
  public ProgramTables(GuestMemory memory) {
    super(memory, ENTRIES);
  }

  @Override
  protected boolean translates(long register) {
    return register != 0;
  }

  @Override
  protected long identity(long register) {
    return register;
  }

  @Override
  protected long table(long register) {
    return register & ~1;
  }

  @Override
  protected long leadsTo(long entry) {
    return entry & OUTPUT;
  }
}

package bbt.translator.riscv.cpu;

/**
 * Bits of mstatus and sstatus (privileged specification, "Machine Status Registers"). FS lives in
 * {@link Cpu#fs}; UXL and SXL are fixed at 64 bits, the endianness bits at little, VS and XS at
 * off.
 */
public final class Status {
  public static final long SIE = 1 << 1;
  public static final long MIE = 1 << 3;
  public static final long SPIE = 1 << 5;
  public static final long MPIE = 1 << 7;
  public static final long SPP = 1 << 8;
  public static final int MPP_SHIFT = 11;
  public static final long MPP = 3 << MPP_SHIFT;
  public static final int FS_SHIFT = 13;
  public static final long FS = 3 << FS_SHIFT;
  public static final long FS_INITIAL = 1 << FS_SHIFT;
  public static final long MPRV = 1 << 17;
  public static final long SUM = 1 << 18;
  public static final long MXR = 1 << 19;
  public static final long TVM = 1 << 20;
  public static final long TW = 1 << 21;
  public static final long TSR = 1 << 22;
  public static final long UXL_64 = 2L << 32;
  public static final long SXL_64 = 2L << 34;
  public static final long SD = 1L << 63;

  /** The bits that sstatus can write. */
  static final long S_WRITABLE = SIE | SPIE | SPP | FS | SUM | MXR;

  /** The bits that mstatus can write. */
  static final long M_WRITABLE = S_WRITABLE | MIE | MPIE | MPP | MPRV | TVM | TW | TSR;

  /** The bits that sstatus shows. */
  static final long S_READABLE = S_WRITABLE | UXL_64 | SD;

  private Status() {}
}

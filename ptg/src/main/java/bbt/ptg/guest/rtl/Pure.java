package bbt.ptg.guest.rtl;

/**
 * Pure two-operand functions whose work is a plain static function in {@link PureFunctions}: the
 * interpreter calls them, the compiler calls them or uses an intrinsic. One-operand functions
 * ignore the second operand.
 */
public enum Pure {
  MULH,
  MULHU,
  MULHSU,
  DIV,
  DIVU,
  REM,
  REMU,
  DIVW,
  DIVUW,
  REMW,
  REMUW,
  CLZ,
  CLZW,
  CTZ,
  CTZW,
  CPOP,
  CPOPW,
  REV8,
  ORCB,
  ROL,
  ROR,
  ROLW,
  RORW,
  MIN,
  MAX,
  MINU,
  MAXU,
  /** The bits in reverse order. */
  RBIT,
  /** A checksum, continued by some bytes: CRC-32 with its polynomial 0x04C11DB7. */
  CRC32B,
  CRC32H,
  CRC32W,
  CRC32X,
  /** CRC-32C, with the polynomial 0x1EDC6F41. */
  CRC32CB,
  CRC32CH,
  CRC32CW,
  CRC32CX;

  /** Name of the function in {@link PureFunctions}. */
  public String methodName() {
    return MethodNames.camelCase(name());
  }
}

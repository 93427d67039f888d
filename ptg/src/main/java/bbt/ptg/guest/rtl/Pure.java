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
  MAXU;

  /** Name of the function in {@link PureFunctions}. */
  public String methodName() {
    return MethodNames.camelCase(name());
  }
}

package bbt.translator.riscv.cpu;

/** Codes of mcause/scause (privileged specification, "Machine Cause Register"). */
public final class Cause {
  public static final int FETCH_MISALIGNED = 0;
  public static final int FETCH_ACCESS = 1;
  public static final int ILLEGAL_INSTRUCTION = 2;
  public static final int BREAKPOINT = 3;
  public static final int LOAD_MISALIGNED = 4;
  public static final int LOAD_ACCESS = 5;
  public static final int STORE_MISALIGNED = 6;
  public static final int STORE_ACCESS = 7;
  public static final int ECALL_U = 8;
  public static final int ECALL_S = 9;
  public static final int ECALL_M = 11;
  public static final int FETCH_PAGE = 12;
  public static final int LOAD_PAGE = 13;
  public static final int STORE_PAGE = 15;

  /** Top bit of mcause: the trap is an interrupt and the code is one of {@link Interrupts}. */
  public static final long INTERRUPT = 1L << 63;

  private Cause() {}
}

package bbt.ptg.arm64.semantics;

/** The condition flags: fields of PSTATE. */
public enum Flag {
  /** The result was negative. */
  N,
  /** The result was zero. */
  Z,
  /** An addition carried, a subtraction did not borrow. */
  C,
  /** The result had no room as a signed number. */
  V
}

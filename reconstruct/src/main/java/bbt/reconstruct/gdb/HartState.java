package bbt.reconstruct.gdb;

/** Registers of a hart that stands still. */
interface HartState {
  /** Integer register 0 to 31. */
  long x(int number);

  /** Floating-point register 0 to 31, raw bits. */
  long f(int number);

  long pc();

  /** Privilege: 0 user, 1 supervisor, 3 machine. */
  int privilege();

  /** A control and status register that {@link Target#csrs} names. */
  long csr(int number);

  void setX(int number, long value);

  void setF(int number, long value);

  void setPc(long value);

  void setPrivilege(int value);

  /** Values that the register cannot hold are made legal. */
  void setCsr(int number, long value);
}

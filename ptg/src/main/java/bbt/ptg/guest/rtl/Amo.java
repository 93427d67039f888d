package bbt.ptg.guest.rtl;

/** An atomic read-modify-write operation. */
public enum Amo {
  SWAP,
  ADD,
  XOR,
  AND,
  OR,
  MIN,
  MAX,
  MINU,
  MAXU
}

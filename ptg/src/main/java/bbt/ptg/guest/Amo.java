package bbt.ptg.guest;

/** The read-modify-write operations of the A extension ("Zaamo"). */
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

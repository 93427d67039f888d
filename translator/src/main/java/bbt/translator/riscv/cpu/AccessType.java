package bbt.translator.riscv.cpu;

/** The kind of access that a page is asked to permit. */
enum AccessType {
  FETCH(Cause.FETCH_PAGE, Cause.FETCH_ACCESS, 0b1000, 0b100),
  LOAD(Cause.LOAD_PAGE, Cause.LOAD_ACCESS, 0b0010, 0b001),
  /** Stores, store-conditional and read-modify-write. */
  STORE(Cause.STORE_PAGE, Cause.STORE_ACCESS, 0b0100, 0b010),
  /** Management of a cache block: wherever a load is permitted, with the faults of a store. */
  CACHE_BLOCK(Cause.STORE_PAGE, Cause.STORE_ACCESS, 0b0010, 0b001);

  final int pageFault;
  final int accessFault;

  /** The leaf PTE bit that permits it (R, W, X are bits 1 to 3). */
  final int pteBit;

  /** The pmpcfg bit that permits it (R, W, X are bits 0 to 2). */
  final int pmpBit;

  AccessType(int pageFault, int accessFault, int pteBit, int pmpBit) {
    this.pageFault = pageFault;
    this.accessFault = accessFault;
    this.pteBit = pteBit;
    this.pmpBit = pmpBit;
  }
}

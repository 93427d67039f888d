package bbt.reconstruct.listing;

/** The forms in which an execution is listed. */
public enum ListingForm {
  /** Columns for people. */
  TEXT,
  /** A table for spreadsheets and programs. */
  CSV,
  /** What QEMU writes with {@code -d exec,nochain,int,in_asm}. */
  QEMU
}

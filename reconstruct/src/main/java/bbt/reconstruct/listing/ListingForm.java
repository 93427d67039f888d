package bbt.reconstruct.listing;

/** The forms in which an execution is listed. */
public enum ListingForm {
  /** Columns for people. */
  TEXT,
  /** A table for spreadsheets and programs. */
  CSV,
  /** The form of QEMU's {@code -d exec,nochain,int,in_asm}. */
  QEMU
}

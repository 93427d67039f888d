package bbt.ptg.guest.rtl;

/** Width and extension of a memory access. */
public enum MemoryKind {
  S8(1, true),
  S16(2, true),
  S32(4, true),
  U8(1, false),
  U16(2, false),
  U32(4, false),
  /** Eight bytes; nothing to extend. */
  D64(8, true);

  /** Access size in bytes. */
  public final int bytes;

  /** Whether a load sign-extends. */
  public final boolean signed;

  MemoryKind(int bytes, boolean signed) {
    this.bytes = bytes;
    this.signed = signed;
  }
}

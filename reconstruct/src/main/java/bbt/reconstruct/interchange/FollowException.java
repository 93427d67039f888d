package bbt.reconstruct.interchange;

/** Thrown where a packet does not fit the code: what a decoder expects is not there. */
public final class FollowException extends Exception {
  private static final long serialVersionUID = 1L;

  public FollowException(String message) {
    super(message);
  }

  /** Creates an exception: there is no code at an address. */
  public static FollowException noCode(long pc) {
    return new FollowException(
        "no program given has code at 0x" + Long.toHexString(pc) + "; add it with --binary");
  }

  /** The bytes at an address are none of the instructions that are known here. */
  public static FollowException noInstruction(long pc) {
    return new FollowException(
        "what is at 0x" + Long.toHexString(pc) + " is no instruction that bbt knows");
  }
}

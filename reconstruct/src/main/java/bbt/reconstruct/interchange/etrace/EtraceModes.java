package bbt.reconstruct.interchange.etrace;

/** The optional modes of an encoder: bits of the run-time options in a support packet. */
final class EtraceModes {
  /** No packet tells where a return led that leads behind its call. */
  static final int IMPLICIT_RETURN = 1;

  /** Packets of traps do not have their handlers' addresses. */
  static final int IMPLICIT_EXCEPTION = 1 << 1;

  /** Addresses are whole ones. */
  static final int FULL_ADDRESS = 1 << 2;

  /** A packet may name an entry of a cache instead of a jump's target. */
  static final int JUMP_TARGET_CACHE = 1 << 3;

  /** A packet may count branches that went as predicted. */
  static final int BRANCH_PREDICTION = 1 << 4;

  /** No packet tells of jumps whose target the instruction before them says. */
  static final int SEQUENTIAL_JUMPS = 1 << 5;

  private EtraceModes() {}
}

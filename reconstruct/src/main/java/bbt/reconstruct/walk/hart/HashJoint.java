package bbt.reconstruct.walk.hart;

import bbt.ptg.guest.VerifyHash;

/**
 * The verify hash of a stretch that was walked before the hash at its start was known. The hash is
 * a polynomial: after n instructions it is {@code h * P^n + B}, and B is found without h.
 *
 * @param from retired count at the stretch's start; -1 where nothing is left to be compared
 * @param assumed the hash that the walk began with
 * @param at retired count of the first packet that states the hash; -1 before it
 * @param walked the hash there, from the assumed one
 * @param stated what the packet states
 */
record HashJoint(long from, long assumed, long at, long walked, long stated) {
  static final HashJoint NONE = new HashJoint(-1, 0, -1, 0, 0);

  static HashJoint open(long from, long assumed) {
    return new HashJoint(from, assumed, -1, 0, 0);
  }

  /** Whether no packet has stated the hash yet. */
  boolean isOpen() {
    return from >= 0 && at < 0;
  }

  /** A packet states the hash where the walk has one that began with the assumed one. */
  HashJoint states(long retired, long hash, long its) {
    return isOpen() ? new HashJoint(from, assumed, retired, hash, its) : this;
  }

  /** Instructions are not in the trace: what comes behind them says nothing of the start. */
  HashJoint gap() {
    return isOpen() ? NONE : this;
  }

  /** Whether the packet states what it must if the hash at the start was this. */
  boolean agrees(long hash) {
    return at < 0 || known(hash, at, walked) == stated;
  }

  /** The hash at a count where the walk has another that began with the assumed one. */
  long known(long hash, long retired, long its) {
    return its + (hash - assumed) * VerifyHash.power(retired - from);
  }
}

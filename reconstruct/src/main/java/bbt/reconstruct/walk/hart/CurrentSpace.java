package bbt.reconstruct.walk.hart;

import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.walk.graph.CodeMap;
import bbt.reconstruct.walk.graph.CountWindow;
import bbt.reconstruct.walk.graph.Space;

/** Keeps the address space whose pages a hart executes. */
final class CurrentSpace {
  private final GuestIsa guest;
  private final CodeMap code;
  private final CountWindow counts;
  private Space now;

  CurrentSpace(GuestIsa guest, CodeMap code, CountWindow counts) {
    this.guest = guest;
    this.code = code;
    this.counts = counts;
    this.now = code.space(0);
  }

  Space now() {
    return now;
  }

  /**
   * Privilege or address space are other ones.
   *
   * @param low whether the privileged side of the change executes in the lower half of the
   *     addresses, where user programs are
   */
  void enter(WalkState at, boolean low) {
    code.time(at.retired);
    now = code.space(guest.translates(at.privilege) ? at.addressSpace : 0);
    counts.enter(at.privilege, at.addressSpace, low);
  }
}

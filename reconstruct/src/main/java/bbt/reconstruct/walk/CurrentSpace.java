package bbt.reconstruct.walk;

/** The address space whose pages a hart executes. */
final class CurrentSpace {
  private static final int MACHINE_MODE = 3;

  private final CodeMap code;
  private final CountWindow counts;
  private Space now;

  CurrentSpace(CodeMap code, CountWindow counts) {
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
    now = code.space(at.privilege == MACHINE_MODE ? 0 : at.addressSpace);
    counts.enter(at.privilege, at.addressSpace, low);
  }
}

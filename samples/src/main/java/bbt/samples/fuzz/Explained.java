package bbt.samples.fuzz;

/**
 * The known differences between QEMU and this machine, each allowed by the specification or a fault
 * of QEMU, and where the comparison recognises them. Mirrored in docs/testing.md; a test keeps the
 * two alike.
 */
public enum Explained {
  EBREAK_TVAL(
      "ebreak: xtval is 0 or the pc",
      "privileged 3.1.16: mtval is zero or the faulting virtual address on a breakpoint",
      "all",
      "trap with cause 3: the tval is not compared when each machine's is 0 or its epc");

  private final String what;
  private final String section;
  private final String versions;
  private final String narrow;

  Explained(String what, String section, String versions, String narrow) {
    this.what = what;
    this.section = section;
    this.versions = versions;
    this.narrow = narrow;
  }

  /** The difference, in one line. */
  public String what() {
    return what;
  }

  /** What the specification says, with its section. */
  public String section() {
    return section;
  }

  /** The QEMU versions that were seen to do so. */
  public String versions() {
    return versions;
  }

  /** Exactly what is let pass, or what the generator avoids. */
  public String narrow() {
    return narrow;
  }
}

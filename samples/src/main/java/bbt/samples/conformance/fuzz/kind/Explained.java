package bbt.samples.conformance.fuzz.kind;

/**
 * The known differences between QEMU and this machine, each allowed by the specification or a fault
 * of QEMU, and where the comparison recognises them. Mirrored in docs/testing.md; a test keeps the
 * two alike.
 */
public enum Explained {
  CTZW(
      "ctzw counts beyond bit 31 where the same translation block made its operand by a rotate",
      "unprivileged, Zbb, ctzw: 32 where the least significant word is zero",
      "7.2 (11.1 is right)",
      "user programs for QEMU before 8.0 have no ctzw"),
  EBREAK_TVAL(
      "ebreak: xtval is 0 or the pc",
      "privileged 3.1.16: mtval is zero or the faulting virtual address on a breakpoint",
      "all",
      "trap with cause 3: the tval is not compared when each machine's is 0 or its epc"),
  EBREAK_TVAL_ALIAS(
      "ebreak: the tval is the address at which its page was translated, though it was executed at"
          + " another one of the same page",
      "privileged 3.1.16: mtval is zero or the faulting virtual address on a breakpoint",
      "11.1",
      "trap with cause 3 where ours is 0 or its epc and QEMU's has the epc's offset in a page"),
  AMO_ACCESS_FAULT(
      "an AMO to what is no RAM, or is protected, is a load access fault on QEMU",
      "privileged 3.1.15, table of causes: 7 is the store/AMO access fault",
      "all",
      "an AMO or sc where QEMU has cause 5 and we have 7"),
  ATOMIC_MISALIGNED(
      "lr, sc and AMO that are misaligned: QEMU looks at the reservation or the page first",
      "unprivileged 13.2 and 13.4: misaligned raises an exception; privileged 3.1.15: its priority"
          + " against a page fault is free",
      "all",
      "an atomic instruction where we have cause 4 or 6"),
  ACCESS_FAULT_TVAL(
      "a misaligned access to a device or a hole: QEMU splits it and names the first part's start",
      "privileged 3.1.16: mtval is the address of the portion that caused the fault",
      "all",
      "cause 5 or 7 on both, where QEMU's tval is ours rounded down to the access's size"),
  NAPOT_ACCESSED(
      "A and D of a leaf with a reserved NAPOT encoding are set before the page fault",
      "privileged, Svnapot: a reserved encoding raises a page fault; Virtual Address Translation"
          + " Process: A and D are set last, by a translation that succeeds",
      "11.1",
      "a random leaf gets the N bit only together with A and D"),
  WFI_PAGE_END(
      "a trapping wfi at the end of a page: the epc is one page too high",
      "privileged: mepc is the address of the instruction",
      "11.1",
      "no wfi in the last 4 bytes"),
  PC_ALIGNMENT(
      "AArch64: a misaligned program counter whose address is not mapped is an instruction abort",
      "Arm ARM D1.3.5.4: a PC alignment fault has priority over an instruction abort",
      "7.2",
      "an exception with class 0x20 or 0x21 on QEMU where we have 0x22 and ELR_EL1 is no multiple"
          + " of 4"),
  MASKS_SYNDROME(
      "AArch64: the syndrome of daifset and daifclr that trap at level 0 has op1 and op2 swapped",
      "Arm ARM, ESR_EL1, ISS of exception class 0x18: Op2 is bits 19 to 17, Op1 bits 16 to 14",
      "7.2",
      "class 0x18 on both, where QEMU's syndrome is ours with these fields swapped"),
  EXTERNAL_ADDRESS(
      "AArch64: FAR_EL1 of a misaligned access or a dc zva to what is no RAM is rounded down",
      "Arm ARM, FAR_EL1: the address that was accessed; of a DC instruction that in the register",
      "7.2",
      "an external abort of a data access on both, where QEMU's FAR_EL1 is less than 64 below ours"),
  SECOND_PAGE(
      "AArch64: an access of two pages, the first of which is no RAM and the second not mapped, is an"
          + " external abort",
      "Arm ARM D1.3.5.4: the order of aborts of the parts of one access is free",
      "7.2",
      "an external abort on QEMU where we have a fault of translation at the start of a page"),
  LEVEL_0_BLOCK(
      "AArch64: a block descriptor of level 0 is one of 512 GiB",
      "Arm ARM D8.3.1: with a granule of 4 KiB it is reserved, a translation fault",
      "7.2",
      "a random descriptor of level 0 leads to a table or is invalid"),
  SHARED_UNCACHED(
      "AArch64: PAR_EL1.SH of normal memory that is not cached is the descriptor's",
      "Arm ARM, PAR_EL1: SH is 0b10 for device memory and for normal memory that is not cached",
      "7.2",
      "MAIR_EL1 names no memory that is normal and not cached");

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

  /** The section of the specification, and what it says. */
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

package bbt.reconstruct.analysis;

/** Parts of a {@link Report} that cost time or memory, and are made for those who ask. */
public enum ReportPart {
  /** The call trees: {@link bbt.reconstruct.profile.Profile#tree}. */
  TREE,
  /** The harts' activity over time: {@link bbt.reconstruct.profile.Profile#timeline}. */
  TIMELINE,
  /** Blocks and instructions with their counts: {@link Report#code}. */
  CODE,
  /** The start of the kernel: {@link Report#boot}. */
  BOOT
}

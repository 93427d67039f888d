package bbt.reconstruct.report;

/** Parts of a {@link Report} that cost time or memory, and are made for those who ask. */
public enum Want {
  /** The call trees: {@link bbt.reconstruct.profile.Profile#tree}. */
  TREE
}

package bbt.reconstruct.basics;

/**
 * The kind of failure that a {@link UserException} tells of; the command line gives each its exit
 * code.
 */
public enum Fault {
  /** A wrong option, argument or place. */
  USAGE,
  /** A damaged trace, an unusable kernel, a wrong binary. */
  BAD_DATA,
  /** An input file is missing or cannot be read. */
  NO_INPUT,
  /** A needed tool, package, network or memory is not available. */
  UNAVAILABLE,
  /** An output file cannot be created. */
  CANNOT_CREATE,
  /** Input or output failed. */
  IO_ERROR,
  /** A check failed: a promise does not hold, or a replay differs from its trace. */
  CHECK_FAILED
}

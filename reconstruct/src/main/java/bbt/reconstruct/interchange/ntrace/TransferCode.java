package bbt.reconstruct.interchange.ntrace;

/** The transfer codes of N-Trace's messages, and the reasons that they state. */
final class TransferCode {
  static final int OWNERSHIP = 2;
  static final int DIRECT_BRANCH = 3;
  static final int INDIRECT_BRANCH = 4;
  static final int ERROR = 8;
  static final int SYNC = 9;
  static final int DIRECT_BRANCH_SYNC = 11;
  static final int INDIRECT_BRANCH_SYNC = 12;
  static final int RESOURCE_FULL = 27;
  static final int INDIRECT_HISTORY = 28;
  static final int INDIRECT_HISTORY_SYNC = 29;
  static final int REPEAT_BRANCH = 30;
  static final int CORRELATION = 33;

  // Types of indirect branches.
  static final int JUMP = 0;
  static final int TRAP = 1;
  static final int EXCEPTION = 2;
  static final int INTERRUPT = 3;

  // Reasons of synchronisation.
  static final int PERIODIC = 2;
  static final int TRACE_ENABLED = 5;

  /** Reason of the end: tracing was switched off. */
  static final int DISABLED = 4;

  // Resources that are full.
  static final int COUNT = 0;
  static final int HISTORY = 1;

  /** A history that came several times. */
  static final int REPEATED_HISTORY = 2;

  /**
   * A number of branches that were not taken: of encoders older than version 1.0, which leaves 8 to
   * 15 to vendors.
   */
  static final int NOT_TAKEN = 8;

  static final int TAKEN = 9;

  /** The content of an ownership message: privilege alone; or with it the context. */
  static final int PRIVILEGE = 0;

  static final int WITH_CONTEXT = 2;

  private TransferCode() {}
}

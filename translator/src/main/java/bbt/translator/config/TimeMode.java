package bbt.translator.config;

/** Where the guest's time comes from (docs/determinism.md 9). */
public enum TimeMode {
  /** The retired instruction count plus the idle time that was skipped: deterministic. */
  VIRTUAL,
  /** The host's clock: not deterministic, and the trace says so. */
  HOST
}

package bbt.translator.config;

/** The source of the guest's time (docs/determinism.md 9). */
public enum TimeMode {
  /** The retired instruction count plus the idle time that was skipped: deterministic. */
  VIRTUAL,
  /** The host's clock: not deterministic, and the trace says so. */
  HOST
}

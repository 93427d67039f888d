package bbt.packets;

/** The ways in which events are coded in frames. */
public enum Mode {
  /** The founding paper's: one bit per branch, every target in full. */
  RAW,
  /** Predicted returns, indirect jumps and trap returns cost bits; targets are the escapes. */
  COMPACT
}

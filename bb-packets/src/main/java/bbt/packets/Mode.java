package bbt.packets;

/** The ways in which events are coded in frames. */
public enum Mode {
  /** The raw mode, which is the founding paper's: one bit per branch, every target in full. */
  RAW,
  /**
   * The compact mode: a predicted return, indirect jump or trap return costs bits; other targets
   * are written in full.
   */
  COMPACT
}

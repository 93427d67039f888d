package bbt.reconstruct.cursor;

/** The ways in which a movement ends. */
public enum Outcome {
  /** The cursor stands at what was looked for. */
  FOUND,
  /** Nothing was found in this direction; the cursor has not moved. */
  NONE,
  /** The movement was interrupted; the cursor has not moved. */
  INTERRUPTED
}

package bbt.reconstruct.cursor;

/** The ways in which a movement ends. */
public enum Outcome {
  /** The cursor stands at what was looked for. */
  FOUND,
  /** There is none in this direction; the cursor has not moved. */
  NONE,
  /** It was interrupted; the cursor has not moved. */
  INTERRUPTED
}

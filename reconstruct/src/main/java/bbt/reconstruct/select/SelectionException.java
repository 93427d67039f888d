package bbt.reconstruct.select;

import java.io.IOException;

/** Thrown where a selection does not fit the trace: no such task, function or hart. */
public final class SelectionException extends IOException {
  /**
   * @param message one line: what there is none of, and what to do
   */
  public SelectionException(String message) {
    super(message);
  }
}

package bbt.reconstruct.cost;

import java.io.IOException;

/** Thrown where a cost model cannot be read. */
public final class CostModelException extends IOException {
  /**
   * @param message one line: file, line, what is wrong, what is right
   */
  public CostModelException(String message) {
    super(message);
  }
}

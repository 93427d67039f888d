package bbt.reconstruct.cost;

import java.io.IOException;

/** A cost model cannot be read as one. */
public final class CostModelException extends IOException {
  /**
   * @param message one line: file, line, what is wrong, what is right
   */
  public CostModelException(String message) {
    super(message);
  }
}

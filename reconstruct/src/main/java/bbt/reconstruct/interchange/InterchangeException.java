package bbt.reconstruct.interchange;

import java.io.IOException;

/** Thrown where a foreign file cannot be read: one line, what and where. */
public final class InterchangeException extends IOException {
  private static final long serialVersionUID = 1L;

  public InterchangeException(String message) {
    super(message);
  }
}

package bbt.reconstruct.names;

import java.io.IOException;

/** Thrown where a binary was given that is not what was traced. The message names both. */
public final class WrongBinaryException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The message: which file, its build-id, what was traced. */
  public WrongBinaryException(String message) {
    super(message);
  }
}

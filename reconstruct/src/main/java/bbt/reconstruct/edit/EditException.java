package bbt.reconstruct.edit;

import java.io.IOException;

/**
 * Thrown where traces cannot be cut or merged as was asked. The message is one line: which, and
 * why.
 */
public final class EditException extends IOException {
  private static final long serialVersionUID = 1L;

  /** An exception with a message for the user. */
  public EditException(String message) {
    super(message);
  }
}

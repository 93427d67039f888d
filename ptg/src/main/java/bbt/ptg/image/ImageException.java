package bbt.ptg.image;

import java.io.IOException;

/** Thrown where a file is not the program it should be; the message is one line for the user. */
public final class ImageException extends IOException {
  private static final long serialVersionUID = 1L;

  public ImageException(String message) {
    super(message);
  }

  public ImageException(String message, Throwable cause) {
    super(message, cause);
  }
}

package bbt.packets.bytes;

import java.io.IOException;

/** Thrown where a file is no trace, of an unknown version, or damaged where nothing can be read. */
public final class TraceFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long offset;

  /**
   * Creates an exception that names the place in the file.
   *
   * @param offset file offset, or position in a frame's content
   * @param message what was expected, what was found
   */
  public TraceFormatException(long offset, String message) {
    super(message);
    this.offset = offset;
  }

  /** The exception as a problem of the trace. */
  public Problem problem() {
    return new Problem.Unreadable(offset, getMessage());
  }
}

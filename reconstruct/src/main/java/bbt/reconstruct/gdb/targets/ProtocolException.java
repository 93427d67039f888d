package bbt.reconstruct.gdb.targets;

/**
 * Thrown where a request cannot be served; the answer is an error packet, and the session goes on.
 */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message for the user; gdb shows it where it shows errors at all
   */
  public ProtocolException(String message) {
    super(message, null, false, false);
  }

  public ProtocolException(String message, Throwable cause) {
    super(message, cause);
  }
}

package bbt.reconstruct.basics;

/** A failure that the user can understand and mend: printed as one line, {@code bbt: MESSAGE}. */
public final class UserException extends RuntimeException {
  private final Fault fault;

  /**
   * @param fault what kind of failure it is
   * @param message one line: what, where, what to do; starts in lower case, no final stop
   */
  public UserException(Fault fault, String message) {
    super(message);
    this.fault = fault;
  }

  public UserException(Fault fault, String message, Throwable cause) {
    super(message, cause);
    this.fault = fault;
  }

  /** The kind of failure. */
  public Fault fault() {
    return fault;
  }
}

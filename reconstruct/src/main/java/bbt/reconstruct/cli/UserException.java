package bbt.reconstruct.cli;

/**
 * Something the user can understand and mend. {@link Main} prints it as one line, {@code bbt:
 * MESSAGE}, and exits with its code.
 */
public final class UserException extends RuntimeException {
  private final int exitCode;

  /**
   * @param exitCode one of {@link ExitCode}
   * @param message one line: what, where, what to do; starts in lower case, no final stop
   */
  public UserException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public UserException(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}

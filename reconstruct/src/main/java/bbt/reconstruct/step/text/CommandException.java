package bbt.reconstruct.step.text;

/** Thrown where a command cannot be carried out: its message is one line for the user. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with a message for the user.
   *
   * @param message what is wrong, and what to do
   */
  public CommandException(String message) {
    super(message);
  }
}

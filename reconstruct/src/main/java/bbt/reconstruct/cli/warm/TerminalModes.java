package bbt.reconstruct.cli.warm;

/** A terminal on standard input. */
public interface TerminalModes extends AutoCloseable {
  /** Switches raw mode on: every key is input. */
  void raw();

  /** Puts the terminal back as it was found. */
  @Override
  void close();
}

package bbt.translator.program;

/** Hears what a guest does that executes a program for the host. Guest thread. */
public interface ProgramHost {
  /** The guest has set itself up and waits for an archive. */
  void ready();

  /**
   * The program wrote something.
   *
   * @param stream 1: standard output; 2: standard error
   */
  void wrote(int stream, byte[] bytes);

  /**
   * The guest's kernel did not execute the program.
   *
   * @param error number of Linux's error, such as 2: no such file
   */
  void refused(int error);

  /**
   * The program has ended.
   *
   * @param code its exit code, or 128 and the number of the signal that ended it
   */
  void ended(int code);
}

package bbt.translator.console;

import java.util.function.IntConsumer;

/**
 * The host end of the guest's console. The machine calls it on the guest thread only.
 *
 * <p>Two kinds of input exist (docs/determinism.md 10). <em>Piped</em> input is read with {@link
 * #read}, which blocks, at moments that depend on guest state alone: deterministic.
 * <em>Interactive</em> input is polled with {@link #poll} whenever the machine looks, and stamped
 * with the retired count.
 */
public interface ConsolePort {
  /** Writes one byte that the guest sent. */
  void write(int octet);

  /** Makes what was written visible; called before the machine waits and at the end. */
  void flush();

  /** Whether input comes from a person at a terminal. */
  boolean interactive();

  /** Piped input: the next byte, waiting for it; -1 at the end of the input. */
  int read();

  /** Interactive input: the next byte if there is one, else -1. */
  int poll();

  /** Interactive: waits until input may be there or the time is over. */
  void await(long nanos);

  /**
   * Writes what a program wrote that the guest executes for the host.
   *
   * @param stream 1: standard output; 2: standard error
   */
  default void program(int stream, byte[] bytes) {}

  /**
   * The guest's kernel did not execute the program.
   *
   * @param error number of Linux's error
   */
  default void refused(int error) {}

  /** Interactive input: whether there will be none any more. */
  default boolean ended() {
    return false;
  }

  /** Returns a port without input, which discards output. */
  static ConsolePort none() {
    return outputOnly(octet -> {});
  }

  /**
   * Returns a port without input.
   *
   * @param to gets each byte that the guest sent
   */
  static ConsolePort outputOnly(IntConsumer to) {
    return piped(new byte[0], to);
  }

  /**
   * Piped input that is known beforehand.
   *
   * @param input all of it
   * @param to gets each byte that the guest sent
   */
  static ConsolePort piped(byte[] input, IntConsumer to) {
    return new ConsolePort() {
      private int at;

      @Override
      public void write(int octet) {
        to.accept(octet);
      }

      @Override
      public void flush() {}

      @Override
      public boolean interactive() {
        return false;
      }

      @Override
      public int read() {
        return at < input.length ? input[at++] & 0xFF : -1;
      }

      @Override
      public int poll() {
        return -1;
      }

      @Override
      public void await(long nanos) {}
    };
  }
}

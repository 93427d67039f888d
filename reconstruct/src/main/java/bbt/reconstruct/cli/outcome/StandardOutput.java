package bbt.reconstruct.cli.outcome;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The standard output of a command. A write that fails ends the command: it throws {@link Failure},
 * once, where a {@link java.io.PrintStream} and a {@link PrintWriter} would go on and say nothing.
 */
public final class StandardOutput extends OutputStream {
  private final OutputStream out;
  private final PrintWriter text = new PrintWriter(this, true, StandardCharsets.UTF_8);
  private Failure failure;

  /**
   * @param out the descriptor itself, unbuffered, so that its errors arrive here
   */
  public StandardOutput(OutputStream out) {
    this.out = out;
  }

  /**
   * Whether a write failed because its reader went away, as {@code head} does when it has enough.
   */
  public static boolean isClosed(IOException failure) {
    return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
  }

  /** Whether the process's standard output is a terminal, whatever its standard input is. */
  public static boolean isTerminal() {
    try {
      String file = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return System.console() != null && System.console().isTerminal();
    }
  }

  /** Standard output cannot be written. Unchecked, since writers of text keep an IOException. */
  public static final class Failure extends RuntimeException {
    private final boolean closed;

    private Failure(IOException cause) {
      super(cause);
      closed = isClosed(cause);
    }

    @Override
    public synchronized IOException getCause() {
      return (IOException) super.getCause();
    }

    /** Whether its reader went away: no error to tell. */
    public boolean closed() {
      return closed;
    }
  }

  /** The writer of text, in UTF-8; each line is there when it is printed. */
  public PrintWriter text() {
    return text;
  }

  /** The failure of a write; null while none failed. */
  public Failure failure() {
    return failure;
  }

  @Override
  public void write(int octet) {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  /** Writes, or drops what comes after a failure: the command is ending. */
  @Override
  public void write(byte[] bytes, int offset, int length) {
    if (failure == null) {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        failure = new Failure(e);
        throw failure;
      }
    }
  }

  @Override
  public void flush() {
    if (failure == null) {
      try {
        out.flush();
      } catch (IOException e) {
        failure = new Failure(e);
        throw failure;
      }
    }
  }

  /** The process's output stays open: a library that closes what it was given closes nothing. */
  @Override
  public void close() {
    flush();
  }
}

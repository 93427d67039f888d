package bbt.reconstruct.cli.boot;

import bbt.translator.console.ConsolePort;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The guest's console on the standard streams of the host. A thread of its own reads the input, so
 * that the guest thread can be woken while it waits: with {@code live} input it never waits, else
 * it waits in {@link #read} for a byte, the end of the input, or {@link #cancel}.
 */
final class HostConsole implements ConsolePort, AutoCloseable {
  private static final int OUTPUT_BUFFER = 8192;

  private final InputStream in;
  private final OutputStream out;
  private final boolean live;
  private final KeyQueue keys = new KeyQueue();
  private volatile IOException failure;
  private Runnable onFailure = () -> {};

  /**
   * @param in input, or null for none
   * @param out output
   * @param live whether input comes in real time
   */
  HostConsole(InputStream in, OutputStream out, boolean live) {
    this.in = in;
    this.out = new BufferedOutputStream(out, OUTPUT_BUFFER);
    this.live = live && in != null;
  }

  /**
   * Starts the thread that reads input.
   *
   * @param escapes whether Ctrl-A commands are looked for
   * @param quit what Ctrl-A x does, and what happens when output cannot be written any more
   * @param help what Ctrl-A h does
   * @param trace what Ctrl-A t does
   */
  void start(boolean escapes, Runnable quit, Runnable help, Runnable trace) {
    onFailure = quit;
    if (in != null) {
      Thread.ofPlatform()
          .daemon()
          .name("console-input")
          .start(() -> read(escapes, quit, help, trace));
    }
  }

  /** Makes a waiting guest thread go on, as if the input had ended; any thread. */
  void cancel() {
    keys.end();
  }

  private void read(boolean escapes, Runnable quit, Runnable help, Runnable trace) {
    EscapeFilter filter = new EscapeFilter();
    byte[] buffer = new byte[256];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        for (int i = 0; i < n; i++) {
          int key = buffer[i] & 0xFF;
          switch (escapes ? filter.key(key) : EscapeFilter.Action.PASS) {
            case PASS -> {
              if (!keys.put(key)) {
                return;
              }
            }
            case QUIT -> quit.run();
            case HELP -> help.run();
            case TRACE -> trace.run();
            case NOTHING -> {}
          }
        }
      }
    } catch (IOException e) {
      // The terminal or pipe is gone: the same as its end.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      keys.end();
    }
  }

  @Override
  public void write(int octet) {
    if (failure == null) {
      try {
        out.write(octet);
      } catch (IOException e) {
        failed(e);
      }
    }
  }

  @Override
  public void flush() {
    if (failure == null) {
      try {
        out.flush();
      } catch (IOException e) {
        failed(e);
      }
    }
  }

  private void failed(IOException e) {
    failure = e;
    onFailure.run();
  }

  @Override
  public boolean ended() {
    return in == null || keys.ended();
  }

  /** The failure of writing output, or null. */
  IOException failure() {
    return failure;
  }

  @Override
  public boolean interactive() {
    return live;
  }

  @Override
  public int read() {
    return in == null ? -1 : keys.take();
  }

  @Override
  public int poll() {
    return keys.poll();
  }

  @Override
  public void await(long nanos) {
    keys.await(nanos);
  }

  /** {@inheritDoc} The thread that reads ends with the next key, at the latest. */
  @Override
  public void close() {
    flush();
    cancel();
  }
}

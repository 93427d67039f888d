package bbt.reconstruct.cli.boot;

import bbt.translator.machine.ConsolePort;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The console on the host's streams. With {@code live} input a thread of its own reads keys, so that
 * the guest never waits for them; else the guest thread reads, blocking, when the machine says so.
 */
final class HostConsole implements ConsolePort, AutoCloseable {
  private static final int OUTPUT_BUFFER = 8192;

  private final InputStream in;
  private final OutputStream out;
  private final boolean live;
  private final KeyQueue keys = new KeyQueue();
  private volatile IOException failure;

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
   * Starts the thread that reads live input.
   *
   * @param escapes whether Ctrl-A commands are looked for
   * @param quit what Ctrl-A x does
   * @param help what Ctrl-A h does
   */
  void start(boolean escapes, Runnable quit, Runnable help) {
    if (!live) {
      return;
    }
    Thread reader =
        Thread.ofPlatform().daemon().name("console-input").unstarted(() -> read(escapes, quit, help));
    reader.start();
  }

  private void read(boolean escapes, Runnable quit, Runnable help) {
    EscapeFilter filter = new EscapeFilter();
    byte[] buffer = new byte[256];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        for (int i = 0; i < n; i++) {
          int key = buffer[i] & 0xFF;
          switch (escapes ? filter.key(key) : EscapeFilter.Action.PASS) {
            case PASS -> keys.put(key);
            case QUIT -> {
              quit.run();
              keys.wake();
            }
            case HELP -> help.run();
            case NOTHING -> {}
          }
        }
      }
    } catch (IOException e) {
      // The terminal is gone: as if no key were ever pressed again.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void write(int octet) {
    if (failure == null) {
      try {
        out.write(octet);
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  @Override
  public void flush() {
    if (failure == null) {
      try {
        out.flush();
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  /** Why output could not be written, or null. */
  IOException failure() {
    return failure;
  }

  @Override
  public boolean interactive() {
    return live;
  }

  @Override
  public int read() {
    if (in == null) {
      return -1;
    }
    try {
      return in.read();
    } catch (IOException e) {
      return -1;
    }
  }

  @Override
  public int poll() {
    return keys.poll();
  }

  @Override
  public void await(long nanos) {
    keys.await(nanos);
  }

  @Override
  public void close() {
    flush();
  }
}

package bbt.reconstruct.cli.boot;

import bbt.translator.console.ConsolePort;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Connects a program's standard streams to the host's; the kernel's messages go elsewhere. What the
 * program writes is passed on at once, byte for byte.
 */
final class ProgramConsole implements ConsolePort, AutoCloseable {
  private final HostConsole kernel;
  private final OutputStream out;
  private final OutputStream err;
  private Runnable onFailure = () -> {};
  private volatile IOException failure;
  private int error;

  /**
   * @param kernel takes the kernel's messages, and gives the program's input
   */
  ProgramConsole(HostConsole kernel, OutputStream out, OutputStream err) {
    this.kernel = kernel;
    this.out = out;
    this.err = err;
  }

  /** Starts to read; {@code quit} is what happens when output cannot be written any more. */
  void start(Runnable quit) {
    onFailure = quit;
    kernel.start(false, quit, () -> {}, () -> {});
  }

  void cancel() {
    kernel.cancel();
  }

  /** The failure of writing output, or null. */
  IOException failure() {
    return failure != null ? failure : kernel.failure();
  }

  /** Linux's error where the program was not executed, else 0. */
  int error() {
    return error;
  }

  @Override
  public void program(int stream, byte[] bytes) {
    if (failure != null) {
      return;
    }
    try {
      OutputStream to = stream == 1 ? out : err;
      to.write(bytes);
      to.flush();
    } catch (IOException e) {
      failure = e;
      onFailure.run();
    }
  }

  @Override
  public void refused(int number) {
    error = number;
  }

  @Override
  public void write(int octet) {
    kernel.write(octet);
  }

  @Override
  public void flush() {
    kernel.flush();
  }

  @Override
  public boolean interactive() {
    return kernel.interactive();
  }

  @Override
  public int read() {
    return kernel.read();
  }

  @Override
  public int poll() {
    return kernel.poll();
  }

  @Override
  public boolean ended() {
    return kernel.ended();
  }

  @Override
  public void await(long nanos) {
    kernel.await(nanos);
  }

  @Override
  public void close() {
    kernel.close();
  }
}

package bbt.reconstruct.cli.warm;

import bbt.translator.region.RegionStore;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;

/** Caller of a command that has a process of its own: this process, which ends with the command. */
public final class OwnProcess implements Caller {
  private final OutputStream out;

  private OwnProcess(OutputStream out) {
    this.out = out;
  }

  /** Returns this process as a caller with its own standard output. */
  public static OwnProcess create() {
    return new OwnProcess(
        new FileOutputStream(FileDescriptor.out) {
          @Override
          public void close() {}
        });
  }

  /**
   * Returns this process as a caller with another standard output.
   *
   * @param out unbuffered: its errors end the command
   */
  public static OwnProcess to(OutputStream out) {
    return new OwnProcess(out);
  }

  @Override
  public InputStream in() {
    return System.in;
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public PrintStream err() {
    return System.err;
  }

  @Override
  public Path path(String name) {
    return Path.of(name);
  }

  @Override
  public TerminalModes terminal() {
    return Terminal.open();
  }

  @Override
  public RegionStore regions() {
    return null;
  }
}

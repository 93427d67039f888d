package bbt.reconstruct.cli.boot;

import bbt.reconstruct.basics.StreamAddress;
import bbt.reconstruct.cli.warm.Caller;
import bbt.translator.config.TraceOptions;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The destination of a trace that {@code --bb-trace} names.
 *
 * @param file null if it is no file
 * @param stream null if it is a file
 * @param standardOutput whether it is the process's standard output
 */
record TraceTarget(Path file, TraceOptions.Stream stream, boolean standardOutput) {
  /** The name of standard output. */
  private static final String DASH = "-";

  /**
   * Reads the value of {@code --bb-trace}.
   *
   * @param err is told where a reader is waited for
   */
  static TraceTarget parse(String text, Caller caller, PrintWriter err) {
    if (text.equals(DASH)) {
      return new TraceTarget(null, new TraceOptions.Stream("standard output", caller::out), true);
    }
    if (StreamAddress.isMeant(text)) {
      StreamAddress address = StreamAddress.parse(text, caller::path);
      return new TraceTarget(
          null,
          new TraceOptions.Stream(text, () -> address.accept(line -> err.println("bbt: " + line))),
          false);
    }
    return new TraceTarget(caller.path(text), null, false);
  }

  /** The target's name in messages. */
  String name() {
    return file != null ? file.toString() : stream.name();
  }

  /** Whether it can be read when the run is over. */
  boolean isKept() {
    return file != null && (!Files.exists(file) || Files.isRegularFile(file));
  }
}

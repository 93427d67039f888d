package bbt.reconstruct.cli.options;

import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.packets.bytes.TraceFormatException;
import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.StreamAddress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.trace.TraceOutline;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Opens trace files that are arguments, with errors that name them. */
public final class TraceFiles {
  /** The most problems that are shown; more are only counted. */
  private static final int SHOWN = 20;

  private TraceFiles() {}

  /** Describes a parameter for a trace that may be a stream. */
  public static final String TRACE_OR_STREAM =
      "The trace file; or, to be read as it comes, - for standard input, a named pipe,"
          + " unix:PATH, tcp:[HOST:]PORT.";

  /** The name of a trace on standard input. */
  private static final String STANDARD_INPUT = "-";

  /** Whether a trace can be read once alone: it comes over a stream. */
  public static boolean isStream(Path trace) {
    return isAddress(trace) || isPipe(trace);
  }

  private static boolean isAddress(Path trace) {
    String name = trace.toString();
    return name.equals(STANDARD_INPUT) || StreamAddress.isMeant(name);
  }

  private static boolean isPipe(Path trace) {
    return Files.exists(trace) && !Files.isRegularFile(trace) && !Files.isDirectory(trace);
  }

  /** Opens a trace that {@linkplain #isStream is a stream}. */
  public static InputStream open(Path stream) throws IOException {
    String name = stream.toString();
    if (name.equals(STANDARD_INPUT)) {
      return System.in;
    }
    return StreamAddress.isMeant(name)
        ? StreamAddress.parse(name, Path::of).connect()
        : Files.newInputStream(stream);
  }

  /** What a stream is called in what the user reads. */
  public static String name(Path stream) {
    return stream.toString().equals(STANDARD_INPUT) ? "standard input" : stream.toString();
  }

  /** Reads a trace. */
  public interface Reading<T> {
    T read() throws IOException;
  }

  /** Runs it; what is wrong with the file becomes one clear line. */
  public static <T> T reading(Path trace, Reading<T> work) throws IOException {
    if (Files.isDirectory(trace)) {
      throw new UserException(Fault.NO_INPUT, trace + ": is a directory; name a trace file");
    }
    if (isAddress(trace)) {
      throw new UserException(
          Fault.NO_INPUT,
          trace
              + ": is a stream, which only bbt report and bbt verify read as it comes: put it into"
              + " a file");
    }
    if (isPipe(trace)) {
      // Opening a pipe would wait for ever.
      throw new UserException(
          Fault.NO_INPUT,
          trace + ": is a pipe or device; a trace is not read in one go: put it into a file first");
    }
    return stream(trace, work);
  }

  /** Reads a trace that may be a stream, which the work reads only once. */
  public static <T> T stream(Path trace, Reading<T> work) throws IOException {
    try {
      return work.read();
    } catch (TraceFormatException e) {
      throw new UserException(
          Fault.BAD_DATA,
          name(trace) + ": " + e.getMessage() + "; was it written by bbt boot --bb-trace?",
          e);
    }
  }

  /** The guest that was traced. */
  public static GuestIsa guest(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      return Guests.of(reader.header());
    }
  }

  /** Instructions that a walk over a trace rebuilds, 0 if that cannot be told (it will say why). */
  public static long instructions(Path trace) {
    return instructions(trace, Selection.ALL);
  }

  /** Returns the instructions of a walk that ends where a selection's window does. */
  public static long instructions(Path trace, Selection selection) {
    try {
      return selection.end(TraceOutline.of(trace));
    } catch (IOException e) {
      return 0;
    }
  }

  /** Prints problems, one a line; the last ones of many are only counted. */
  public static void print(Path trace, List<Problem> problems, PrintWriter err) {
    for (Problem problem : problems.stream().limit(SHOWN).toList()) {
      err.println("bbt: " + line(trace, problem));
    }
    if (problems.size() > SHOWN) {
      err.println("bbt: " + trace + ": " + (problems.size() - SHOWN) + " more problems");
    }
  }

  /** A problem as a line for the user. */
  public static String line(Path trace, Problem problem) {
    return trace + ": " + problem.line();
  }
}

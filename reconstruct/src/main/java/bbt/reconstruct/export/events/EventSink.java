package bbt.reconstruct.export.events;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Writes a file of events over time. Tracks are declared first. Times are nanoseconds of guest
 * time, or instructions where the trace knows no time. Slices of a track nest, and are told in the
 * order of time; marks and counters in any order.
 */
public interface EventSink extends Closeable {
  /** The groups that tracks are shown under. */
  enum Group {
    HARTS,
    TASKS
  }

  /**
   * A number that goes with an event.
   *
   * @param key what it is
   * @param address whether people want to read it in hexadecimal
   */
  record Argument(String key, long value, boolean address) {
    Argument(String key, long value) {
      this(key, value, false);
    }
  }

  /** Declares a group; once each, before its tracks. */
  void group(Group group, String name) throws IOException;

  /**
   * Declares a track of slices.
   *
   * @param track its number, 1 and up; no other track has it
   */
  void track(Group group, int track, String name) throws IOException;

  /**
   * Declares counters that belong together.
   *
   * @param track number of the first; the following ones are taken, too
   * @param names one for each
   * @param unit what is counted
   */
  void counters(Group group, int track, String name, List<String> names, String unit)
      throws IOException;

  /** A slice begins, inside the one that began last on the track and has not ended. */
  void begin(Group group, int track, long nanos, String name, String category, List<Argument> with)
      throws IOException;

  /** The innermost slice of a track ends. */
  void end(Group group, int track, long nanos, List<Argument> with) throws IOException;

  /** Writes an event without a duration. */
  void instant(
      Group group, int track, long nanos, String name, String category, List<Argument> with)
      throws IOException;

  /**
   * Counters have these values from here on.
   *
   * @param track number of the first
   * @param names as declared
   */
  void count(Group group, int track, long nanos, String name, List<String> names, long[] values)
      throws IOException;

  /** Facts about the whole file; once, at its end. */
  void facts(String trace, List<Argument> facts) throws IOException;

  /** Writes what is left; the stream below stays open. */
  @Override
  void close() throws IOException;
}

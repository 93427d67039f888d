package bbt.samples.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * CPU time of a process's threads, as Linux tells it (proc(5)). A thread that ends keeps the time
 * that it had when it was last looked at, so that look often.
 */
final class ThreadTimes {
  /** The thread that executes the guest. */
  static final String MAIN = "main";

  /** All other threads: the JVM's own, and those of devices. */
  static final String REST = "rest";

  /**
   * A thread of a bbt process.
   *
   * @param begin of the name that the host knows, which has 15 characters of it
   * @param name what it is called here
   */
  private record Known(String begin, String name) {}

  private static final List<Known> KNOWN =
      List.of(
          new Known("java", MAIN),
          new Known("bbt-trace-write", "writer"),
          new Known("bbt-trace-coder", "coder"),
          new Known("bbt-compiler", "region compiler"),
          new Known("C1 ", "C1"),
          new Known("C2 ", "C2"));

  /** The names of all threads here, in the order of tables. */
  static final List<String> NAMES =
      Stream.concat(KNOWN.stream().map(Known::name), Stream.of(REST)).toList();

  private final Path tasks;

  /** By thread id. */
  private final Map<String, Time> seen = new HashMap<>();

  private record Time(String name, double seconds) {}

  ThreadTimes(Process process) {
    this.tasks = Path.of("/proc", Long.toString(process.pid()), "task");
  }

  /** Looks at all threads that there are now. */
  synchronized void look() {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        look(thread);
      }
    } catch (IOException e) {
      // The process has ended, or this is no Linux.
    }
  }

  private void look(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      int nameEnd = stat.lastIndexOf(')');
      String name = stat.substring(stat.indexOf('(') + 1, nameEnd);
      double seconds = Measured.cpuSeconds(stat.substring(nameEnd + 2), 11);
      seen.put(thread.getFileName().toString(), new Time(name(name), seconds));
    } catch (IOException e) {
      // It ended since it was listed.
    }
  }

  private static String name(String thread) {
    return KNOWN.stream()
        .filter(known -> thread.startsWith(known.begin))
        .map(Known::name)
        .findFirst()
        .orElse(REST);
  }

  /** Seconds by name of the threads that were seen, and 0 for those that there were none of. */
  synchronized Map<String, Double> seconds() {
    Map<String, Double> sums = new TreeMap<>();
    NAMES.forEach(name -> sums.put(name, 0.0));
    seen.values().forEach(time -> sums.merge(time.name, time.seconds, Double::sum));
    return Collections.unmodifiableMap(sums);
  }

  /** What was used between two times. */
  static Map<String, Double> between(Map<String, Double> begin, Map<String, Double> end) {
    Map<String, Double> used = new TreeMap<>();
    end.forEach((name, seconds) -> used.put(name, seconds - begin.getOrDefault(name, 0.0)));
    return Collections.unmodifiableMap(used);
  }
}

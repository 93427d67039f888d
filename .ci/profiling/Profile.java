import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Prints tables of the CPU time samples in a recording of the JVM; see .ci/profile. */
final class Profile {
  private static final String EVENT = "jdk.CPUTimeSample";
  private static final double SECONDS = 0.01;

  /** Classes whose methods find the next region. */
  private static final Set<String> WAY = Set.of("RegionCache", "FetchTlb", "CodeMemory", "Engine", "Regions");

  /** Methods that a table has at most. */
  private static final int METHODS = 15;

  private final Map<String, Integer> threads = new HashMap<>();
  private final Map<String, Integer> kinds = new HashMap<>();
  private final Map<String, Map<String, Integer>> methods = new HashMap<>();

  private Profile() {}

  public static void main(String[] args) throws IOException {
    double from = Double.parseDouble(args[1].replace("%", "")) / 100;
    List<RecordedEvent> samples = new ArrayList<>();
    try (RecordingFile file = new RecordingFile(Path.of(args[0]))) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        if (event.getEventType().getName().equals(EVENT)) {
          samples.add(event);
        }
      }
    }
    samples.sort(Comparator.comparing(RecordedEvent::getStartTime));
    Profile profile = new Profile();
    samples.subList((int) (samples.size() * from), samples.size()).forEach(profile::add);
    profile.print();
  }

  private void add(RecordedEvent sample) {
    RecordedThread thread = sample.getThread("eventThread");
    String name = thread == null ? "?" : thread.getJavaName();
    if (name == null) {
      name = String.valueOf(thread == null ? null : thread.getOSName());
    }
    threads.merge(name, 1, Integer::sum);
    RecordedStackTrace stack = sample.getStackTrace();
    List<RecordedFrame> frames = stack == null ? List.of() : stack.getFrames();
    // The first one that is not inlined is the one that is executed.
    int at = 0;
    while (at < frames.size() - 1 && frames.get(at).getType().equals("Inlined")) {
      at++;
    }
    List<RecordedFrame> physical = frames.subList(Math.min(at, frames.size()), frames.size());
    String method = physical.isEmpty() ? "(no stack)" : method(physical.getFirst());
    methods.computeIfAbsent(name, each -> new HashMap<>()).merge(method, 1, Integer::sum);
    if (name.equals("main")) {
      kinds.merge(kind(physical), 1, Integer::sum);
    }
  }

  /** What the main thread does. */
  private static String kind(List<RecordedFrame> frames) {
    if (frames.isEmpty()) {
      return "(no stack)";
    }
    RecordedFrame top = frames.getFirst();
    if (isRegion(top)) {
      return top.getType().equals("Interpreted")
          ? "regions in the JVM's interpreter"
          : "compiled regions";
    }
    for (RecordedFrame frame : frames) {
      String owner = owner(frame);
      if (isRegion(frame)) {
        return owner(top).equals("Mem")
            ? "memory helpers that regions call"
            : "other helpers that regions call";
      }
      if (WAY.contains(owner) || isLoopOfRegions(frame) && frame == top) {
        return "from region to region";
      }
      if (owner.endsWith("Interpreter")) {
        return frame == top ? "the interpreter's loop" : "what the interpreter calls";
      }
      if (owner.equals("RunLoop")) {
        return "events of the machine";
      }
    }
    return "the rest";
  }

  /** The interpreter's {@code run()} enters regions, one behind the other; its other methods do not. */
  private static boolean isLoopOfRegions(RecordedFrame frame) {
    return owner(frame).endsWith("Interpreter") && frame.getMethod().getName().equals("run");
  }

  /** Regions are hidden classes, whose names have an address at their end. */
  private static boolean isRegion(RecordedFrame frame) {
    String type = frame.getMethod().getType().getName();
    return type.contains("codegen") && type.matches(".*[/+.]0x[0-9a-f]+");
  }

  private static String owner(RecordedFrame frame) {
    String type = frame.getMethod().getType().getName();
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private static String method(RecordedFrame frame) {
    return isRegion(frame) ? "(regions)" : owner(frame) + '.' + frame.getMethod().getName();
  }

  private void print() {
    print("thread", threads, Integer.MAX_VALUE);
    print("kind of code, main thread", kinds, Integer.MAX_VALUE);
    int all = threads.values().stream().mapToInt(i -> i).sum();
    threads.forEach(
        (name, samples) -> {
          if (samples > all / 20) {
            print("method, thread " + name, methods.get(name), METHODS);
          }
        });
  }

  private static void print(String title, Map<String, Integer> table, int most) {
    int all = table.values().stream().mapToInt(i -> i).sum();
    System.out.println("| " + title + " | CPU s | |\n|---|---|---|");
    table.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(most)
        .forEach(
            row ->
                System.out.printf(
                    Locale.ROOT,
                    "| %s | %.2f | %.0f %% |%n",
                    row.getKey(),
                    row.getValue() * SECONDS,
                    100.0 * row.getValue() / all));
    System.out.println();
  }
}

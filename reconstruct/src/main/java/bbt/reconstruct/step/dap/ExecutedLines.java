package bbt.reconstruct.step.dap;

import bbt.ptg.dwarf.SourceFrame;
import bbt.ptg.guest.ControlFlow;
import bbt.reconstruct.names.CodeAddress;
import bbt.reconstruct.step.StepSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;

/** Finds the source lines whose code a trace executed, and where bodies of functions begin. */
final class ExecutedLines {
  /** Bytes of code in which a function has put its parameters into their places. */
  private static final int PROLOGUE = 256;

  /** Bytes; a function has less. */
  private static final long LONGEST_FUNCTION = 1 << 20;

  private final StepSession session;

  /** An instruction, and the page that is shown where it stands. */
  private record Code(long pc, int bits, long page) {}

  /**
   * The executed code of each line of each file, by the names of the debugging information; read
   * once, and again when the trace has grown.
   */
  private Map<String, NavigableMap<Integer, List<Code>>> lines;

  /** The trace's end when {@link #lines} was read. */
  private long readTo;

  ExecutedLines(StepSession session) {
    this.session = session;
  }

  private Map<String, NavigableMap<Integer, List<Code>>> lines() {
    long end = session.map().endClock();
    if (lines == null || readTo != end) {
      lines = new TreeMap<>();
      readTo = end;
      if (session.lines().known()) {
        session.map().instructions(this::read);
      }
    }
    return lines;
  }

  private void read(long pc, int bits, long page) {
    List<SourceFrame> frames = session.lines().frames(pc, page);
    if (!frames.isEmpty() && frames.getFirst().line() > 0) {
      SourceFrame place = frames.getFirst();
      lines
          .computeIfAbsent(String.valueOf(place.file()), file -> new TreeMap<>())
          .computeIfAbsent(place.line(), line -> new ArrayList<>())
          .add(new Code(pc, bits, page));
    }
  }

  /** All source files, as the debugging information names them. */
  List<String> files() {
    return List.copyOf(lines().keySet());
  }

  /** The lines of a file that were executed, ascending; of a file that is not there: none. */
  NavigableSet<Integer> of(String file) {
    return lines().getOrDefault(file, new TreeMap<>()).navigableKeySet();
  }

  /**
   * The file of the debugging information that an editor means: that very path; the file that is
   * found there; else the one whose path has the longest end in common, its name at least.
   *
   * @return null if there is none
   */
  String file(String path) {
    if (lines().containsKey(path)) {
      return path;
    }
    String nearest = null;
    int best = 0;
    for (String file : files()) {
      Path found = session.lines().find(file);
      if (found != null && found.toAbsolutePath().normalize().toString().equals(path)) {
        return file;
      }
      int common = commonEnd(file, path);
      if (common > best) {
        best = common;
        nearest = file;
      }
    }
    return nearest;
  }

  /** The number of names that two paths have in common, from the last one on. */
  private static int commonEnd(String a, String b) {
    String[] first = a.split("[/\\\\]+");
    String[] second = b.split("[/\\\\]+");
    int same = 0;
    while (same < Math.min(first.length, second.length)
        && first[first.length - 1 - same].equals(second[second.length - 1 - same])) {
      same++;
    }
    return same;
  }

  /**
   * Where a breakpoint at a line belongs: the first of the line's instructions in each function
   * that it is in, and in each call of one that was inlined.
   *
   * @param file as the debugging information names it
   * @return empty if the line was not executed
   */
  List<CodeAddress> places(String file, int line) {
    Map<String, TreeMap<Long, Set<Long>>> byFunction = new TreeMap<>();
    for (Code each : lines().getOrDefault(file, new TreeMap<>()).getOrDefault(line, List.of())) {
      byFunction
          .computeIfAbsent(
              function(session.lines().frames(each.pc(), each.page())), k -> new TreeMap<>())
          .computeIfAbsent(each.pc(), k -> new HashSet<>())
          .add(each.page());
    }
    List<CodeAddress> found = new ArrayList<>();
    for (TreeMap<Long, Set<Long>> code : byFunction.values()) {
      long last = 0;
      for (Map.Entry<Long, Set<Long>> each : code.entrySet()) {
        // Far away it is the same function where another process has it.
        if (each.getKey().equals(code.firstKey()) || each.getKey() - last > LONGEST_FUNCTION) {
          found.add(new CodeAddress(each.getKey(), null, each.getValue()));
          last = each.getKey();
        }
      }
    }
    return found;
  }

  /** The function of a place, and by which calls it was inlined there. */
  private static String function(List<SourceFrame> frames) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < frames.size(); i++) {
      text.append(frames.get(i).function()).append(i == 0 ? "" : frames.get(i).brief()).append(' ');
    }
    return text.toString();
  }

  /**
   * Where the body of a function begins: behind the straight line of code, belonging to the line of
   * its head, that puts parameters into their places.
   *
   * @param entry the function's first instruction
   * @return the same where that is not known
   */
  long body(long entry) {
    Map<Long, List<Code>> code = new HashMap<>();
    session
        .map()
        .instructions(
            (pc, bits, page) -> {
              if (pc >= entry && pc - entry < PROLOGUE) {
                code.computeIfAbsent(pc, k -> new ArrayList<>()).add(new Code(pc, bits, page));
              }
            });
    SourceFrame head = null;
    long pc = entry;
    while (code.containsKey(pc) && code.get(pc).size() == 1) {
      Code here = code.get(pc).getFirst();
      List<SourceFrame> frames = session.lines().frames(pc, here.page());
      if (!frames.isEmpty() && frames.getFirst().line() > 0) {
        SourceFrame place = frames.getFirst();
        if (head == null) {
          head = place;
        } else if (place.line() != head.line()) {
          return pc;
        }
      }
      if (session.map().guest().flow(here.bits()) != ControlFlow.SEQUENTIAL) {
        return entry;
      }
      pc += session.map().guest().length(here.bits());
    }
    return entry;
  }
}

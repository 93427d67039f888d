package bbt.reconstruct.diff;

import bbt.reconstruct.profile.Frame;
import bbt.reconstruct.trace.TraceSymbols;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Frames of both runs under common numbers: functions by program and symbol, user functions without
 * one by the task that executes them and their offset in the program, traps by cause. Addresses do
 * not count, so that kernels at other addresses and rebuilt binaries match.
 */
final class FrameKeys {
  /**
   * What two frames must have in common.
   *
   * @param ordinal functions of one name in one image are told apart by their order
   */
  private record Key(Frame.Kind kind, String name, String program, int ordinal) {}

  private final Map<Key, Integer> numbers = new HashMap<>();
  private final List<Frame> frames = new ArrayList<>();

  /** Number of frames; their keys are 0 and up. */
  int count() {
    return frames.size();
  }

  /** The frame as it was met first. */
  Frame frame(int key) {
    return frames.get(key);
  }

  /** A frame as it is shown. */
  static String title(Frame frame) {
    return switch (frame.kind()) {
      case ALL, TRUNCATED -> frame.name();
      case USER, KERNEL, TASK -> frame.name();
      case SYSTEM_CALL, MMU, INTERRUPT, EXECUTION -> "[" + frame.name() + "]";
    };
  }

  /** The frames of one run. */
  final class Run {
    private final Map<Frame, Integer> known = new HashMap<>();
    private final Map<String, TreeMap<Long, Integer>> twins;

    private Run(TraceSymbols symbols) {
      twins = twins(symbols);
    }

    /**
     * The number of a frame.
     *
     * @param task the last name of the task that executes it. A program's own name will not do:
     *     when the kernel is seen to call a task otherwise than {@code exe} or as its parent is
     *     chance
     */
    int key(Frame frame, String task) {
      if (frame.kind() == Frame.Kind.USER && frame.name().startsWith(frame.program())) {
        String offset = frame.name().substring(frame.program().length());
        if (offset.startsWith("+0x") || offset.startsWith("~")) {
          return number(
              new Key(Frame.Kind.USER, offset, task, 0),
              new Frame(Frame.Kind.USER, task + offset, task, frame.address(), 0));
        }
      }
      return known.computeIfAbsent(frame, this::find);
    }

    private int find(Frame frame) {
      int ordinal = 0;
      if (frame.kind().isFunction()) {
        TreeMap<Long, Integer> same = twins.get(frame.name());
        if (same != null) {
          ordinal = same.getOrDefault(frame.address(), 0);
        }
      }
      return number(new Key(frame.kind(), frame.name(), frame.program(), ordinal), frame);
    }

    private int number(Key key, Frame frame) {
      return numbers.computeIfAbsent(
          key,
          k -> {
            frames.add(frame);
            return frames.size() - 1;
          });
    }
  }

  Run run(TraceSymbols symbols) {
    return new Run(symbols);
  }

  /** Numbers of functions whose name others share, by address. */
  private static Map<String, TreeMap<Long, Integer>> twins(TraceSymbols symbols) {
    Map<String, TreeMap<Long, Integer>> all = new HashMap<>();
    for (int i = 0; i < symbols.count(); i++) {
      TraceSymbols.Function f = symbols.function(i);
      all.computeIfAbsent(f.name(), k -> new TreeMap<>(Long::compareUnsigned)).put(f.address(), 0);
    }
    all.values().removeIf(same -> same.size() < 2);
    for (TreeMap<Long, Integer> same : all.values()) {
      int ordinal = 0;
      for (Map.Entry<Long, Integer> twin : same.entrySet()) {
        twin.setValue(ordinal++);
      }
    }
    return all;
  }
}

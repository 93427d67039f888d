package bbt.reconstruct.diff.align;

import bbt.ptg.guest.Node;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.ProfileFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.regex.Pattern;

/**
 * A numbering of stack frames in which the same function has the same number in both runs:
 * functions are known by program and symbol, those without one by their program (what its task was
 * called while it ran it) and their offset in it, traps by cause. Addresses do not count, so that
 * kernels at other addresses and rebuilt binaries match.
 */
public final class FrameKeys {
  /**
   * The properties that two frames with one number have in common.
   *
   * @param ordinal functions of one name in one image are told apart by their order
   */
  private record Key(ProfileFrame.Kind kind, String name, String program, int ordinal) {}

  /** The names of functions without a symbol: program and offset, or an address. */
  private static final Pattern OFFSET = Pattern.compile("(\\+|^)0x[0-9a-f]+( of B)?$");

  private final Map<Key, Integer> numbers = new HashMap<>();
  private final List<ProfileFrame> frames = new ArrayList<>();

  /** Number of frames; their keys are 0 and up. */
  public int count() {
    return frames.size();
  }

  /** The frame as it was met first. */
  public ProfileFrame frame(int key) {
    return frames.get(key);
  }

  /** A frame as it is shown. */
  public static String title(ProfileFrame frame) {
    return switch (frame.kind()) {
      case ALL, TRUNCATED -> frame.name();
      case USER, KERNEL, TASK -> frame.name();
      case SYSTEM_CALL, MMU, INTERRUPT, EXECUTION -> "[" + frame.name() + "]";
    };
  }

  /** The frames of one run. */
  public final class Run {
    private final Map<ProfileFrame, Integer> known = new HashMap<>();
    private final Map<String, TreeMap<Long, Integer>> twins;

    /** The frames that stand for functions of this run. */
    private final Map<ProfileFrame, ProfileFrame> others;

    private final ProgramPair program;

    private Run(
        Map<String, TreeMap<Long, Integer>> twins,
        Map<ProfileFrame, ProfileFrame> others,
        ProgramPair program) {
      this.twins = twins;
      this.others = others;
      this.program = program;
    }

    /** Returns this run with the functions that stand for its own. */
    public Run with(Map<ProfileFrame, ProfileFrame> itsOthers) {
      return new Run(twins, itsOthers, program);
    }

    /** The number of a frame. */
    public int key(ProfileFrame frame) {
      ProfileFrame its = program.inA(frame);
      return known.computeIfAbsent(others.getOrDefault(its, its), this::find);
    }

    private int find(ProfileFrame frame) {
      int ordinal = 0;
      if (frame.kind().isFunction()) {
        TreeMap<Long, Integer> same = twins.get(frame.name());
        if (same != null) {
          ordinal = same.getOrDefault(frame.address(), 0);
        }
      }
      return number(new Key(frame.kind(), frame.name(), frame.program(), ordinal), frame);
    }

    private int number(Key key, ProfileFrame frame) {
      return numbers.computeIfAbsent(
          key,
          k -> {
            frames.add(frame);
            return frames.size() - 1;
          });
    }
  }

  /** A run each of whose functions stands for itself. */
  public Run run(TraceSymbols symbols) {
    return run(symbols, Map.of());
  }

  /** The numbering of a run whose programs are called as in the other one. */
  Run run(TraceSymbols symbols, Map<ProfileFrame, ProfileFrame> others) {
    return run(symbols, others, ProgramPair.SAME);
  }

  /**
   * Returns the numbering of one run's frames.
   *
   * @param others what stands for a function: of programs that were built anew ({@link #rebuilt})
   *     one of the other run, of what nothing called ({@link Uncalled}) one for all
   * @param program what B calls otherwise; of A {@link ProgramPair#SAME}. It comes before the
   *     others, whose names are as A has them
   */
  public Run run(
      TraceSymbols symbols, Map<ProfileFrame, ProfileFrame> others, ProgramPair program) {
    return new Run(twins(symbols), others, program);
  }

  /** Whether a function has no symbol: it is called by its program and offset. */
  static boolean nameless(ProfileFrame frame) {
    return frame.kind().isFunction() && OFFSET.matcher(frame.name()).find();
  }

  /**
   * The functions of an image without symbols, by offset.
   *
   * @param functions one for each address at which the image was
   */
  private record Image(TreeMap<Long, List<ProfileFrame>> functions, Map<Long, Long> prints) {
    static Map<String, Image> all(List<ProfileFrame> frames, IntToLongFunction prints) {
      Map<String, Image> images = new TreeMap<>();
      for (int i = 0; i < frames.size(); i++) {
        ProfileFrame f = frames.get(i);
        if (nameless(f)) {
          String name = f.name().substring(0, Math.max(0, f.name().lastIndexOf('+')));
          Image image =
              images.computeIfAbsent(
                  name, k -> new Image(new TreeMap<>(Long::compareUnsigned), new HashMap<>()));
          long offset =
              Long.parseUnsignedLong(f.name().substring(f.name().lastIndexOf('x') + 1), 16);
          image.functions.computeIfAbsent(offset, k -> new ArrayList<>(1)).add(f);
          image.prints.merge(offset, prints.applyAsLong(i), (x, y) -> x == Node.NO_PRINT ? y : x);
        }
      }
      return images;
    }

    List<FunctionMatching.Code> codes() {
      return functions.keySet().stream()
          .map(offset -> new FunctionMatching.Code(offset, prints.get(offset)))
          .toList();
    }
  }

  /**
   * Finds functions without symbols again in programs that were built anew.
   *
   * @param a all frames of the first run, or of all runs of one build; {@code b}: those of the
   *     second
   * @param printsA what a function looks like, by its number in the run
   * @return for each of B's that lies elsewhere the one of A, or one that A does not have
   */
  public static Map<ProfileFrame, ProfileFrame> rebuilt(
      List<ProfileFrame> a,
      IntToLongFunction printsA,
      List<ProfileFrame> b,
      IntToLongFunction printsB) {
    Map<ProfileFrame, ProfileFrame> others = new HashMap<>();
    Map<String, Image> inA = Image.all(a, printsA);
    Image.all(b, printsB)
        .forEach(
            (name, its) -> {
              Image old = inA.get(name);
              int[] match = old == null ? null : FunctionMatching.match(old.codes(), its.codes());
              if (match != null) {
                add(old, its, match, others);
              }
            });
    return others;
  }

  private static void add(Image a, Image b, int[] match, Map<ProfileFrame, ProfileFrame> others) {
    List<List<ProfileFrame>> inA = new ArrayList<>(a.functions.values());
    int j = 0;
    for (List<ProfileFrame> all : b.functions.values()) {
      int in = match[j++];
      for (ProfileFrame f : all) {
        // What is new may lie where A had something else.
        ProfileFrame is =
            in >= 0
                ? inA.get(in).getFirst()
                : new ProfileFrame(
                    f.kind(), f.name() + " of B", f.program(), f.address(), f.cause());
        others.put(f, is);
      }
    }
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

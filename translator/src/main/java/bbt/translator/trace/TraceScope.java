package bbt.translator.trace;

import bbt.packets.GuestTime;
import bbt.packets.TraceHeader;
import bbt.ptg.guest.GuestIsa;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a run that is recorded (docs/determinism.md 22): what at least one filter covers,
 * while recording is switched on. It is decided node by node, by what is executed alone.
 *
 * @param filters of which at least one must cover a node; empty: all is covered
 * @param starts what switches recording on; if there are any, it is off at first
 * @param stops what switches it off
 */
public record TraceScope(List<Filter> filters, List<Trigger> starts, List<Trigger> stops) {
  /** The scope of the whole run. */
  public static final TraceScope ALL = new TraceScope(List.of(), List.of(), List.of());

  /**
   * Addresses and names that decide at places in the code, at most: {@link RecordingGate} has a
   * mask.
   */
  private static final int MOST_PLACES = 62;

  /** Seconds that fit in ticks many times over. */
  private static final Pattern TIME = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(s|ms|us)");

  private static final String HAND = "hand";
  private static final String PROGRAM = "exec";

  private static final String FILTER = "trace.filter.";
  private static final String START = "trace.start.";
  private static final String STOP = "trace.stop.";

  /**
   * Takes copies of the lists.
   *
   * @throws IllegalArgumentException if there are too many functions and ranges
   */
  public TraceScope {
    filters = List.copyOf(filters);
    starts = List.copyOf(starts);
    stops = List.copyOf(stops);
    Set<Place> places = new HashSet<>();
    for (Filter filter : filters) {
      filter.places().forEach(places::add);
    }
    starts.forEach(trigger -> addPlace(trigger, places));
    stops.forEach(trigger -> addPlace(trigger, places));
    if (places.size() > MOST_PLACES) {
      throw new IllegalArgumentException(
          places.size()
              + " functions and ranges decide what is recorded; the most are "
              + MOST_PLACES);
    }
  }

  private static void addPlace(Trigger trigger, Set<Place> to) {
    if (trigger instanceof Trigger.Reached reached) {
      to.add(reached.place());
    }
  }

  /** Whether it leaves nothing out. */
  public boolean isAll() {
    return filters.isEmpty() && starts.isEmpty() && stops.isEmpty();
  }

  /** Reads the scope of a trace's run from its header. */
  public static TraceScope of(TraceHeader header) {
    List<Filter> filters = new ArrayList<>();
    List<Trigger> starts = new ArrayList<>();
    List<Trigger> stops = new ArrayList<>();
    texts(header, FILTER).forEach(text -> filters.add(Filter.parse(text)));
    texts(header, START).forEach(text -> starts.add(Trigger.parse(text)));
    texts(header, STOP).forEach(text -> stops.add(Trigger.parse(text)));
    return new TraceScope(filters, starts, stops);
  }

  private static List<String> texts(TraceHeader header, String key) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; ; i++) {
      String text = header.get(key + i, null);
      if (text == null) {
        return texts;
      }
      texts.add(text);
    }
  }

  /** Says it in a trace's header, for {@link #of}. */
  public void tell(Map<String, String> facts) {
    tell(facts, FILTER, filters);
    tell(facts, START, starts);
    tell(facts, STOP, stops);
  }

  private static void tell(Map<String, String> facts, String key, List<?> what) {
    for (int i = 0; i < what.size(); i++) {
      facts.put(key + i, what.get(i).toString());
    }
  }

  /** Where a node may start. */
  public sealed interface Place {
    /**
     * A function of the kernel, or of the program that was booted. Every one of that name; a name
     * holds from the moment when the trace has it, before anything of its page is executed.
     */
    record Function(String name) implements Place {
      @Override
      public String toString() {
        return "symbol=" + name;
      }
    }

    /**
     * Addresses.
     *
     * @param from first one
     * @param to the one behind the last, unsigned; 0 is the end of all
     */
    record Range(long from, long to) implements Place {
      @Override
      public String toString() {
        return "range=0x" + Long.toHexString(from) + "-0x" + Long.toHexString(to);
      }

      boolean has(long address) {
        return Long.compareUnsigned(address, from) >= 0
            && Long.compareUnsigned(address, to - 1) <= 0;
      }
    }
  }

  /**
   * Conditions that must all hold.
   *
   * @param privileged null: not asked; else whether the hart is in another mode than that of
   *     programs
   * @param task name of the task, or null
   * @param pid process id of the task, or null
   * @param space serial number of the address space, or null
   * @param places where the node must start: in each of them
   */
  public record Filter(
      Boolean privileged, String task, Integer pid, Integer space, List<Place> places) {
    /** Takes a copy of the places. */
    public Filter {
      places = List.copyOf(places);
    }

    /**
     * Parses conditions with commas between them: {@code kernel}, {@code user}, {@code task=NAME},
     * {@code pid=N}, {@code space=N}, {@code range=A-B}, {@code symbol=F}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Filter parse(String text) {
      Boolean privileged = null;
      String task = null;
      Integer pid = null;
      Integer space = null;
      List<Place> places = new ArrayList<>();
      Set<String> seen = new HashSet<>();
      for (String condition : text.split(",", -1)) {
        int equals = condition.indexOf('=');
        String key = equals < 0 ? condition : condition.substring(0, equals);
        String value = equals < 0 ? null : condition.substring(equals + 1);
        boolean mode = key.equals("kernel") || key.equals("user");
        if (mode != (value == null) || value != null && value.isEmpty()) {
          throw unknown(condition);
        }
        if (!key.equals("range") && !key.equals("symbol") && !seen.add(mode ? "mode" : key)) {
          throw new IllegalArgumentException(
              "'" + text + "' asks twice for " + (mode ? "a mode" : key));
        }
        switch (key) {
          case "kernel" -> privileged = true;
          case "user" -> privileged = false;
          case "task" -> task = value;
          case "pid" -> pid = (int) number(value, 10, Integer.MAX_VALUE, condition);
          case "space" -> space = (int) number(value, 10, Integer.MAX_VALUE, condition);
          case "range" -> places.add(range(value, condition));
          case "symbol" -> places.add(new Place.Function(value));
          default -> throw unknown(condition);
        }
      }
      return new Filter(privileged, task, pid, space, places);
    }

    private static IllegalArgumentException unknown(String condition) {
      return new IllegalArgumentException(
          "'"
              + condition
              + "' is none of kernel, user, task=NAME, pid=N, space=N, range=A-B, symbol=F");
    }

    @Override
    public String toString() {
      List<String> all = new ArrayList<>();
      if (privileged != null) {
        all.add(privileged ? "kernel" : "user");
      }
      if (task != null) {
        all.add("task=" + task);
      }
      if (pid != null) {
        all.add("pid=" + pid);
      }
      if (space != null) {
        all.add("space=" + space);
      }
      places.forEach(place -> all.add(place.toString()));
      return String.join(",", all);
    }
  }

  /** An event that switches recording on or off. */
  public sealed interface Trigger {
    /**
     * The first node that starts when all harts together have retired so many.
     *
     * @param instructions not negative
     */
    record Count(long instructions) implements Trigger {
      @Override
      public String toString() {
        return "insns=" + instructions;
      }
    }

    /**
     * A node starts at a function's first address, or at a range that is one address.
     *
     * @param nth the how manyth time it must be, from 1; 0: each time
     */
    record Reached(Place place, long nth) implements Trigger {
      @Override
      public String toString() {
        String where =
            place instanceof Place.Range r
                ? "pc=0x" + Long.toHexString(r.from())
                : place.toString();
        return where + (nth == 0 ? "" : ":" + nth);
      }
    }

    /**
     * The first node that starts when guest time has come so far.
     *
     * @param ticks of the timebase, not negative
     */
    record Time(long ticks) implements Trigger {
      @Override
      public String toString() {
        return "time="
            + BigDecimal.valueOf(ticks)
                .divide(BigDecimal.valueOf(GuestTime.TICKS_PER_SECOND))
                .toPlainString()
            + "s";
      }
    }

    /**
     * Fires at each line of the console that contains a text, once it has all of it.
     *
     * @param text not empty, without control characters
     */
    record Console(String text) implements Trigger {
      @Override
      public String toString() {
        return "console=" + text;
      }
    }

    /**
     * Fires at each marker instruction of the guest with a number.
     *
     * @param number from 0 to {@link GuestIsa#MOST_MARK}
     */
    record Mark(int number) implements Trigger {
      @Override
      public String toString() {
        return "mark=" + number;
      }
    }

    /**
     * The first instruction of each program that a task of the guest's Linux begins.
     *
     * @param name of the task then; empty: any
     */
    record Program(String name) implements Trigger {
      @Override
      public String toString() {
        return name.isEmpty() ? PROGRAM : PROGRAM + "=" + name;
      }
    }

    /**
     * Fires each time that a task of the guest's Linux goes on in user mode, after another one.
     *
     * @param number its process id
     */
    record Resumed(int number) implements Trigger {
      @Override
      public String toString() {
        return "pid=" + number;
      }
    }

    /** The user, at run time. */
    record Hand() implements Trigger {
      @Override
      public String toString() {
        return HAND;
      }
    }

    /**
     * Parses {@code insns=N}, {@code time=T}, {@code symbol=F[:N]}, {@code pc=A[:N]}, {@code
     * console=TEXT}, {@code mark=N}, {@code exec[=NAME]}, {@code pid=N} or {@code hand}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Trigger parse(String text) {
      if (text.equals(HAND)) {
        return new Hand();
      }
      if (text.equals(PROGRAM)) {
        return new Program("");
      }
      int equals = text.indexOf('=');
      String key = equals < 0 ? text : text.substring(0, equals);
      String value = equals < 0 ? "" : text.substring(equals + 1);
      if (value.isEmpty()) {
        throw unknown(text);
      }
      switch (key) {
        case "insns":
          return new Count(number(value, 10, Long.MAX_VALUE, text));
        case "time":
          return new Time(ticks(value, text));
        case "console":
          if (value.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                "'" + key + "': the text is looked for in a line; it has a control character");
          }
          return new Console(value);
        case "mark":
          return new Mark((int) number(value, 10, GuestIsa.MOST_MARK, text));
        case PROGRAM:
          return new Program(value);
        case "pid":
          return new Resumed((int) number(value, 10, Integer.MAX_VALUE, text));
        default:
          break;
      }
      long nth = 0;
      int colon = value.lastIndexOf(':');
      if (colon > 0 && value.substring(colon + 1).matches("[0-9]+")) {
        nth = number(value.substring(colon + 1), 10, Long.MAX_VALUE, text);
        value = value.substring(0, colon);
        if (nth == 0) {
          throw new IllegalArgumentException("'" + text + "': calls are counted from 1");
        }
      }
      return switch (key) {
        case "symbol" -> new Reached(new Place.Function(value), nth);
        case "pc" -> {
          long address = address(value, text);
          yield new Reached(new Place.Range(address, address + 1), nth);
        }
        default -> throw unknown(text);
      };
    }

    private static IllegalArgumentException unknown(String text) {
      return new IllegalArgumentException(
          "'"
              + text
              + "' is none of insns=N, time=T, symbol=F, symbol=F:N, pc=A, pc=A:N, console=TEXT,"
              + " mark=N, exec, exec=NAME, pid=N, hand");
    }
  }

  private static long ticks(String value, String whole) {
    Matcher matcher = TIME.matcher(value);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + whole + "': write guest time as 1.5s, 300ms or 20us");
    }
    int power =
        switch (matcher.group(2)) {
          case "ms" -> -3;
          case "us" -> -6;
          default -> 0;
        };
    return new BigDecimal(matcher.group(1))
        .scaleByPowerOfTen(power)
        .multiply(BigDecimal.valueOf(GuestTime.TICKS_PER_SECOND))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  private static Place.Range range(String value, String whole) {
    int dash = value.indexOf('-');
    if (dash < 1) {
      throw new IllegalArgumentException(
          "'"
              + whole
              + "' is no range; write range=A-B with hexadecimal addresses, B not included");
    }
    Place.Range range =
        new Place.Range(
            address(value.substring(0, dash), whole), address(value.substring(dash + 1), whole));
    if (Long.compareUnsigned(range.from(), range.to() - 1) > 0) {
      throw new IllegalArgumentException("'" + whole + "' is empty: B is not included");
    }
    return range;
  }

  private static long address(String value, String whole) {
    String digits = value.startsWith("0x") || value.startsWith("0X") ? value.substring(2) : value;
    return number(digits, 16, -1, whole);
  }

  private static long number(String digits, int radix, long most, String whole) {
    try {
      long value = Long.parseUnsignedLong(digits, radix);
      if (!digits.startsWith("+") && Long.compareUnsigned(value, most) <= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "'"
            + whole
            + "': "
            + digits
            + " is no "
            + (radix == 16 ? "hexadecimal address" : "number"));
  }
}

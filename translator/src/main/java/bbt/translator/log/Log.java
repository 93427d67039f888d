package bbt.translator.log;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * Writes the logs that {@code -d} switched on, for the whole process until {@link #stop}. Test the
 * flag before making text:
 *
 * <pre>
 *   if (Log.trap) { Log.line("trap", "..."); }
 * </pre>
 *
 * The flags are plain static fields, set before the guest starts; a test of one costs a load.
 */
public final class Log {
  /** Guest instructions of each node when it is decoded first. */
  public static boolean guest;

  /** The IR of each region, before and after optimisation. */
  public static boolean ir;

  /** The bytecode of each region. */
  public static boolean bytecode;

  /** Whether each exception and interrupt taken is logged. */
  public static boolean trap;

  /** Whether each node executed is logged (slow). */
  public static boolean exec;

  /** The names of the categories. */
  public static final Set<String> CATEGORIES = Set.of("guest", "ir", "bytecode", "trap", "exec");

  private static PrintWriter out = new PrintWriter(System.err, false);

  private Log() {}

  /**
   * Switches categories on.
   *
   * @param categories names separated by commas
   * @param writer where lines go; the caller closes it
   * @throws IllegalArgumentException with one line for a name that is no category
   */
  public static void start(String categories, PrintWriter writer) {
    out = writer;
    for (String c : categories.split(",")) {
      switch (c.strip().toLowerCase(Locale.ROOT)) {
        case "guest" -> guest = true;
        case "ir" -> ir = true;
        case "bytecode" -> bytecode = true;
        case "trap" -> trap = true;
        case "exec" -> exec = true;
        default ->
            throw new IllegalArgumentException(
                "no log category " + c + "; there are " + Arrays.toString(sorted()));
      }
    }
  }

  /** Switches all categories off. */
  public static void stop() {
    guest = false;
    ir = false;
    bytecode = false;
    trap = false;
    exec = false;
  }

  private static Object[] sorted() {
    return CATEGORIES.stream().sorted().toArray();
  }

  /** Writes one line; safe from any thread. */
  public static synchronized void line(String category, String text) {
    out.println(category + ": " + text);
  }
}

package bbt.reconstruct.profile;

import bbt.packets.bytes.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Collects the lines that the guest wrote to its console: the first ones, and how many. */
public final class ConsoleLog {
  /** Lines that are kept; a kernel's boot has some hundred. */
  private static final int MOST = 10_000;

  /** Colours and cursor movements of a terminal (ECMA-48, control sequences). */
  private static final Pattern TERMINAL = Pattern.compile("\u001b\\[[0-?]*[ -/]*[@-~]");

  /**
   * A line of the console.
   *
   * @param hart whose turn it was
   * @param clock instructions of all harts at the end of the node that wrote the line's end
   * @param text printable
   */
  public record Line(int hart, long clock, String text) {
    /** Makes a line's text fit to be shown: without colours, and printable. */
    public static String shown(String text) {
      return PrintableText.of(TERMINAL.matcher(text).replaceAll("")).stripTrailing();
    }
  }

  private final List<Line> kept = new ArrayList<>();
  private long count;

  /** Adds a line as the trace has it. */
  public void add(int hart, long clock, String text) {
    if (kept.size() < MOST) {
      kept.add(new Line(hart, clock, Line.shown(text)));
    }
    count++;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** The number of lines. */
  public long count() {
    return count;
  }

  /** The first ones, in the order of the walk: all of them if there are not too many. */
  public List<Line> first() {
    return List.copyOf(kept);
  }
}

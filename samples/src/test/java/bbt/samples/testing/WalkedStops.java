package bbt.samples.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the stepper may stand in a trace of one hart, in order, as one walk over the trace has it:
 * an account of its own, since the stepper comes there through an index, segments and logs. A stop
 * is told as a text: the count of instructions before it, then its address, or what else it is.
 */
public final class WalkedStops implements FlowListener, PieceConsumer {
  /** A stop in the stepper's output: count, what is no instruction, address, whether a trap. */
  private static final Pattern SHOWN =
      Pattern.compile(
          "\\(\\d+:\\d+: *\\d+:.\\) \\[ *([0-9,]+)\\] "
              + "(?:(\\(GAP\\))|([0-9a-f]+) : (\\((?:EXCEPTION|INTERRUPT|END OF TRACE)\\))?).*");

  private static final String GAP = "(GAP)";
  private static final String END = "(END OF TRACE)";

  private long[] counts = new long[1 << 12];
  private long[] addresses = new long[1 << 12];

  /** What the stops are that are no instructions. */
  private final Map<Integer, String> others = new HashMap<>();

  /** Where nodes begin. */
  private final BitSet nodes = new BitSet();

  private int size;
  private long retired;
  private boolean paused;

  private WalkedStops() {}

  /** Walks a trace of one hart. */
  public static WalkedStops of(Path trace) throws IOException {
    WalkedStops stops = new WalkedStops();
    try (TraceReader reader = TraceReader.open(trace)) {
      Reconstruction walk =
          new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, stops, stops).run();
      assertEquals(List.of(), walk.problems());
      assertEquals(1, walk.harts());
      stops.add(walk.walker(0).pc(), END);
    }
    return stops;
  }

  private void add(long address, String other) {
    if (size == counts.length) {
      counts = Arrays.copyOf(counts, 2 * size);
      addresses = Arrays.copyOf(addresses, 2 * size);
    }
    if (other != null) {
      others.put(size, other);
    }
    counts[size] = retired;
    addresses[size++] = address;
  }

  @Override
  public void piece(Step step, int instructions) {
    nodes.set(size);
    for (int i = 0; i < instructions; i++) {
      add(step.node().address(i), null);
      retired++;
    }
  }

  @Override
  public void exception(Packet.Exception packet) {
    switch (packet.kind()) {
      case RESET, FIRMWARE -> {
        // The stepper does not stop there.
      }
      case INTERRUPT -> add(packet.epc(), "(INTERRUPT)");
      default -> add(packet.epc(), "(EXCEPTION)");
    }
  }

  @Override
  public void start(long newRetired, long pc, int privilege, int addressSpace, long task) {
    if (paused) {
      add(0, GAP);
    }
    paused = false;
    retired = newRetired;
  }

  @Override
  public void stop(long stopRetired, boolean gap) {
    paused = gap;
  }

  private String text(int stop) {
    return text(stop, 0);
  }

  private String text(int stop, long from) {
    String other = others.get(stop);
    String count = Long.toString(counts[stop] + from);
    return GAP.equals(other)
        ? count + " " + GAP
        : count + " " + Long.toHexString(addresses[stop]) + (other == null ? "" : " " + other);
  }

  private boolean isGap(int stop) {
    return GAP.equals(others.get(stop));
  }

  /**
   * The first stop at which so many instructions were executed; where that is in a gap behind it.
   */
  private int at(long count) {
    int found = Arrays.binarySearch(counts, 0, size, count);
    int stop = found < 0 ? -found - 1 : found;
    while (stop > 0 && counts[stop - 1] == count) {
      stop--;
    }
    return stop;
  }

  /** Instructions of the run, with those that are missing. */
  private long total() {
    return counts[size - 1];
  }

  /** Number of gaps. */
  public int gaps() {
    return (int) others.values().stream().filter(GAP::equals).count();
  }

  /**
   * Checks that this is a part of a run: every instruction and trap is one of the run's, with the
   * run's count, and of those between two gaps none is missing.
   */
  public void arePartOf(WalkedStops run) {
    arePartOf(run, 0);
  }

  /**
   * Checks that this is a part of a run, whose counts begin anew.
   *
   * @param from the run's count where this begins
   */
  public void arePartOf(WalkedStops run, long from) {
    int there = run.at(from);
    for (int i = 0; i < size - 1; i++) {
      if (isGap(i)) {
        continue;
      }
      boolean behindGap = i > 0 && isGap(i - 1);
      while (behindGap
          && run.counts[there] <= counts[i] + from
          && (run.counts[there] < counts[i] + from || !run.text(there).equals(text(i, from)))) {
        there++;
      }
      if (run.counts[there] != counts[i] + from
          || run.addresses[there] != addresses[i]
          || others.containsKey(i)) {
        assertEquals(run.text(there), text(i, from), "stop " + i);
      }
      there++;
    }
    assertTrue(there > 0, "there is nothing in it");
  }

  /**
   * Steps through the trace: at its start, over both edges of the first gaps and of the last one,
   * and at nine tenths of it.
   *
   * @param most gaps from the start on
   */
  public void areTheSteppers(Path trace, int most) throws IOException {
    Walk walk = new Walk();
    walk.around(0);
    int[] gaps =
        others.keySet().stream().filter(this::isGap).mapToInt(stop -> stop).sorted().toArray();
    for (int i = 0; i < gaps.length; i++) {
      if (i < most || i + 1 == gaps.length) {
        walk.gap(gaps[i]);
      }
    }
    walk.to("90%", at((total() * 9 + 5) / 10));
    walk.say("where", walk.here);
    walk.around(walk.here);
    walk.to("end", size - 1);
    walk.say("rsi", size - 2);
    Path script = Files.createTempFile("walk", ".step");
    List<String> found = new ArrayList<>();
    try {
      Files.write(script, walk.commands);
      String said = InProcess.run(0, "step", trace.toString(), "--script", script.toString());
      for (String line : said.lines().toList()) {
        Matcher stop = SHOWN.matcher(line);
        if (stop.matches()) {
          String count = stop.group(1).replace(",", "");
          String where =
              stop.group(2) != null
                  ? stop.group(2)
                  : Long.toHexString(Long.parseUnsignedLong(stop.group(3), 16))
                      + (stop.group(4) == null ? "" : " " + stop.group(4));
          found.add(count + " " + where);
        }
      }
    } finally {
      Files.delete(script);
    }
    assertEquals(walk.commands.size(), found.size(), "stops shown: " + found);
    List<String> transcript = new ArrayList<>();
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < walk.commands.size(); i++) {
      transcript.add(walk.commands.get(i) + ": " + text(walk.stops.get(i)));
      shown.add(walk.commands.get(i) + ": " + found.get(i));
    }
    assertEquals(String.join("\n", transcript), String.join("\n", shown));
  }

  /** Commands to the stepper, and the stop to which each must lead. */
  private final class Walk {
    private final List<String> commands = new ArrayList<>();
    private final List<Integer> stops = new ArrayList<>();
    private int here;

    private void say(String command, int stop) {
      commands.add(command);
      stops.add(stop);
      here = stop;
    }

    private void to(String place, int stop) {
      say("goto " + place, stop);
    }

    private void to(long count) {
      to(Long.toString(count), at(count));
    }

    /** Goes to a stop, and on and back from there by instructions and nodes. */
    private void around(int stop) {
      to(counts[stop]);
      int first = here;
      for (int i = 0; i < 4 && here + 1 < size; i++) {
        say("si", here + 1);
      }
      while (here > first) {
        say("rsi", here - 1);
      }
      for (int i = 0; i < 2 && here + 1 < size; i++) {
        say("step", beginning(here + 1, 1));
      }
      int inside = inNode(stop);
      if (inside > 0) {
        to(counts[inside]);
        say("back", here - 1);
        say("next", here + 1);
        say("rs", beginning(here - 1, -1));
      }
    }

    private void gap(int stop) {
      if (stop > 0) {
        around(stop - 1);
      }
      to(counts[stop]);
      say("si", here + 1);
      while (here < stop + 1) { // of the stops of that count the gap is the last
        say("si", here + 1);
      }
      say("rsi", here - 1);
      to((counts[stop] + counts[stop + 1]) / 2);
      around(stop + 1);
    }

    /** The nearest stop where a node begins, or that is no instruction. */
    private int beginning(int from, int direction) {
      int stop = from;
      while (!nodes.get(stop) && !others.containsKey(stop)) {
        stop += direction;
      }
      return stop;
    }

    /** The first stop behind one that is in the middle of a node, soon; or 0. */
    private int inNode(int from) {
      for (int i = from + 1; i < Math.min(size, from + 20); i++) {
        if (beginning(i, 1) != i) {
          return i;
        }
      }
      return 0;
    }
  }
}

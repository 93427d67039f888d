package bbt.reconstruct.step;

import bbt.reconstruct.cursor.CursorPosition;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.replay.MemoryDifferences;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.CommandWords;
import bbt.reconstruct.step.text.Numbers;
import bbt.reconstruct.step.text.Paint;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jline.utils.AttributedStringBuilder;

/** Implements the verb that compares the memory of two moments. */
final class DifferenceVerbs {
  /** Ranges that are shown if nothing else is said. */
  private static final int USUAL = 20;

  private static final String LIMIT = "limit=";
  private static final String WITHIN = "in=";
  private static final int PAGE = 4096;
  private static final Pattern ALL_NAMES = Pattern.compile("");

  static final List<Verb> ALL =
      List.of(
          new Verb(
              List.of("memdiff"),
              StateVerbs.GROUP,
              "PLACE [PLACE] [in=ADDRESS[:BYTES]] [limit=N]",
              "the memory that differs between a place and this one, or between two places"
                  + " (as goto has them): each range with its bytes there and here",
              List.of(
                  "memdiff -1000 | what the last thousand instructions changed",
                  "memdiff start end limit=50",
                  "memdiff bad in=ring:640 | since the bookmark bad"),
              false,
              Verb.Expects.MARK,
              DifferenceVerbs::difference));

  private DifferenceVerbs() {}

  /** What to compare, as the user said it. */
  private static final class Request {
    private Position from;
    private Position to;
    private StateVerbs.Watch within;
    private int limit = USUAL;
  }

  private static void difference(StepSession session, CommandWords words) {
    Request request = request(session, words);
    TraceCursor at = session.cursor();
    session.state().at(at, replay -> show(session, replay, request));
  }

  private static Request request(StepSession session, CommandWords words) {
    Request request = new Request();
    request.from = moment(session, PlaceVerbs.take(session, words, "a place"));
    request.to = new Position(session.cursor().clock(), session.cursor().trapsHere());
    if (words.hasNext() && !isOption(words.peek())) {
      request.to = moment(session, PlaceVerbs.take(session, words, "a place"));
    }
    while (words.hasNext()) {
      String word = words.take("");
      if (word.startsWith(LIMIT)) {
        request.limit = limit(word.substring(LIMIT.length()));
      } else if (word.startsWith(WITHIN)) {
        String range = word.substring(WITHIN.length());
        request.within = StateVerbs.place(session, new CommandWords(words.verb(), range));
      } else {
        throw new CommandException(
            words.verb() + ": what is \"" + word + "\"? See help " + words.verb());
      }
    }
    return request;
  }

  private static boolean isOption(String word) {
    return word.startsWith(LIMIT) || word.startsWith(WITHIN);
  }

  private static int limit(String number) {
    long limit = Numbers.count(number);
    if (limit < 1 || limit > 100_000) {
      throw new CommandException("memdiff: limit=" + number + ": 1 to 100000 ranges");
    }
    return (int) limit;
  }

  /** The moment of a place; the cursor stays. */
  private static Position moment(StepSession session, String where) {
    TraceCursor cursor = session.cursor();
    CursorPosition here = cursor.position();
    try {
      PlaceVerbs.move(session, "memdiff", where);
      return new Position(cursor.clock(), cursor.trapsHere());
    } finally {
      cursor.to(here);
    }
  }

  /** A piece of physical memory. */
  private record Span(long physical, long bytes) {}

  private static Object show(StepSession session, Replay replay, Request request)
      throws IOException {
    List<Span> spans =
        request.within == null
            ? List.of(new Span(replay.memoryBase(), replay.memoryBytes()))
            : request.within.pieces().stream().map(p -> new Span(p.physical(), p.bytes())).toList();
    long ranges = 0;
    long bytes = 0;
    int shown = 0;
    AddressNames names = null;
    for (Span span : spans) {
      if (replay.state().readPhysical(span.physical, 1).length == 0) {
        throw new CommandException(
            "memdiff: physical 0x" + Numbers.hex(span.physical) + " is not in RAM");
      }
      MemoryDifferences found =
          replay.differences(
              request.from, request.to, span.physical, span.bytes, request.limit - shown);
      ranges += found.count();
      bytes += found.differing();
      for (MemoryDifferences.Range each : found.ranges()) {
        names = names == null ? new AddressNames(session, replay.state()) : names;
        session.print(line(names, each).toAttributedString());
        shown++;
      }
    }
    session.print(total(request, ranges, bytes, shown));
    return null;
  }

  private static AttributedStringBuilder line(AddressNames names, MemoryDifferences.Range range) {
    AttributedStringBuilder line = Paint.line();
    line.append(names.address(range.physical()), Paint.ADDRESS);
    line.append(
        range.bytes() == 1 ? ", 1 byte: " : ", " + Numbers.grouped(range.bytes()) + " bytes: ");
    String more = range.bytes() > MemoryDifferences.KEPT ? " ..." : "";
    line.append(StateVerbs.content(range.before()) + more);
    line.append(" -> ").append(StateVerbs.content(range.after()) + more);
    String label = names.label(range.physical());
    if (label != null) {
      line.append("  (").append(label, Paint.SYMBOL).append(")");
    }
    return line;
  }

  private static String total(Request request, long ranges, long bytes, int shown) {
    String between = " between [" + grouped(request.from) + "] and [" + grouped(request.to) + "]";
    if (ranges == 0) {
      return "no byte of memory differs" + between;
    }
    return Numbers.grouped(bytes)
        + (bytes == 1 ? " byte in " : " bytes in ")
        + Numbers.grouped(ranges)
        + (ranges == 1 ? " range" : " ranges")
        + (bytes == 1 ? " differs" : " differ")
        + between
        + (shown < ranges
            ? "; " + Numbers.grouped(ranges - shown) + " more are not shown (limit=N)"
            : "");
  }

  private static String grouped(Position at) {
    return Numbers.grouped(at.clock()) + (at.traps() == 0 ? "" : "+" + at.traps());
  }

  /**
   * Finds the virtual address and the name of a physical one, where the cursor stands: where a
   * symbol is in its page, a program may access it, or it is shown at its own address.
   */
  private static final class AddressNames {
    private final StepSession session;
    private final MachineState state;
    private final int hart;

    /** By physical page, the virtual one in which a symbol is. */
    private final Map<Long, Long> pages = new HashMap<>();

    /** What programs may access, by physical address. */
    private final NavigableMap<Long, Mapped> ofPrograms = new TreeMap<>();

    private record Mapped(long virtual, long bytes) {}

    AddressNames(StepSession session, MachineState state) {
      this.session = session;
      this.state = state;
      this.hart = session.cursor().hart();
      Set<Long> seen = new HashSet<>();
      for (TraceSymbols.Function each : session.names().matching(ALL_NAMES)) {
        long page = each.address() & -PAGE;
        if (seen.add(page)) {
          state.translate(hart, page).ifPresent(physical -> pages.putIfAbsent(physical, page));
        }
      }
      state.programPages(
          hart,
          (virtual, physical, bytes) ->
              ofPrograms.putIfAbsent(physical, new Mapped(virtual, bytes)));
    }

    private OptionalLong virtual(long physical) {
      Long page = pages.get(physical & -PAGE);
      if (page != null) {
        return OptionalLong.of(page + (physical & PAGE - 1));
      }
      Map.Entry<Long, Mapped> mapped = ofPrograms.floorEntry(physical);
      if (mapped != null && physical - mapped.getKey() < mapped.getValue().bytes()) {
        return OptionalLong.of(mapped.getValue().virtual() + (physical - mapped.getKey()));
      }
      OptionalLong same = state.translate(hart, physical);
      return same.isPresent() && same.getAsLong() == physical ? same : OptionalLong.empty();
    }

    /** The address as commands take it. */
    String address(long physical) {
      OptionalLong virtual = virtual(physical);
      return virtual.isPresent()
          ? "0x" + Numbers.hex(virtual.getAsLong())
          : "phys:0x" + Numbers.hex(physical);
    }

    /** The name of what is there, or null. */
    String label(long physical) {
      OptionalLong virtual = virtual(physical);
      TraceCursor at = session.cursor();
      return virtual.isPresent()
          ? session.names().near(at.addressSpace(), virtual.getAsLong(), at.clock())
          : null;
    }
  }
}

package bbt.reconstruct.select;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.Frame;
import bbt.packets.NoteKeys;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.reconstruct.trace.TraceTotals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The part of its run that a trace holds: what its header says that was to be recorded, and what
 * its gaps leave out.
 */
public final class RecordedPart {
  /** What to do where traces that are compared do not hold the same part of their runs. */
  public static final String REMEDY =
      "record all with the same --bb-filter, --bb-start and --bb-stop, or cut all alike";

  /** One step of {@link TraceHeader#edited} that cuts. */
  private static final Pattern CUT =
      Pattern.compile("cut ([0-9]{1,18}) ([0-9]{1,18}|end)( harts(?: [0-9]{1,9})+)?");

  /** Keys of the header: what of the run was to be recorded (docs/trace-format.md, HEADER). */
  private static final Pattern OPTION = Pattern.compile("trace\\.(filter|start|stop)\\..*");

  private static final String FILTER = "trace.filter.";
  private static final String PID = "pid=";

  private final TraceHeader header;
  private final TraceTotals totals = new TraceTotals();

  /** The gaps of each hart. */
  private final SortedMap<Integer, Gaps> gaps = new TreeMap<>();

  private boolean switchedByHand;

  private RecordedPart(TraceHeader header) {
    this.header = header;
  }

  /** Reads a trace; its frames only where it may have gaps. */
  public static RecordedPart of(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      RecordedPart part = new RecordedPart(reader.header());
      boolean frames = part.mayLeaveOut();
      part.read(reader, frames);
      if (part.switchedByHand && !frames) {
        reader.seek(TraceReader.FILE_HEADER_BYTES);
        part.read(reader, true);
      }
      return part;
    }
  }

  private void read(TraceReader reader, boolean frames) throws IOException {
    while (true) {
      ChunkHeader head = reader.peek();
      boolean frame = head != null && head.kind() == ChunkHeader.Kind.FRAME;
      if (head != null
          && head.kind() != ChunkHeader.Kind.SIDEBAND
          && head.kind() != ChunkHeader.Kind.END
          && !(frame && frames)) {
        reader.seek(head.offset() + head.bytes());
        continue;
      }
      switch (reader.next()) {
        case null -> {
          return;
        }
        case Frame its -> {
          totals.accept(its);
          for (Packet packet : its.packets()) {
            if (packet instanceof Packet.Gap gap) {
              gaps.computeIfAbsent(its.hart(), hart -> new Gaps()).add(gap);
            }
          }
        }
        case Chunk.Sideband sideband ->
            switchedByHand |=
                sideband.records().stream()
                    .anyMatch(
                        item ->
                            item instanceof SidebandRecord.Note note
                                && note.key().equals(NoteKeys.RECORDING));
        default -> {
          // Says nothing of what was recorded.
        }
      }
    }
  }

  /** The gaps of a hart as one number; one that goes on where a frame ends counts as one. */
  private static final class Gaps {
    private long passed;
    private long from = -1;
    private long to = -1;

    void add(Packet.Gap gap) {
      if (gap.retired() != to) {
        passed = hash();
        from = gap.retired();
      }
      to = gap.end();
    }

    long hash() {
      return ((passed * 31 + from) * 0x9E3779B97F4A7C15L + to) * 0xD1B54A32D192ED03L;
    }
  }

  private List<Long> gapHashes() {
    List<Long> hashes = new ArrayList<>();
    gaps.forEach(
        (hart, its) -> {
          hashes.add((long) hart);
          hashes.add(its.hash());
        });
    return hashes;
  }

  /** Instructions of the run, from where the trace begins on, that are not in it. */
  public long missing() {
    return totals.unrecorded();
  }

  /** What was not recorded, as a sentence; empty where nothing was left out. */
  public String sentence() {
    return totals.notRecorded(header.origin());
  }

  /**
   * Whether two traces hold the same part of their runs, or at least of what is selected of them:
   * what one executes more or less then is no matter of the recording.
   */
  public boolean alike(RecordedPart other, Selection selection) {
    boolean nothingElse =
        header.dropped() == other.header.dropped() && gapHashes().equals(other.gapHashes());
    return nothingElse
        || scope() != null && scope().equals(other.scope())
        || holds(selection) && other.holds(selection);
  }

  private boolean mayLeaveOut() {
    return !said().isEmpty() || isMerged() || !header.origin().isEmpty();
  }

  private boolean isMerged() {
    return header.edited().contains("merge ");
  }

  /** The options that say what is recorded, by their keys in the header. */
  private SortedMap<String, String> options() {
    SortedMap<String, String> options = new TreeMap<>(header.entries());
    options.keySet().removeIf(key -> !OPTION.matcher(key).matches());
    return options;
  }

  /** What the header says of the part that was recorded, and of what was cut out of that. */
  private List<String> said() {
    List<String> said = new ArrayList<>();
    options().forEach((key, value) -> said.add(key + "=" + value));
    CUT.matcher(header.edited()).results().map(MatchResult::group).forEach(said::add);
    return said;
  }

  /** What was to be recorded; null where the header does not tell. */
  private List<String> scope() {
    boolean tells = !switchedByHand && !isMerged() && header.origin().isEmpty();
    return tells ? said() : null;
  }

  /**
   * The options of a command that select what two traces both hold, of what is selected anyway;
   * empty where no options do.
   */
  public static String options(RecordedPart a, RecordedPart b, Selection selection) {
    Selection inA = a.selects();
    Selection inB = b.selects();
    if (inA == null || inB == null) {
      return "";
    }
    Selection both = inA.and(inB);
    Selection selected = both == null ? null : selection.and(both);
    return selected == null ? "" : selected.options();
  }

  /** Whether all that is selected of the run was recorded. */
  private boolean holds(Selection selection) {
    Selection its = selects();
    return its != null && selection.equals(selection.and(its));
  }

  /** Selects of the whole run what the trace holds; null where no selection does. */
  private Selection selects() {
    boolean several = header.harts() > 1;
    if (scope() == null || several && header.dropped() > 0) {
      return null;
    }
    Selection its = filtered();
    if (header.dropped() > 0 && its != null) {
      its = its.and(window(header.dropped(), "end"));
    }
    Iterator<MatchResult> cuts = CUT.matcher(header.edited()).results().iterator();
    while (cuts.hasNext() && its != null) {
      MatchResult cut = cuts.next();
      its = its.and(window(Long.parseLong(cut.group(1)), cut.group(2)));
      if (its != null && cut.group(3) != null) {
        its = its.and(harts(cut.group(3).strip().split(" ")));
      }
    }
    return its;
  }

  /**
   * Selects what the filter covers. A name covers a task only while it is called so, and a
   * selection all of that task.
   */
  private Selection filtered() {
    SortedMap<String, String> options = options();
    if (options.isEmpty()) {
      return Selection.ALL;
    }
    boolean oneFilter = options.size() == 1 && options.firstKey().startsWith(FILTER);
    Selection its = oneFilter ? Selection.ALL : null;
    for (String condition : options.get(options.firstKey()).split(",", -1)) {
      Selection one = condition(condition);
      its = its == null || one == null ? null : its.and(one);
    }
    return its;
  }

  /** Selects what one condition of a filter covers; null where no selection does. */
  private static Selection condition(String text) {
    boolean pid = text.startsWith(PID);
    if (!pid && !text.equals(Privilege.KERNEL.name()) && !text.equals(Privilege.USER.name())) {
      return null;
    }
    return new Selection(
        null,
        null,
        pid ? List.of(text.substring(PID.length())) : List.of(),
        pid ? Set.of() : Set.of(new Privilege(text)),
        List.of(),
        Set.of());
  }

  private static Selection window(long from, String to) {
    return Selection.window(
        from == 0 ? null : new PositionSpecification.Instruction(from),
        to.equals("end") ? null : new PositionSpecification.Instruction(Long.parseLong(to)));
  }

  /** Selects harts; the first word is none. */
  private static Selection harts(String... words) {
    Set<Integer> numbers = new TreeSet<>();
    for (String number : List.of(words).subList(1, words.length)) {
      numbers.add(Integer.valueOf(number));
    }
    return new Selection(null, null, List.of(), Set.of(), List.of(), numbers);
  }
}

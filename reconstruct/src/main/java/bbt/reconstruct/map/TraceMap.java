package bbt.reconstruct.map;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.GuestMark;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.cache.FileKey;
import bbt.reconstruct.cache.UserCache;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.stack.SavedStack;
import bbt.reconstruct.stack.TaskStacks;
import bbt.reconstruct.trace.RecordOrder;
import bbt.reconstruct.walk.hart.SidebandLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The index of a trace, with which any place of it can be entered: where it can be entered, with
 * what code, state and call stacks; names; guest time. Making one walks the whole trace once; from
 * then on it comes from the cache folder.
 */
public final class TraceMap implements AutoCloseable {
  private final Path file;
  private final TraceReader reader;
  private final int harts;
  private final TraceSymbols symbols;
  private final FlowIndex flow;
  private final CodeHistory[] code;
  private final TaskNames tasks = new TaskNames();
  private final GuestClock time;
  private final NavigableMap<Long, GuestMark> marks = new TreeMap<>();
  private final boolean cached;
  private Chunk.End end;

  /**
   * The options with which a map is made.
   *
   * @param binaries go before the trace's own names
   * @param cacheFolder where maps of whole traces are kept; null for nowhere
   * @param from the common clock up to which nothing need be known: where there is no map of the
   *     whole trace in the cache, one is made that begins shortly before, and is not kept. 0 for
   *     the whole trace
   * @param progress is told now and then how many instructions have been read
   */
  public record Options(BinaryFiles binaries, Path cacheFolder, long from, LongConsumer progress) {
    /** Options without binaries, cache and progress. */
    public static final Options PLAIN = new Options(BinaryFiles.NONE, null, offset -> {});

    /** Creates options for the whole trace. */
    public Options(BinaryFiles binaries, Path cacheFolder, LongConsumer progress) {
      this(binaries, cacheFolder, 0, progress);
    }
  }

  private TraceMap(Path file, TraceReader reader, Options options) throws IOException {
    this.file = file;
    this.reader = reader;
    this.harts = reader.harts();
    List<Chunk.Sideband> sidebands = new ArrayList<>();
    List<SidebandRecord.Symbols> names = new ArrayList<>();
    this.time = new GuestClock(reader.header(), harts);
    skim(sidebands, names);
    String key = options.cacheFolder() == null ? null : FileKey.of(file);
    Path cacheFile = key == null ? null : MapFile.path(options.cacheFolder(), key);
    FlowIndex known =
        cacheFile == null ? null : MapFile.read(cacheFile, new CodeUnits(names), harts);
    this.cached = known != null;
    if (known == null) {
      try (TraceReader whole = TraceReader.open(file).decodeAhead()) {
        known = FlowIndexer.index(whole, new CodeUnits(names), options.from(), options.progress());
      }
      // Damage is looked for anew each time; and a file that grows is not what was walked.
      if (key != null
          && known.startClock == 0
          && known.problems.isEmpty()
          && key.equals(FileKey.of(file))) {
        save(cacheFile, known, harts);
      }
    }
    this.flow = known;
    this.symbols = TraceSymbols.read(file, options.binaries());
    this.code = new CodeHistory[harts];
    for (int i = 0; i < harts; i++) {
      code[i] = new CodeHistory(guest());
    }
    if (flow.problems.isEmpty()) {
      sidebands.stream().filter(s -> !s.checkpoint()).forEach(this::learn);
    } else {
      learnWhatCounts();
    }
  }

  private long contentHash;

  /**
   * Makes a trace's map, or fetches it from the cache.
   *
   * @throws bbt.packets.bytes.TraceFormatException if it is no trace
   */
  public static TraceMap open(Path file, Options options) throws IOException {
    TraceReader reader = TraceReader.open(file);
    try {
      return new TraceMap(file, reader, options);
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /**
   * The marks that the guest set in what is recorded, by the common clock before the instruction
   * that set each.
   */
  public NavigableMap<Long, GuestMark> marks() {
    return Collections.unmodifiableNavigableMap(marks);
  }

  /** Where indexes are kept. */
  public static Path userCache() {
    return UserCache.folder().resolve("step");
  }

  /** A full or read-only cache folder costs time at the next start, no more. */
  private static void save(Path cacheFile, FlowIndex index, int harts) {
    try {
      MapFile.write(cacheFile, index, harts);
    } catch (IOException e) {
      System.getLogger(TraceMap.class.getName())
          .log(System.Logger.Level.DEBUG, "no index kept: {0}", e.toString());
    }
  }

  /** Reads all but the frames. */
  private void skim(List<Chunk.Sideband> sidebands, List<SidebandRecord.Symbols> names)
      throws IOException {
    RecordOrder order =
        new RecordOrder(
            harts,
            (clock, item) -> {
              tasks.add(clock, item);
              GuestMark mark = GuestMark.of(item);
              if (mark != null && mark.isRecorded(item)) {
                marks.put(clock - 1, mark);
              }
            });
    try (TraceReader quick = TraceReader.open(file).skipFrames()) {
      for (Chunk chunk = quick.next(); chunk != null; chunk = quick.next()) {
        order.add(chunk);
        switch (chunk) {
          case Chunk.Sideband sideband -> {
            sidebands.add(sideband);
            for (SidebandRecord item : sideband.records()) {
              if (item instanceof SidebandRecord.Symbols s && !sideband.checkpoint()) {
                names.add(s);
              }
            }
          }
          case Chunk.Epoch epoch -> time.epoch(epoch);
          case Chunk.End last -> {
            end = last;
            time.end(last);
          }
          case Chunk.Damage damage -> {}
          case Chunk.Schedule s -> {}
          case Frame f -> {}
        }
      }
      order.finish();
      contentHash = quick.contentHash();
    }
  }

  /** Learns as the walk over the whole did: where sideband is missing, what came before is gone. */
  private void learnWhatCounts() throws IOException {
    try (TraceReader whole = TraceReader.open(file)) {
      List<SidebandLedger> ledgers = new ArrayList<>();
      for (int i = 0; i < harts; i++) {
        ledgers.add(new SidebandLedger(whole));
      }
      for (Chunk chunk = whole.next(); chunk != null; chunk = whole.next()) {
        for (int i = 0; i < harts; i++) {
          SidebandLedger ledger = ledgers.get(i);
          boolean lost =
              switch (chunk) {
                case Frame f -> f.hart() == i && ledger.frame(f.startRetired(), f.sidebands());
                case Chunk.Sideband s ->
                    s.hart() == i && (s.checkpoint() ? ledger.checkpoint(s) : ledger.sideband(s));
                case Chunk.Damage d -> ledger.damage(d);
                default -> false;
              };
          if (lost) {
            code[i].anew(Math.max(firstSegment(), segmentOf(chunk.offset() - 1)));
          }
          if (chunk instanceof Chunk.Sideband s && s.hart() == i && (lost || !s.checkpoint())) {
            learn(s);
          }
        }
      }
    }
  }

  private void learn(Chunk.Sideband chunk) {
    int segment = segmentOf(chunk.offset());
    if (segment < firstSegment() || chunk.hart() >= harts) {
      return;
    }
    for (SidebandRecord item : chunk.records()) {
      switch (item) {
        case SidebandRecord.Task task -> {}
        case SidebandRecord.Note note -> {}
        case SidebandRecord.Time skip -> time.skip(skip);
        default -> code[chunk.hart()].add(segment, item);
      }
    }
  }

  /** The number of the first segment: what lies before the map's start counts as segment -1. */
  private int firstSegment() {
    return flow.startClock == 0 ? 0 : -1;
  }

  /** Segment to which a chunk outside of frames belongs: with one hart that of the next frame. */
  private int segmentOf(long offset) {
    if (flow.startClock > 0 && (isEmpty() || offset < segment(0).offset())) {
      return firstSegment();
    }
    int low = 0;
    int high = flow.segments.size();
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (flow.segments.get(mid).body() <= offset) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return harts == 1 ? low : low - 1;
  }

  /** The trace file. */
  public Path file() {
    return file;
  }

  public TraceHeader header() {
    return reader.header();
  }

  /** Number of harts. */
  public int harts() {
    return harts;
  }

  /** PlaceNames of functions: those of binaries first, then the trace's own. */
  public TraceSymbols symbols() {
    return symbols;
  }

  /** The guest that was traced. */
  public GuestIsa guest() {
    return symbols.guest();
  }

  /** Names of tasks. */
  public TaskNames tasks() {
    return tasks;
  }

  /** Guest time. */
  public GuestClock time() {
    return time;
  }

  /**
   * Instructions of all harts before the map's start, of which nothing but code and names is known;
   * 0 for a map of the whole trace.
   */
  public long startClock() {
    return flow.startClock;
  }

  /** Instructions of all harts at the trace's end, as far as it can be rebuilt. */
  public long endClock() {
    return flow.endClock;
  }

  /** Bytes of the file that this is a map of. */
  public long fileBytes() {
    return reader.size();
  }

  /** The end record, or null when the trace was cut. */
  public Chunk.End end() {
    return end;
  }

  /** The problems of the trace, in file order. */
  public List<Problem> problems() {
    return flow.problems;
  }

  /** Whether it came from the cache folder, so that nothing had to be walked. */
  public boolean cached() {
    return cached;
  }

  /** Hash over the trace's content: the same for the same execution. */
  public long contentHash() {
    return contentHash;
  }

  /** Whether nothing of the run can be rebuilt: the trace was cut before its first frame. */
  public boolean isEmpty() {
    return segments() == 0;
  }

  public int segments() {
    return flow.segments.size();
  }

  public TraceSegment segment(int number) {
    return flow.segments.get(number);
  }

  /** The last segment that starts at or before a clock; 0 if none does. */
  public int segmentAt(long clock) {
    int low = 0;
    int high = segments() - 1;
    while (low < high) {
      int mid = (low + high + 1) >>> 1;
      if (segment(mid).clock() <= clock) {
        low = mid;
      } else {
        high = mid - 1;
      }
    }
    return low;
  }

  /** By hart: the code known before a segment. */
  public List<bbt.packets.KnownCode.Base> codeBefore(int segment) {
    List<bbt.packets.KnownCode.Base> all = new ArrayList<>();
    for (CodeHistory each : code) {
      all.add(each.before(segment));
    }
    return all;
  }

  /** A stack before a segment, by whose it is. */
  public SavedStack stackBefore(int segment, TaskStacks.Key key) {
    return flow.stacks.before(segment, key);
  }

  /** The segments in which the instruction at an address may have been executed or attempted. */
  public BitSet segmentsWith(long address) {
    return flow.units.segmentsOf(address);
  }

  /** Passes on every instruction that may have been executed anywhere; see {@link CodeHistory}. */
  public void instructions(CodeHistory.Taker taker) {
    for (CodeHistory each : code) {
      each.instructions(
          flow.units::mayHold,
          (pc, bits, physicalPage) -> {
            for (int tenant = 0; tenant < symbols().tenants(pc, physicalPage); tenant++) {
              taker.take(pc, bits, physicalPage | tenant);
            }
          });
    }
  }

  /** The segments in which a task was executed. */
  public BitSet segmentsOfTask(long task) {
    return flow.tasks.getOrDefault(task, new BitSet());
  }

  /** By cause of the exception packet: the segments with one. */
  public Map<Long, BitSet> segmentsOfCauses() {
    return flow.causes;
  }

  /** The chunks of a segment, in file order. */
  public List<Chunk> chunks(int number) {
    TraceSegment segment = segment(number);
    long behind = number + 1 < segments() ? segment(number + 1).offset() : Long.MAX_VALUE;
    List<Chunk> chunks = new ArrayList<>();
    try {
      reader.seek(segment.offset());
      while (reader.offset() < behind) {
        Chunk chunk = reader.next();
        if (chunk == null || chunk instanceof Chunk.End || chunk.offset() >= behind) {
          break;
        }
        chunks.add(chunk);
        if (harts == 1 && chunk instanceof Frame) {
          break;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return chunks;
  }

  @Override
  public void close() {
    reader.close();
  }
}

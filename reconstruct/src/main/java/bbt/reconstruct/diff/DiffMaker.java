package bbt.reconstruct.diff;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.IndexEntries;
import bbt.packets.NoteKeys;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.analysis.ReportPart;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.code.SourceText;
import bbt.reconstruct.diff.align.CallRecorder;
import bbt.reconstruct.diff.align.ProgramPair;
import bbt.reconstruct.diff.change.ChangeCause;
import bbt.reconstruct.diff.change.Changes;
import bbt.reconstruct.diff.code.CodePair;
import bbt.reconstruct.diff.code.CodePairs;
import bbt.reconstruct.diff.find.CommonPrefix;
import bbt.reconstruct.diff.find.ComparedTrace;
import bbt.reconstruct.diff.find.Divergence;
import bbt.reconstruct.diff.find.DivergenceFinder;
import bbt.reconstruct.diff.find.DivergenceFrame;
import bbt.reconstruct.diff.find.DivergenceKind;
import bbt.reconstruct.diff.find.DivergenceTeller;
import bbt.reconstruct.diff.find.FlowCursor;
import bbt.reconstruct.diff.find.FlowItems;
import bbt.reconstruct.diff.find.InParallel;
import bbt.reconstruct.diff.find.RecordedPair;
import bbt.reconstruct.diff.find.Slide;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.stack.StackProbe;
import bbt.reconstruct.trace.KernelId;
import bbt.reconstruct.trace.TraceOutline;
import bbt.reconstruct.walk.flow.FlowPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** Compares two traces. */
public final class DiffMaker {
  private final Path a;
  private final Path b;
  private BinaryFiles binariesA = BinaryFiles.NONE;
  private BinaryFiles binariesB = BinaryFiles.NONE;
  private int lines = 8;
  private boolean firstOnly;
  private Selection selection = Selection.ALL;
  private ProgramPair programs = ProgramPair.SAME;
  private LongConsumer progress = instructions -> {};
  private List<String> functions = List.of();
  private int codeOfCauses;
  private RecordedPair recorded;
  private List<Path> sourceFolders = List.of();

  public DiffMaker(Path a, Path b) {
    this.a = a;
    this.b = b;
  }

  /** ELF files whose symbols name addresses in A, and in B: not the same if one was rebuilt. */
  public DiffMaker binaries(BinaryFiles ofA, BinaryFiles ofB) {
    binariesA = ofA;
    binariesB = ofB;
    return this;
  }

  /** Sets the most branches shown before and after the divergence. */
  public DiffMaker lines(int count) {
    lines = count;
    return this;
  }

  /**
   * The part of both runs that is compared. Functions select only of what the changes are told: a
   * divergence knows no calls.
   */
  public DiffMaker selection(Selection part) {
    selection = part;
    return this;
  }

  /** Stops at the first divergence: what came of it is not worked out. */
  public DiffMaker firstOnly(boolean only) {
    firstOnly = only;
    return this;
  }

  /**
   * Whose code is put side by side in the result.
   *
   * @param named functions by name or address
   * @param causes how many of the functions that caused the change, besides
   * @param sources folders of source files, besides those that {@link SourceText} looks into
   */
  public DiffMaker code(List<String> named, int causes, List<Path> sources) {
    functions = List.copyOf(named);
    codeOfCauses = causes;
    sourceFolders = List.copyOf(sources);
    return this;
  }

  /**
   * Sets who is told now and then how many instructions of both traces have been read. Several
   * threads call it.
   */
  public DiffMaker progress(LongConsumer instructions) {
    progress = instructions;
    return this;
  }

  /**
   * Compares the traces.
   *
   * @throws IOException if a file cannot be read
   */
  public DiffResult run() throws IOException {
    ComparedTrace left = ComparedTrace.open(a, binariesA);
    if (Files.mismatch(a, b) == -1) {
      return same(DiffResult.Sameness.FILE, Map.of());
    }
    ComparedTrace right = ComparedTrace.open(b, binariesB);
    checkBeginnings(left, right);
    programs = ProgramPair.of(left.header(), right.header());
    Map<String, List<String>> configuration = configuration(left, right);
    First first;
    try (TraceReader readerA = TraceReader.open(a);
        TraceReader readerB = TraceReader.open(b)) {
      boolean comparable =
          left.harts() == right.harts() && left.recording().equals(right.recording());
      if (!comparable) {
        recorded = RecordedPair.of(a, b, selection);
        first = first(left, right, CommonPrefix.FramePair.START);
      } else {
        IndexEntries indexA = readerA.indexEntries();
        IndexEntries indexB = readerB.indexEntries();
        if (CommonPrefix.same(indexA, indexB)
            && sameEnd(end(readerA, indexA.endOffset()), end(readerB, indexB.endOffset()))
            && CommonPrefix.same(readerA.indexOfChunks(), readerB.indexOfChunks())) {
          return same(DiffResult.Sameness.HASHES, configuration);
        }
        recorded = RecordedPair.of(a, b, selection);
        CommonPrefix prefix = CommonPrefix.of(indexA, indexB, left.harts());
        first = search(left, right, prefix, readerA, readerB);
      }
    }
    boolean restricted = !selection.anyFunction().everything();
    Divergence elsewhere = null;
    if (restricted
        && first.divergence() != null
        && first.divergence().kind() != DivergenceKind.CUT) {
      Divergence whole = first.divergence();
      first = selected(left, right, first.from());
      boolean another =
          first.divergence() == null || first.divergence().at().clock() != whole.at().clock();
      elsewhere = another ? whole : null;
    }
    String part = restricted ? selection.anyFunction().text() : null;
    boolean cut = first.divergence() != null && first.divergence().kind() == DivergenceKind.CUT;
    // Nothing came of a cut: what is missing was not recorded.
    if (first.divergence() == null || firstOnly || cut) {
      return new DiffResult(
          a.toString(),
          b.toString(),
          first.divergence() != null || !first.sound()
              ? null
              : elsewhere != null ? DiffResult.Sameness.SELECTED : DiffResult.Sameness.WALKED,
          configuration,
          first.divergence() == null ? null : withStacks(left, right, first),
          part,
          elsewhere,
          null,
          List.of(),
          !left.whole(),
          !right.whole(),
          first.divergence() == null && first.sound() ? null : recorded,
          first.problemsA(),
          first.problemsB());
    }
    return changes(left, right, configuration, first, part, elsewhere);
  }

  /** Checks that both traces have what is compared. */
  private static void checkBeginnings(ComparedTrace left, ComparedTrace right) throws IOException {
    long a = left.header().dropped();
    long b = right.header().dropped();
    if (a != b && left.header().ring() + right.header().ring() > 0) {
      ComparedTrace longer = a < b ? left : right;
      long from = Math.max(a, b);
      boolean cuts = longer.harts() == 1 && TraceOutline.of(longer.path()).total() > from;
      String way =
          cuts
              ? "; to begin both at %,d: bbt trace cut %s --from %d -o PART"
                  .formatted(from, longer.path(), from)
              : "";
      throw new UserException(
          Fault.BAD_DATA,
          ("%s begins at instruction %,d and %s at %,d, since a ring dropped what was before:"
                  + " traces are compared from their beginnings%s")
              .formatted(left.path(), a, right.path(), b, way));
    }
  }

  /** Walks from the last place up to which both are the same; if need be from one before it. */
  private First search(
      ComparedTrace left,
      ComparedTrace right,
      CommonPrefix prefix,
      TraceReader readerA,
      TraceReader readerB)
      throws IOException {
    First first = null;
    boolean earlier = false;
    CommonPrefix.FramePair place = prefix.place();
    while (place != null && (first == null || !first.sound() || first.late(lines) && !earlier)) {
      if (stands(readerA, place.offsetA(), place)
          && stands(readerB, place.offsetB(), place)
          && sameUpTo(place, readerA, readerB)) {
        earlier = first != null && first.sound();
        First found = first(left, right, place);
        first = earlier && !found.sound() ? first : found;
      }
      place = prefix.place();
    }
    return first;
  }

  /** Walks both up to the divergence for the call stacks there. */
  private static Divergence withStacks(ComparedTrace left, ComparedTrace right, First first)
      throws IOException {
    List<List<DivergenceFrame>> stacks =
        InParallel.of(() -> first.stack(left, first.atA()), () -> first.stack(right, first.atB()));
    return first.divergence().withStacks(stacks.get(0), stacks.get(1));
  }

  /**
   * The result of walking side by side: a divergence or null.
   *
   * @param from where the walk began
   */
  private record First(
      CommonPrefix.FramePair from,
      Divergence divergence,
      At atA,
      At atB,
      boolean remembersLess,
      List<Problem> problemsA,
      List<Problem> problemsB) {

    /** The divergence in one of the traces; {@code from}: file offset of what was walked there. */
    record At(StackProbe.Moment moment, ComparedTrace.Here here, long from) {
      StackProbe probe(TrapCauses causes) {
        return new StackProbe(causes, moment, from);
      }
    }

    List<DivergenceFrame> stack(ComparedTrace side, At at) throws IOException {
      return side.stack(
          at.here(), StackProbe.walk(side.path(), side.symbols(), at.moment(), at.from()));
    }

    /** Whether the walk started so late that the way to the divergence is not seen. */
    boolean late(int lines) {
      return divergence != null && remembersLess && divergence.before().size() < lines;
    }

    boolean sound() {
      return problemsA.stream().allMatch(Problem::harmless)
          && problemsB.stream().allMatch(Problem::harmless);
    }
  }

  /** The selection as one of the runs calls its tasks. */
  private Selection part(ComparedTrace side) {
    return selection.tasks(programs.tasks(selection.tasks(), side.path().equals(a)));
  }

  private First first(ComparedTrace left, ComparedTrace right, CommonPrefix.FramePair from)
      throws IOException {
    return walk(left, right, from, recorded.runsAlike(), DivergenceFinder::run);
  }

  /** Walks from a place on to where what is selected parts, by its own order. */
  private First selected(ComparedTrace left, ComparedTrace right, CommonPrefix.FramePair from)
      throws IOException {
    SelectionScope inA = scope(left);
    SelectionScope inB = scope(right);
    return walk(left, right, from, recorded.alike(), finder -> finder.run(inA, inB));
  }

  private SelectionScope scope(ComparedTrace side) throws IOException {
    return SelectionScope.of(part(side).anyFunction(), side.path(), side.symbols());
  }

  /** Moves the cursors of a finder. */
  private interface Find {
    DivergenceKind run(DivergenceFinder finder) throws IOException;
  }

  private First walk(
      ComparedTrace left,
      ComparedTrace right,
      CommonPrefix.FramePair from,
      boolean alike,
      Find find)
      throws IOException {
    Slide slide = Slide.between(left.symbols(), right.symbols());
    try (TraceReader readerA = TraceReader.open(a);
        TraceReader readerB = TraceReader.open(b)) {
      FlowItems tapeA = new FlowItems(readerA, left.symbols(), from.offsetA());
      FlowItems tapeB = new FlowItems(readerB, right.symbols(), from.offsetB());
      FlowCursor cursorA = new FlowCursor(tapeA, left, clock(left, from));
      FlowCursor cursorB = new FlowCursor(tapeB, right, clock(right, from));
      DivergenceKind kind =
          find.run(new DivergenceFinder(cursorA, cursorB, slide, programs, alike));
      boolean remembersLess = from.clock() > 0 && cursorA.remembersLess();
      First.At atA = at(cursorA, from.offsetA());
      First.At atB = at(cursorB, from.offsetB());
      return new First(
          from,
          kind == null ? null : new DivergenceTeller(cursorA, cursorB, lines).tell(kind),
          atA,
          atB,
          remembersLess,
          tapeA.problems(),
          tapeB.problems());
    }
  }

  /** Instructions of all harts before a place: a trace need not begin with the first one. */
  private static long clock(ComparedTrace side, CommonPrefix.FramePair from) {
    return from.clock() == 0 ? side.header().dropped() : from.clock();
  }

  private static First.At at(FlowCursor cursor, long from) throws IOException {
    return new First.At(cursor.moment(), DivergenceTeller.here(cursor), from);
  }

  /** Walks both traces to their ends, side by side. */
  private DiffResult changes(
      ComparedTrace left,
      ComparedTrace right,
      Map<String, List<String>> configuration,
      First first,
      String part,
      Divergence elsewhere)
      throws IOException {
    StackProbe probeA = first.atA().probe(left.causes());
    StackProbe probeB = first.atB().probe(right.causes());
    AtomicLongArray done = new AtomicLongArray(2);
    List<Changes.Walked> runs =
        InParallel.of(
            () -> walked(left, probeA, read -> tell(done, 0, read)),
            () -> walked(right, probeB, read -> tell(done, 1, read)));
    // Of a window before the divergence the walk did not get there.
    Divergence divergence =
        probeA.reached() && probeB.reached()
            ? first
                .divergence()
                .withStacks(
                    left.stack(first.atA().here(), probeA.frames()),
                    right.stack(first.atB().here(), probeB.frames()))
            : withStacks(left, right, first);
    Changes changes = Changes.of(runs.get(0), runs.get(1), programs);
    return new DiffResult(
        a.toString(),
        b.toString(),
        null,
        configuration,
        divergence,
        part,
        elsewhere,
        changes,
        code(runs.get(0).report(), runs.get(1).report(), changes),
        !left.whole(),
        !right.whole(),
        recorded,
        runs.get(0).report().problems(),
        runs.get(1).report().problems());
  }

  /** The code that was asked for. */
  private List<CodePair> code(Report left, Report right, Changes changes) {
    List<Path> binaries =
        Stream.of(left, right).flatMap(run -> run.sources().binaries().stream()).toList();
    CodePairs pairs = new CodePairs(left, right, new SourceText(sourceFolders, binaries));
    List<CodePair> code = new ArrayList<>();
    for (String word : functions) {
      List<CodePair> found = pairs.find(word);
      if (found.isEmpty()) {
        throw new UserException(
            Fault.USAGE, "--code " + word + ": neither run executed a function of that name");
      }
      code.addAll(found);
    }
    changes.causes().stream()
        .filter(c -> c.kind() == ChangeCause.Kind.FUNCTION)
        .map(c -> pairs.of(c.name(), c.program()))
        .filter(Objects::nonNull)
        .limit(codeOfCauses)
        .forEach(code::add);
    return code;
  }

  private Changes.Walked walked(ComparedTrace side, StackProbe probe, LongConsumer read)
      throws IOException {
    CallRecorder calls = new CallRecorder();
    Analysis analysis =
        new Analysis(side.path())
            .chunks(probe::chunk)
            .flow(new FlowPair(probe, calls))
            .frames(calls)
            .binaries(side.binaries())
            .selection(part(side))
            .want(ReportPart.TREE)
            .progress(read);
    if (codeOfCauses > 0 || !functions.isEmpty()) {
      analysis.want(ReportPart.CODE);
    }
    return new Changes.Walked(analysis.run(), side.symbols(), calls);
  }

  private void tell(AtomicLongArray done, int side, long read) {
    done.set(side, read);
    progress.accept(done.get(0) + done.get(1));
  }

  private DiffResult same(DiffResult.Sameness how, Map<String, List<String>> configuration) {
    List<Problem> none = List.of();
    return new DiffResult(
        a.toString(),
        b.toString(),
        how,
        configuration,
        null,
        null,
        null,
        null,
        List.of(),
        false,
        false,
        null,
        none,
        none);
  }

  /** Whether a chunk starts at this offset with this count, as the index says. */
  private static boolean stands(TraceReader reader, long offset, CommonPrefix.FramePair place)
      throws IOException {
    if (offset == 0) {
      return true;
    }
    reader.seek(offset);
    ChunkHeader header = reader.peek();
    return header != null && header.retired() == place.clock();
  }

  /**
   * Whether the index is right in that both hold the same up to there: by the headers of the chunks
   * before it.
   */
  private static boolean sameUpTo(CommonPrefix.FramePair place, TraceReader a, TraceReader b)
      throws IOException {
    a.seek(TraceReader.FILE_HEADER_BYTES);
    b.seek(TraceReader.FILE_HEADER_BYTES);
    ChunkHeader x = executed(a, place.offsetA());
    ChunkHeader y = executed(b, place.offsetB());
    while (x != null && y != null && x.sameContent(y)) {
      x = executed(a, place.offsetA());
      y = executed(b, place.offsetB());
    }
    return x == null && y == null;
  }

  /** The next chunk before an offset that says what was executed, or null; it is passed. */
  private static ChunkHeader executed(TraceReader reader, long before) throws IOException {
    while (reader.offset() < before) {
      ChunkHeader header = reader.peek();
      if (header == null) {
        if (reader.next() == null) {
          return null;
        }
        continue; // damage, which it has passed over
      }
      reader.seek(header.offset() + header.bytes());
      switch (header.kind()) {
        case FRAME, SIDEBAND, CHECKPOINT, EPOCH, SCHEDULE -> {
          return header;
        }
        default -> {}
      }
    }
    return null;
  }

  /** Whether the end records say the same of the execution. */
  private static boolean sameEnd(Chunk.End x, Chunk.End y) {
    return x != null
        && y != null
        && x.harts().equals(y.harts())
        && x.exitCode() == y.exitCode()
        && x.reason().equals(y.reason())
        && x.ticks() == y.ticks();
  }

  private static Chunk.End end(TraceReader reader, long offset) throws IOException {
    reader.seek(offset);
    return reader.next() instanceof Chunk.End end ? end : null;
  }

  private static String orNull(String value) {
    return value.isEmpty() ? null : value;
  }

  private static Map<String, List<String>> configuration(ComparedTrace a, ComparedTrace b) {
    Map<String, List<String>> different = new TreeMap<>();
    Map<String, String> inA = a.header().printable();
    Map<String, String> inB = b.header().printable();
    TreeSet<String> keys = new TreeSet<>(inA.keySet());
    keys.addAll(inB.keySet());
    for (String key : keys) {
      String x = inA.get(key);
      String y = inB.get(key);
      if (!Objects.equals(x, y)) {
        different.put(key, new ArrayList<>(Arrays.asList(x, y)));
      }
    }
    // The kernel that ran need not be the file that was booted: a boot loader brings its own.
    KernelId ranInA = a.symbols().kernelId();
    KernelId ranInB = b.symbols().kernelId();
    boolean told = ranInA.best().equals(ranInA.file()) && ranInB.best().equals(ranInB.file());
    if (!told && !ranInA.best().equals(ranInB.best())) {
      different.put(
          NoteKeys.KERNEL_BUILD_ID,
          new ArrayList<>(Arrays.asList(orNull(ranInA.best()), orNull(ranInB.best()))));
    }
    return different;
  }
}

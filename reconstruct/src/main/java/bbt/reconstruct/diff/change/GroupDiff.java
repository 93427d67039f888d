package bbt.reconstruct.diff.change;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.diff.align.EntryCode;
import bbt.reconstruct.diff.align.FrameKeys;
import bbt.reconstruct.diff.align.Uncalled;
import bbt.reconstruct.diff.find.ComparedTrace;
import bbt.reconstruct.diff.find.InParallel;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.select.RecordedPart;
import bbt.reconstruct.select.Selection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * The comparison of two groups of runs: what differs between them by more than it differs within
 * them.
 *
 * @param runsA files of the first group
 * @param runsB files of the second
 * @param total instructions
 * @param functions whose own instructions separate the groups, the largest change first
 * @param varying functions that are not the same in all runs
 * @param expected how many of these chance alone would separate
 * @param cut files that do not hold how their run ended: their numbers are of what was recorded
 * @param unlike files that hold another part of their run than the first of A does
 * @param problems what was wrong with the traces, by file
 */
public record GroupDiff(
    List<String> runsA,
    List<String> runsB,
    GroupChange total,
    List<GroupChange> functions,
    int varying,
    double expected,
    List<String> cut,
    List<String> unlike,
    Map<String, List<Problem>> problems) {
  public GroupDiff {
    runsA = List.copyOf(runsA);
    runsB = List.copyOf(runsB);
    functions = List.copyOf(functions);
    cut = List.copyOf(cut);
    unlike = List.copyOf(unlike);
    problems = new LinkedHashMap<>(problems);
  }

  /** The smallest probability that groups of these sizes can have where all values differ. */
  public double smallest() {
    return RankSum.smallest(runsA.size(), runsB.size());
  }

  /**
   * One run's numbers.
   *
   * @param own instructions of its functions
   * @param frames by number
   * @param code what was heard of them
   */
  private record Run(
      Path file,
      long total,
      boolean cut,
      RecordedPart recorded,
      FrameKeys.Run keys,
      Map<ProfileFrame, Long> own,
      List<ProfileFrame> frames,
      EntryCode code,
      List<Problem> problems) {
    /** The instructions of the run's functions, by key. */
    Map<Integer, Long> functions(Map<ProfileFrame, ProfileFrame> others) {
      FrameKeys.Run numbers = keys.with(others);
      Map<Integer, Long> functions = new HashMap<>();
      own.forEach((frame, self) -> functions.merge(numbers.key(frame), self, Long::sum));
      return functions;
    }
  }

  /** Collects what was heard of the functions of a group's runs, which are of one build. */
  private static final class Heard {
    private final List<ProfileFrame> frames = new ArrayList<>();
    private final List<Long> prints = new ArrayList<>();
    private final BitSet called = new BitSet();

    Heard(List<Run> runs) {
      for (Run run : runs) {
        for (int i = 0; i < run.frames().size(); i++) {
          called.set(frames.size(), run.code().called(i));
          frames.add(run.frames().get(i));
          prints.add(run.code().print(i));
        }
      }
    }

    Uncalled.Run calls() {
      return new Uncalled.Run(frames, called::get);
    }
  }

  /**
   * Compares two groups.
   *
   * @param progress is told now and then how many instructions of all files have been read
   */
  public static GroupDiff of(
      List<Path> a,
      BinaryFiles binariesA,
      List<Path> b,
      BinaryFiles binariesB,
      Selection selection,
      LongConsumer progress)
      throws IOException {
    FrameKeys keys = new FrameKeys();
    Map<Path, Long> done = new HashMap<>();
    List<Callable<Run>> works = new ArrayList<>();
    List<Path> all = new ArrayList<>(a);
    all.addAll(b);
    for (int i = 0; i < all.size(); i++) {
      Path file = all.get(i);
      BinaryFiles binaries = i < a.size() ? binariesA : binariesB;
      works.add(
          () ->
              run(
                  file,
                  binaries,
                  selection,
                  keys,
                  offset -> {
                    synchronized (done) {
                      done.put(file, offset);
                      progress.accept(done.values().stream().mapToLong(Long::longValue).sum());
                    }
                  }));
    }
    List<Run> runs = InParallel.all(works);
    RecordedPart first = runs.getFirst().recorded();
    List<String> unlike =
        runs.stream()
            .filter(run -> !run.recorded().alike(first, selection))
            .map(run -> run.file().toString())
            .toList();
    return of(keys, runs.subList(0, a.size()), runs.subList(a.size(), runs.size()), unlike);
  }

  private static Run run(
      Path file, BinaryFiles binaries, Selection selection, FrameKeys keys, LongConsumer progress)
      throws IOException {
    ComparedTrace side = ComparedTrace.open(file, binaries);
    EntryCode code = new EntryCode();
    Report report =
        new Analysis(file)
            .flow(code)
            .frames(code)
            .binaries(binaries)
            .selection(selection)
            .progress(progress)
            .run();
    Map<ProfileFrame, Long> own = new LinkedHashMap<>();
    for (FunctionProfile f : report.profile().functions()) {
      ProfileFrame.Kind kind =
          f.program().equals(TraceSymbols.KERNEL)
              ? ProfileFrame.Kind.KERNEL
              : ProfileFrame.Kind.USER;
      own.put(new ProfileFrame(kind, f.name(), f.program(), f.address(), 0), f.self());
    }
    return new Run(
        file,
        report.profile().instructions(),
        report.end() == null,
        RecordedPart.of(file),
        keys.run(side.symbols()),
        own,
        report.profile().frames(),
        code,
        report.problems());
  }

  private static GroupDiff of(FrameKeys keys, List<Run> a, List<Run> b, List<String> unlike) {
    GroupChange total =
        new GroupChange(
            "all",
            "",
            a.stream().mapToLong(Run::total).toArray(),
            b.stream().mapToLong(Run::total).toArray());
    Heard inA = new Heard(a);
    Heard inB = new Heard(b);
    Map<ProfileFrame, ProfileFrame> othersB =
        FrameKeys.rebuilt(inA.frames, inA.prints::get, inB.frames, inB.prints::get);
    Map<ProfileFrame, ProfileFrame> othersA = Uncalled.merge(inA.calls(), inB.calls(), othersB);
    List<Map<Integer, Long>> ownA = a.stream().map(r -> r.functions(othersA)).toList();
    List<Map<Integer, Long>> ownB = b.stream().map(r -> r.functions(othersB)).toList();
    List<GroupChange> separate = new ArrayList<>();
    int varying = 0;
    double expected = 0;
    for (int key = 0; key < keys.count(); key++) {
      int number = key;
      ProfileFrame frame = keys.frame(key);
      GroupChange change =
          new GroupChange(
              frame.name(),
              frame.program(),
              ownA.stream().mapToLong(own -> own.getOrDefault(number, 0L)).toArray(),
              ownB.stream().mapToLong(own -> own.getOrDefault(number, 0L)).toArray());
      long low = Math.min(change.a()[0], change.b()[0]);
      long high = Math.max(change.a()[a.size() - 1], change.b()[b.size() - 1]);
      if (low != high) {
        varying++;
        expected += RankSum.chance(change.a(), change.b());
      }
      if (change.separate()) {
        separate.add(change);
      }
    }
    separate.sort(
        Comparator.comparingDouble((GroupChange c) -> Math.abs(c.change()))
            .reversed()
            .thenComparing(GroupChange::program)
            .thenComparing(GroupChange::name));
    Map<String, List<Problem>> problems = new LinkedHashMap<>();
    a.forEach(r -> problems.put(r.file().toString(), r.problems()));
    b.forEach(r -> problems.put(r.file().toString(), r.problems()));
    return new GroupDiff(
        a.stream().map(r -> r.file().toString()).toList(),
        b.stream().map(r -> r.file().toString()).toList(),
        total,
        separate,
        varying,
        expected,
        Stream.concat(a.stream(), b.stream())
            .filter(Run::cut)
            .map(r -> r.file().toString())
            .toList(),
        unlike,
        problems);
  }
}

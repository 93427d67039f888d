package bbt.reconstruct.query.tables;

import bbt.packets.Chunk;
import bbt.packets.ExceptionKind;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.HartRow;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.analysis.ReportPart;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.profile.CallGraph;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.HartProfile;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.FillingException;
import bbt.reconstruct.query.database.QueryException;
import bbt.reconstruct.query.database.RawTable;
import bbt.reconstruct.query.database.Rows;
import bbt.reconstruct.query.database.Table;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.trace.TraceOutline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Fills the tables of a database from a trace, in one walk; none if no table needs it. */
public final class TraceTables {
  private TraceTables() {}

  /**
   * Seconds as tables have them: in nanoseconds, so that people see no traces of binary fractions.
   * {@link Double#NaN}, of which {@link Rows} make NULL, stays.
   */
  static double nanos(double seconds) {
    return Double.isNaN(seconds) ? seconds : Math.round(seconds * 1e9) / 1e9;
  }

  /**
   * Fills what a statement names.
   *
   * @param tables that will be read
   * @param costs cycles of instructions; null for none
   * @param selection the part of the trace that the tables are about
   * @param progress is told now and then how many instructions have been read
   * @return damage and disagreements: the tables hold what could be rebuilt
   */
  public static List<Problem> fill(
      Database database,
      Set<Table> tables,
      Path trace,
      BinaryFiles binaries,
      CostModel costs,
      Selection selection,
      LongConsumer progress)
      throws IOException, QueryException {
    Set<RawTable> wanted = EnumSet.noneOf(RawTable.class);
    for (Table table : tables) {
      wanted.addAll(table.needs());
    }
    wanted.remove(RawTable.ACCESSES); // by AccessTable
    if (wanted.isEmpty()) {
      return List.of();
    }
    try {
      TraceOutline outline = TraceOutline.of(trace);
      PacketTables packets = new PacketTables(database, wanted, outline, selection);
      Consumer<Chunk> chunks =
          wanted.contains(RawTable.TRACE_FRAMES)
              ? packets.andThen(new TraceFrameTable(database, outline, selection))
              : packets;
      Analysis analysis =
          new Analysis(trace)
              .binaries(binaries)
              .costs(costs)
              .selection(selection)
              .chunks(chunks)
              .progress(progress);
      if (wanted.contains(RawTable.CALLS) || wanted.contains(RawTable.EXCEPTIONS)) {
        FrameTables frames = new FrameTables(database, wanted, outline);
        analysis.flow(frames).frames(frames);
      }
      if (wanted.contains(RawTable.EDGES)) {
        analysis.want(ReportPart.TREE);
      }
      boolean code = CodeTables.wanted(wanted);
      if (code) {
        analysis.want(ReportPart.CODE);
      }
      Report report = analysis.run();
      packets.finish();
      if (code) {
        new CodeTables(database, wanted, report).fill();
      }
      if (wanted.contains(RawTable.TRACE)) {
        trace(database.rows(RawTable.TRACE), report);
      }
      if (wanted.contains(RawTable.HARTS)) {
        harts(database.rows(RawTable.HARTS), report);
      }
      if (wanted.contains(RawTable.FUNCTIONS)) {
        functions(database.rows(RawTable.FUNCTIONS), report);
      }
      if (wanted.contains(RawTable.TASKS)) {
        tasks(database.rows(RawTable.TASKS), report);
      }
      if (wanted.contains(RawTable.EDGES)) {
        edges(database.rows(RawTable.EDGES), report);
      }
      if (wanted.contains(RawTable.FRAMES)) {
        frames(database.rows(RawTable.FRAMES), report.profile());
      }
      database.commit();
      return report.problems();
    } catch (FillingException e) {
      throw e.asQueryException();
    }
  }

  private static void trace(Rows rows, Report report) {
    report.header().forEach((key, value) -> fact(rows, key, value));
    fact(rows, "bytes", report.fileBytes());
    fact(rows, "format", report.formatVersion());
    fact(rows, "instructions", report.profile().instructions());
    fact(rows, "frames", report.totals().frames());
    fact(rows, "packets", report.totals().packets());
    fact(rows, "bits", report.totals().bits());
    fact(rows, "targets", report.totals().targets());
    if (report.time().known()) {
      fact(rows, "guestSeconds", report.virtualSeconds());
    }
    fact(rows, "complete", report.problems().stream().allMatch(Problem::repaired));
    if (report.end() != null) {
      fact(rows, "exitReason", report.end().reason());
      fact(rows, "exitCode", report.end().exitCode());
      fact(rows, "contentHash", String.format("%016x", report.end().contentHash()));
    }
  }

  private static void fact(Rows rows, String key, Object value) {
    rows.begin().add(key).add(value.toString()).end();
  }

  private static void harts(Rows rows, Report report) {
    for (HartRow hart : report.harts()) {
      rows.begin()
          .add(hart.number())
          .add(hart.instructions())
          .add(hart.totals().frames())
          .add(hart.totals().packets())
          .add(hart.totals().bits())
          .add(exceptions(hart.profile()))
          .add(hart.profile().switches());
      cycles(rows, report, hart.profile().cycles()).end();
    }
  }

  private static long exceptions(HartProfile hart) {
    long sum = 0;
    for (ExceptionKind kind : ExceptionKind.values()) {
      sum += hart.exceptions(kind);
    }
    return sum;
  }

  private static void tasks(Rows rows, Report report) {
    for (TaskProfile task : report.profile().tasks()) {
      rows.begin()
          .add(task.number())
          .add(task.id())
          .add(task.pid())
          .add(task.name())
          .add(task.instructions())
          .add(task.userInstructions())
          .add(task.switches());
      cycles(rows, report, task.cycles()).end();
    }
  }

  private static void frames(Rows rows, Profile profile) {
    Map<List<Object>, Integer> functions = new HashMap<>();
    for (FunctionProfile f : profile.functions()) {
      functions.put(List.of(f.program(), f.address()), functions.size());
    }
    for (int i = 0; i < profile.frames().size(); i++) {
      ProfileFrame frame = profile.frames().get(i);
      Integer function = functions.get(List.of(frame.program(), frame.address()));
      rows.begin().add(i).add(frame.name()).add(frame.program()).add(frame.address());
      if (function == null) {
        rows.none();
      } else {
        rows.add(function.intValue());
      }
      rows.end();
    }
  }

  private static void edges(Rows rows, Report report) {
    for (CallGraph.Edge edge : CallGraph.of(report.profile().tree()).edges()) {
      rows.begin().add(edge.caller()).add(edge.callee()).add(edge.calls()).add(edge.inclusive());
      cycles(rows, report, edge.inclusiveCycles()).end();
    }
  }

  private static Rows cycles(Rows rows, Report report, long cycles) {
    return report.costs() == null ? rows.none() : rows.add(cycles);
  }

  private static void functions(Rows rows, Report report) {
    int id = 0;
    for (FunctionProfile f : report.profile().functions()) {
      rows.begin()
          .add(id++)
          .add(f.name())
          .add(f.program())
          .add(f.address())
          .add(f.self())
          .add(f.inclusive())
          .add(f.calls());
      cycles(rows, report, f.cycles());
      cycles(rows, report, f.inclusiveCycles()).end();
    }
  }
}

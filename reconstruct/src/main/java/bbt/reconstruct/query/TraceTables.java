package bbt.reconstruct.query;

import bbt.packets.TraceReader;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.Profiler;
import bbt.reconstruct.trace.Binaries;
import bbt.reconstruct.trace.HartTotals;
import bbt.reconstruct.trace.TraceSymbols;
import bbt.reconstruct.trace.TraceTotals;
import bbt.reconstruct.walk.Problem;
import bbt.reconstruct.walk.Reconstruction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/** Fills the tables of a database from a trace, in one walk; none if no table needs it. */
public final class TraceTables {
  private TraceTables() {}

  /**
   * Fills what a statement names.
   *
   * @param tables that will be read
   * @param progress is told the file offset now and then
   * @return damage and disagreements: the tables hold what could be rebuilt
   */
  public static List<Problem> fill(
      Database database, Set<Table> tables, Path trace, List<Path> binaries, LongConsumer progress)
      throws IOException, QueryException {
    Set<Raw> wanted = EnumSet.noneOf(Raw.class);
    for (Table table : tables) {
      wanted.addAll(table.needs());
    }
    try (TraceReader reader = TraceReader.open(trace)) {
      if (wanted.isEmpty()) {
        return List.of();
      }
      TraceSymbols symbols = new TraceSymbols();
      Binaries.add(symbols, reader.header(), binaries);
      try (TraceReader names = TraceReader.open(trace)) {
        symbols.addAppendix(names);
      }
      TraceTotals totals = new TraceTotals();
      PacketTables packets = new PacketTables(database, wanted);
      Profiler profiler = new Profiler(symbols);
      Reconstruction walk =
          new Reconstruction(reader, symbols, profiler, null)
              .observer(totals.andThen(packets))
              .progress(progress)
              .run();
      symbols.checkBinaries();
      if (wanted.contains(Raw.TRACE)) {
        trace(database.rows(Raw.TRACE), reader, totals, walk);
      }
      if (wanted.contains(Raw.HARTS)) {
        harts(database.rows(Raw.HARTS), totals, walk);
      }
      if (wanted.contains(Raw.FUNCTIONS)) {
        functions(database.rows(Raw.FUNCTIONS), profiler.profile().functions());
      }
      database.commit();
      return walk.problems();
    } catch (FillingException e) {
      throw e.asQueryException();
    }
  }

  private static void trace(
      Rows rows, TraceReader reader, TraceTotals totals, Reconstruction walk) {
    reader.header().entries().forEach((key, value) -> fact(rows, key, value));
    fact(rows, "bytes", reader.size());
    fact(rows, "format", reader.version());
    fact(rows, "instructions", walk.instructions());
    fact(rows, "frames", totals.frames());
    fact(rows, "packets", totals.packets());
    fact(rows, "bits", totals.bits());
    fact(rows, "targets", totals.targets());
    if (walk.end() != null) {
      fact(rows, "exitReason", walk.end().reason());
      fact(rows, "exitCode", walk.end().exitCode());
      fact(rows, "contentHash", String.format("%016x", walk.end().contentHash()));
    }
  }

  private static void fact(Rows rows, String key, Object value) {
    rows.begin().add(key).add(value.toString()).end();
  }

  private static void harts(Rows rows, TraceTotals totals, Reconstruction walk) {
    for (int i = 0; i < walk.harts(); i++) {
      HartTotals its = totals.hart(i);
      rows.begin()
          .add(i)
          .add(walk.instructions(i))
          .add(its.frames())
          .add(its.packets())
          .add(its.bits())
          .add(its.exceptions())
          .add(its.switches())
          .end();
    }
  }

  private static void functions(Rows rows, List<FunctionProfile> functions) {
    int id = 0;
    for (FunctionProfile f : functions) {
      rows.begin()
          .add(id++)
          .add(f.name())
          .add(f.program())
          .add(f.address())
          .add(f.self())
          .add(f.inclusive())
          .add(f.calls())
          .end();
    }
  }
}

package bbt.reconstruct.query;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.QueryException;
import bbt.reconstruct.query.database.RowConsumer;
import bbt.reconstruct.query.database.Table;
import bbt.reconstruct.query.tables.AccessTable;
import bbt.reconstruct.query.tables.MissTable;
import bbt.reconstruct.query.tables.SqlTables;
import bbt.reconstruct.query.tables.TraceTables;
import bbt.reconstruct.replay.AccessScan;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.select.SelectionScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Answers SQL statements about a trace: checked before the trace is walked, run afterwards. */
public final class Query {
  private final Database database;
  private final List<String> statements;
  private final Set<Table> tables;

  /**
   * Checks statements.
   *
   * @param sql one or more, with semicolons between them; null for none: then all tables are filled
   *     but those that {@link Table#executes execute}
   * @throws QueryException if one is wrong, or names what is not there. Behind a statement that is
   *     no query (CREATE TABLE), others are checked only when they run
   */
  public Query(Database database, String sql) throws QueryException {
    this.database = database;
    statements = sql == null ? List.of() : SqlScript.statements(sql);
    if (sql == null) {
      tables = EnumSet.allOf(Table.class);
      tables.removeIf(Table::executes); // that may take hours, so it must be asked for
      return;
    }
    if (statements.isEmpty()) {
      throw new QueryException("there is no statement in '" + sql.strip() + "'");
    }
    tables = EnumSet.noneOf(Table.class);
    boolean known = true;
    for (String statement : statements) {
      tables.addAll(SqlTables.of(database, statement));
      if (known) {
        database.check(statement);
      }
      known &= SqlTables.isQuery(database, statement);
    }
  }

  /** The tables that they read. */
  public Set<Table> tables() {
    return EnumSet.copyOf(tables);
  }

  /**
   * Walks the trace as far as the statements need it.
   *
   * @param costs cycles of instructions; null for none
   * @param selection the part of the trace that the tables are about
   * @param progress is told now and then how many instructions have been read
   * @return damage and disagreements: the tables hold what could be rebuilt
   */
  public List<Problem> fill(
      Path trace, BinaryFiles binaries, CostModel costs, Selection selection, LongConsumer progress)
      throws IOException, QueryException {
    return TraceTables.fill(database, tables, trace, binaries, costs, selection, progress);
  }

  /** Whether {@link #fillAccesses} must be called as well. */
  public boolean executes() {
    return tables.stream().anyMatch(table -> table.executes() && !table.simulates());
  }

  /** Whether {@link #fillMisses} must be called as well. */
  public boolean simulates() {
    return tables.stream().anyMatch(Table::simulates);
  }

  /**
   * Fills the table of misses.
   *
   * @param memory what a memory system did, in detail
   * @param symbols of the same trace
   */
  public void fillMisses(MemoryProfile memory, TraceSymbols symbols) throws QueryException {
    MissTable.fill(database, memory, symbols.sources());
  }

  /**
   * Executes the run again, and fills the tables of accesses to memory.
   *
   * @param map of the trace
   * @param replay of the same trace
   * @param scope the part of the trace that the tables are about; null: all
   * @param memory ranges of virtual addresses; empty: all memory
   * @param progress is told now and then up to which count they are filled
   */
  public void fillAccesses(
      TraceMap map,
      Replay replay,
      SelectionScope scope,
      List<AccessScan.Range> memory,
      LongConsumer progress)
      throws IOException, QueryException {
    AccessTable.fill(database, map, replay, scope, memory, progress);
  }

  /** Runs them one after the other, and gives each result to a consumer of its own. */
  public void run(Supplier<RowConsumer> results) throws IOException, QueryException {
    for (String statement : statements) {
      database.run(statement, results.get());
    }
  }

  /**
   * Runs them; the result of the last one becomes a Parquet file.
   *
   * @return the file, in the database's folder
   */
  public Path parquet() throws IOException, QueryException {
    for (String statement : statements.subList(0, statements.size() - 1)) {
      database.run(statement, RowConsumer.NONE);
    }
    return database.parquet(statements.getLast());
  }
}

package bbt.reconstruct.query;

import bbt.reconstruct.select.Selection;
import bbt.reconstruct.walk.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/** A statement about a trace: checked before the trace is walked, run afterwards. */
public final class Query {
  private final Database database;
  private final String sql;
  private final Set<Table> tables;

  /**
   * Checks a statement.
   *
   * @param sql null for none: then all tables are filled
   * @throws QueryException if it is wrong, or names what is not there
   */
  public Query(Database database, String sql) throws QueryException {
    this.database = database;
    this.sql = sql;
    if (sql == null) {
      tables = EnumSet.allOf(Table.class);
    } else {
      tables = SqlTables.of(database, sql);
      database.check(sql);
    }
  }

  /** The tables that it reads. */
  public Set<Table> tables() {
    return EnumSet.copyOf(tables);
  }

  /**
   * Walks the trace as far as the statement needs it.
   *
   * @param selection the part of the trace that the tables are about
   * @param progress is told the file offset now and then
   * @return damage and disagreements: the tables hold what could be rebuilt
   */
  public List<Problem> fill(
      Path trace, List<Path> binaries, Selection selection, LongConsumer progress)
      throws IOException, QueryException {
    return TraceTables.fill(database, tables, trace, binaries, selection, progress);
  }

  /** Gives the result to a consumer. */
  public void run(RowConsumer rows) throws IOException, QueryException {
    if (sql != null) {
      database.run(sql, rows);
    }
  }
}

package bbt.reconstruct.query;

import bbt.packets.bytes.Problem;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.QueryException;
import bbt.reconstruct.query.database.RowConsumer;
import bbt.reconstruct.query.database.Table;
import bbt.reconstruct.query.tables.TraceTables;
import bbt.reconstruct.select.Selection;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.zip.GZIPOutputStream;

/** Writes the tables of a trace as files of their own. */
public final class TableFiles implements AutoCloseable {
  private final Database database;

  private TableFiles(Database database) {
    this.database = database;
  }

  /**
   * Fills tables from a trace.
   *
   * @param folder where the database may keep its files meanwhile: there must be room for them
   * @param guest of the trace that will fill them
   */
  public static TableFiles create(Path folder, GuestIsa guest) throws IOException, QueryException {
    return new TableFiles(Database.create(folder, true, guest));
  }

  /**
   * Walks the trace.
   *
   * @param costs cycles of instructions; null for none
   * @return damage and disagreements: the tables hold what could be rebuilt
   */
  public List<Problem> fill(
      Set<Table> tables,
      Path trace,
      BinaryFiles binaries,
      CostModel costs,
      Selection selection,
      LongConsumer progress)
      throws IOException, QueryException {
    return TraceTables.fill(database, tables, trace, binaries, costs, selection, progress);
  }

  /** Writes a table as Parquet. */
  public void parquet(Table table, Path file) throws IOException, QueryException {
    database.run(
        "COPY (FROM " + table.tableName() + ") TO " + Database.quoted(file) + " (FORMAT parquet)",
        RowConsumer.NONE);
  }

  /**
   * Writes a table as CSV, as {@code bbt query --csv} prints it.
   *
   * @param packed whether by gzip
   */
  public void csv(Table table, Path file, boolean packed) throws IOException, QueryException {
    try (OutputStream plain = Files.newOutputStream(file);
        OutputStream bytes = packed ? new GZIPOutputStream(plain, 1 << 16) : plain;
        PrintWriter out =
            new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8)))) {
      csv(table, out);
      if (out.checkError()) {
        throw new IOException(file + " could not be written; is the disk full?");
      }
    }
  }

  /** Prints a table as CSV. */
  public void csv(Table table, PrintWriter out) throws IOException, QueryException {
    database.run("FROM " + table.tableName(), new CsvRows(out));
  }

  @Override
  public void close() {
    database.close();
  }
}

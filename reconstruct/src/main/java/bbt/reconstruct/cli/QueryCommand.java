package bbt.reconstruct.cli;

import bbt.reconstruct.query.Column;
import bbt.reconstruct.query.CsvRows;
import bbt.reconstruct.query.Database;
import bbt.reconstruct.query.JsonRows;
import bbt.reconstruct.query.Query;
import bbt.reconstruct.query.QueryException;
import bbt.reconstruct.query.RowConsumer;
import bbt.reconstruct.query.Table;
import bbt.reconstruct.query.TextRows;
import bbt.reconstruct.select.SelectionOptions;
import bbt.reconstruct.walk.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt query}: SQL over a trace. */
@Command(
    name = "query",
    description = "Ask a trace in SQL.",
    footer = {
      "",
      "Example: bbt query run.bbt \"select name, self from functions order by self desc limit 10\"",
      "The SQL is DuckDB's. It sees the trace alone: no files, no network. See docs/export.md."
    })
final class QueryCommand implements Callable<Integer> {
  @Parameters(index = "0", arity = "0..1", paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "SQL",
      description = "The statement; - reads it from standard input.")
  private String sql;

  @Option(names = "--tables", description = "Print the tables with their columns.")
  private boolean tables;

  @Option(names = "--csv", description = "Print CSV.")
  private boolean csv;

  @Option(names = "--json", description = "Print a JSON array with an object for each row.")
  private boolean json;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Rows of a table for people, 0 = all (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--save",
      paramLabel = "FILE.duckdb",
      description = {"Keep the database: the tables that SQL names, all without SQL."})
  private Path save;

  @Mixin private BinaryOptions binaries = new BinaryOptions();

  @Option(
      names = "--external",
      description = "Let the statement read and write files and use the network.")
  private boolean external;

  @Mixin private SelectionOptions selected = new SelectionOptions();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (tables) {
      printTables(out);
      return ExitCode.OK;
    }
    if (trace == null || (sql == null && save == null)) {
      throw new UserException(
          ExitCode.USAGE, "a TRACE and a statement are needed; --tables prints what it can name");
    }
    if (limit < 0 || (csv && json)) {
      throw new UserException(
          ExitCode.USAGE, limit < 0 ? "--limit must be 0 or more" : "choose --csv or --json");
    }
    RowConsumer rows = csv ? new CsvRows(out) : json ? new JsonRows(out) : new TextRows(out, limit);
    List<Problem> problems = TraceFiles.reading(trace, () -> answer(rows));
    TraceFiles.print(trace, problems, spec.commandLine().getErr());
    return problems.stream().allMatch(Problem::cut) ? ExitCode.OK : ExitCode.BAD_DATA;
  }

  private List<Problem> answer(RowConsumer rows) throws IOException {
    Path folder = save == null ? null : save.toAbsolutePath().getParent();
    try (Progress progress = Progress.start("rebuilding", "B", TraceFiles.size(trace));
        Database database = Database.create(folder, external)) {
      Query query = new Query(database, statement());
      List<Problem> problems =
          query.fill(trace, binaries.files(), selected.selection(), progress::update);
      progress.close();
      query.run(rows);
      if (save != null) {
        database.save(save);
      }
      return problems;
    } catch (QueryException e) {
      throw new UserException(ExitCode.USAGE, "SQL: " + e.getMessage(), e);
    }
  }

  private String statement() throws IOException {
    return "-".equals(sql) ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8) : sql;
  }

  private static void printTables(PrintWriter out) {
    for (Table table : Table.values()) {
      out.println(table.tableName() + ": " + table.about());
      for (Column column : table.columns()) {
        out.printf("  %-16s %-8s %s%n", column.name(), column.type(), column.about());
      }
      out.println();
    }
    out.println("UBIGINT columns are addresses; compare them with text: pc = '0x80200000'");
    out.flush();
  }
}

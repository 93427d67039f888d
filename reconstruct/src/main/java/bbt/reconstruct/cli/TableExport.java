package bbt.reconstruct.cli;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.OutputFile;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.export.ExportFormat;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.query.TableFiles;
import bbt.reconstruct.query.database.QueryException;
import bbt.reconstruct.query.database.Table;
import bbt.reconstruct.select.Selection;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** {@code bbt export} of tables: one to a file, or all to a folder. */
final class TableExport {
  private final PrintWriter out;
  private final PrintWriter err;
  private final ExportFormat format;
  private final Path target;
  private final Table only;

  /**
   * @param target null for standard output
   * @param table null for all
   */
  TableExport(CommandLine line, ExportFormat format, Path target, String table) {
    this.out = line.getOut();
    this.err = line.getErr();
    this.format = format;
    this.target = target;
    this.only = table == null ? null : named(table);
  }

  private static Table named(String name) {
    return Table.of(name)
        .orElseThrow(
            () ->
                new UserException(
                    Fault.USAGE,
                    "there is no table '"
                        + name
                        + "'; choose one of "
                        + Arrays.stream(Table.values())
                            .map(Table::tableName)
                            .collect(Collectors.joining(", "))));
  }

  List<Problem> run(Path trace, BinaryFiles binaries, CostModel costs, Selection selection)
      throws IOException {
    Set<Table> tables = only == null ? EnumSet.allOf(Table.class) : EnumSet.of(only);
    if (target == null || only != null) {
      Interruption.planned(target);
    } else {
      tables.forEach(table -> Interruption.planned(file(table)));
    }
    Path near = target == null ? null : target.toAbsolutePath().getParent();
    try (Progress progress =
            Progress.start("rebuilding", () -> TraceFiles.instructions(trace, selection));
        TableFiles files = TableFiles.create(near, TraceFiles.guest(trace))) {
      List<Problem> problems =
          files.fill(tables, trace, binaries, costs, selection, progress::update);
      progress.close();
      if (target == null) {
        files.csv(only, out);
      } else if (only != null) {
        write(files, only, target);
      } else {
        Files.createDirectories(target);
        for (Table table : tables) {
          write(files, table, file(table));
        }
      }
      return problems;
    } catch (QueryException e) {
      throw new UserException(Fault.IO_ERROR, e.getMessage(), e);
    }
  }

  /** A table's file in the folder that gets all of them. */
  private Path file(Table table) {
    return target.resolve(table.tableName() + "." + format.key());
  }

  private void write(TableFiles files, Table table, Path file) throws IOException, QueryException {
    OutputFile.Writing<QueryException> writing =
        unfinished -> {
          if (format == ExportFormat.PARQUET) {
            files.parquet(table, unfinished);
          } else {
            files.csv(table, unfinished, format.packed(file));
          }
        };
    OutputFile.write(file, writing);
    err.println("bbt: " + file + ": " + NumberText.grouped(Files.size(file)) + " bytes");
  }
}

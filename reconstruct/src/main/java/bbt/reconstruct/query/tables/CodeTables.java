package bbt.reconstruct.query.tables;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.code.Block;
import bbt.reconstruct.code.CodeLine;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.code.LineCost;
import bbt.reconstruct.code.LineCosts;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.RawTable;
import bbt.reconstruct.query.database.Rows;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Fills the tables about executed code: blocks, branches, source lines. */
final class CodeTables {
  private static final Set<RawTable> OURS =
      EnumSet.of(RawTable.BLOCKS, RawTable.BRANCHES, RawTable.LINES);

  private final Database database;
  private final Set<RawTable> wanted;
  private final Report report;

  /** Creates the tables of a report with executed code. */
  CodeTables(Database database, Set<RawTable> wanted, Report report) {
    this.database = database;
    this.wanted = wanted;
    this.report = report;
  }

  /** Whether any of the tables is one of these. */
  static boolean wanted(Set<RawTable> tables) {
    return !Collections.disjoint(tables, OURS);
  }

  void fill() {
    if (wanted.contains(RawTable.BLOCKS)) {
      Rows rows = database.rows(RawTable.BLOCKS);
      for (FunctionCode function : report.code().functions()) {
        function.blocks().forEach(block -> block(rows, function, block));
      }
    }
    if (wanted.contains(RawTable.BRANCHES)) {
      Rows rows = database.rows(RawTable.BRANCHES);
      for (FunctionCode function : report.code().functions()) {
        function.lines().stream()
            .filter(line -> line.flow() == CodeLine.Flow.BRANCH)
            .forEach(line -> branch(rows, function, line));
      }
    }
    if (wanted.contains(RawTable.LINES)) {
      lines(database.rows(RawTable.LINES));
    }
  }

  private static void block(Rows rows, FunctionCode function, Block block) {
    rows.begin()
        .add(function.name())
        .add(function.program())
        .add(function.address())
        .add(block.address())
        .add(block.version())
        .add(block.size())
        .add(block.lines().size())
        .add(block.executions())
        .add(block.instructions())
        .end();
  }

  private void branch(Rows rows, FunctionCode function, CodeLine line) {
    rows.begin()
        .add(function.name())
        .add(function.program())
        .add(line.address())
        .add(line.version())
        .add(line.target())
        .add(line.executions())
        .add(line.taken());
    SourceFrame place = LineCosts.place(report.sources(), line);
    if (place == null) {
      rows.none().none();
    } else {
      rows.add(place.file()).add(place.line());
    }
    rows.end();
  }

  private void lines(Rows rows) {
    LineCosts costs = LineCosts.of(report.code(), report.sources());
    costs
        .files()
        .forEach(
            (file, lines) ->
                lines.forEach(
                    (line, cost) -> {
                      rows.begin().add(file).add(line.intValue());
                      cost(rows, cost);
                    }));
    if (costs.elsewhere().instructions() > 0) {
      rows.begin().none().none();
      cost(rows, costs.elsewhere());
    }
  }

  private static void cost(Rows rows, LineCost cost) {
    rows.add(cost.executions()).add(cost.instructions()).end();
  }
}

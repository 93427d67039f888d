package bbt.reconstruct.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.Guests;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.QueryException;
import bbt.reconstruct.query.database.RowConsumer;
import bbt.reconstruct.query.database.Table;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryTest {
  @TempDir private Path folder;

  @Test
  void aScriptIsCutAtItsSemicolons() {
    assertEquals(
        List.of("select ';' as \"a;b\", 'it''s; so'", "-- ; no\nselect /* ; */ $x$ ; $x$, 1"),
        SqlScript.statements(
            " select ';' as \"a;b\", 'it''s; so' ;; -- ; no\nselect /* ; */ $x$ ; $x$, 1;\n-- end;"));
    assertEquals(List.of(), SqlScript.statements(" ; -- nothing\n /* ; */ "));
  }

  private Set<Table> read(String sql) throws IOException, QueryException {
    try (Database database = Database.create(folder, false, Guests.DEFAULT)) {
      return new Query(database, sql).tables();
    }
  }

  @Test
  void onlyTablesThatAreNamedAreFilled() throws IOException, QueryException {
    assertEquals(EnumSet.of(Table.FUNCTIONS), read("select name, calls from functions"));
    assertEquals(
        EnumSet.of(Table.HARTS, Table.PACKETS, Table.SWITCHES),
        read(
            "with p as (select * from packets) select * from p join harts using (hart) where"
                + " p.retired in (select retired from switches)"));
    assertEquals(EnumSet.of(Table.EXCEPTIONS), read("summarize exceptions"));
    assertEquals(EnumSet.of(Table.TRACE), read("create table kept as select * from trace"));
    assertEquals(EnumSet.noneOf(Table.class), read("select 1"));
  }

  /** Each view gives the columns that are documented, in that order. */
  @Test
  void columnsAreAsDocumented() throws IOException, QueryException {
    Path trace = folder.resolve("tiny.bbt");
    TinyTrace.write(trace);
    for (Table table : Table.values()) {
      List<String> found = new ArrayList<>();
      try (Database database = Database.create(folder, false, Guests.DEFAULT)) {
        Query query =
            new Query(
                database,
                "select column_name || ' ' || column_type from (describe "
                    + table.tableName()
                    + ")");
        assertTrue(
            query.fill(trace, BinaryFiles.NONE, null, Selection.ALL, offset -> {}).isEmpty());
        query.run(
            () ->
                new RowConsumer() {
                  @Override
                  public void columns(List<String> names, List<Kind> kinds) {}

                  @Override
                  public boolean row(List<String> values) {
                    return found.add(values.getFirst());
                  }

                  @Override
                  public void end() {}
                });
      }
      List<String> documented =
          table.columns().stream().map(c -> c.name() + " " + c.type()).toList();
      assertEquals(documented, found, table.tableName());
    }
  }
}

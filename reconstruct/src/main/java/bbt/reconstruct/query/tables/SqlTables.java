package bbt.reconstruct.query.tables;

import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.QueryException;
import bbt.reconstruct.query.database.Table;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds which tables a statement reads: only those are filled. */
public final class SqlTables {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_]+");

  private SqlTables() {}

  /**
   * The tables that a statement names. Of a SELECT those in its parsed form; of anything else
   * (SUMMARIZE, CREATE TABLE ... AS) every table whose name occurs in it.
   */
  public static Set<Table> of(Database database, String sql) throws QueryException {
    JsonNode parsed = parsed(database, sql);
    Set<Table> found = EnumSet.noneOf(Table.class);
    if (parsed.path("error").asBoolean()) {
      Matcher words = WORD.matcher(sql);
      while (words.find()) {
        Table.of(words.group()).ifPresent(found::add);
      }
      return found;
    }
    for (JsonNode name : parsed.findValues("table_name")) {
      Table.of(name.asText()).ifPresent(found::add);
    }
    return found;
  }

  /** Whether a statement is a SELECT, and so leaves nothing behind that others may read. */
  public static boolean isQuery(Database database, String sql) throws QueryException {
    return !parsed(database, sql).path("error").asBoolean();
  }

  private static JsonNode parsed(Database database, String sql) throws QueryException {
    try {
      return new ObjectMapper().readTree(database.parsed(sql));
    } catch (JsonProcessingException e) {
      throw new QueryException("the database's parser answers nonsense: " + e.getMessage());
    }
  }
}

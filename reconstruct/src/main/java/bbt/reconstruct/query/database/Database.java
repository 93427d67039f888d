package bbt.reconstruct.query.database;

import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.basics.OwnFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.duckdb.DuckDBConnection;

/**
 * A DuckDB database with the tables of a trace, empty at first. It lives in a folder of its own
 * that is removed with it: what is larger than memory goes to disk there.
 */
public final class Database implements AutoCloseable {
  /** The memory that DuckDB may use. */
  private static final String MEMORY = "2GB";

  private static final String FILE = "trace.duckdb";

  private static final String RESULT = "result.parquet";

  private final OwnFolder folder;
  private final Connection connection;
  private final Interruption.Registration cleaner;
  private final Map<RawTable, Rows> open = new EnumMap<>(RawTable.class);

  private Database(OwnFolder folder, Connection connection, Interruption.Registration cleaner) {
    this.folder = folder;
    this.connection = connection;
    this.cleaner = cleaner;
  }

  /**
   * Creates an empty database.
   *
   * @param folder where it may keep files, or null for the system's temporary folder
   * @param external whether statements may read and write files and use the network
   * @param guest of the trace that will fill it
   */
  public static Database create(Path folder, boolean external, GuestIsa guest)
      throws IOException, QueryException {
    OwnFolder own = OwnFolder.make(folder, folder == null ? "bbt-query" : ".bbt-query");
    Interruption.Registration cleaner =
        Interruption.during(
            () -> {
              remove(own);
              return "";
            });
    try {
      Properties settings = new Properties();
      settings.setProperty("enable_external_access", String.valueOf(external));
      settings.setProperty("allowed_paths", "[" + quoted(own.path().resolve(RESULT)) + "]");
      settings.setProperty("autoinstall_known_extensions", "false");
      settings.setProperty("memory_limit", MEMORY);
      settings.setProperty("temp_directory", own.path().resolve("spill").toString());
      Connection connection =
          DriverManager.getConnection("jdbc:duckdb:" + own.path().resolve(FILE), settings);
      UnpackedLibrary.delete(own.path());
      Database made = new Database(own, connection, cleaner);
      made.prepareTables(guest);
      return made;
    } catch (SQLException e) {
      remove(own);
      throw new QueryException(e);
    }
  }

  private void prepareTables(GuestIsa guest) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA raw");
      for (RawTable raw : RawTable.values()) {
        statement.execute(raw.ddl(guest));
      }
      for (Table table : Table.values()) {
        statement.execute(table.ddl());
      }
      statement.execute("SET lock_configuration = true");
    }
    connection.setAutoCommit(false);
  }

  /** Checks one statement against the tables, which may be empty still. */
  public void check(String sql) throws QueryException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.getMetaData();
    } catch (SQLException e) {
      throw new QueryException(e);
    }
  }

  /** Returns the parsed form of a statement as JSON; an error object if it is no SELECT. */
  public String parsed(String sql) throws QueryException {
    String text = "'" + sql.replace("'", "''") + "'";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT json_serialize_sql(" + text + ")")) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw new QueryException(e);
    }
  }

  /** Returns the appender of a raw table; always the same one until {@link #commit}. */
  public Rows rows(RawTable raw) {
    return open.computeIfAbsent(
        raw,
        key -> {
          try {
            return new Rows(((DuckDBConnection) connection).createAppender("raw", raw.tableName()));
          } catch (SQLException e) {
            throw new FillingException(e);
          }
        });
  }

  /** Makes the rows that were appended visible. */
  public void commit() throws QueryException {
    try {
      for (Rows rows : open.values()) {
        rows.close();
      }
      open.clear();
      connection.commit();
    } catch (SQLException e) {
      throw new QueryException(e);
    }
  }

  /** Runs a statement and gives its rows, if it has any, to a consumer. */
  public void run(String sql, RowConsumer consumer) throws IOException, QueryException {
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          ResultRows.feed(rows, consumer);
        }
      }
    } catch (SQLException e) {
      throw new QueryException(e);
    }
  }

  /**
   * Writes the result of a query as a Parquet file.
   *
   * @return the file: in this database's folder, with which it is removed
   */
  public Path parquet(String sql) throws IOException, QueryException {
    Path file = folder.path().resolve(RESULT);
    run("COPY (" + sql + "\n) TO " + quoted(file) + " (FORMAT parquet)", RowConsumer.NONE);
    return file;
  }

  public static String quoted(Path file) {
    return "'" + file.toString().replace("'", "''") + "'";
  }

  /**
   * Closes the database and moves its file to a place that the user named, replacing what is there.
   */
  public void save(Path target) throws IOException, QueryException {
    try {
      connection.commit();
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        statement.execute("CHECKPOINT");
      }
      connection.close();
    } catch (SQLException e) {
      throw new QueryException(e);
    }
    Interruption.publish(
        target,
        () -> Files.move(folder.path().resolve(FILE), target, StandardCopyOption.REPLACE_EXISTING));
  }

  @Override
  public void close() {
    try {
      for (Rows rows : List.copyOf(open.values())) {
        rows.close();
      }
    } catch (SQLException e) {
      // Rows of a walk that failed: the failure itself is on its way to the user.
    }
    try {
      connection.close();
    } catch (SQLException e) {
      // The files are removed in any case.
    }
    remove(folder);
    cleaner.close();
  }

  private static void remove(OwnFolder folder) {
    try {
      folder.close();
    } catch (IOException e) {
      // A temporary folder that cannot be removed does no harm.
    }
  }
}

package bbt.reconstruct.query.database;

import java.sql.SQLException;
import org.duckdb.DuckDBAppender;

/**
 * Appends rows to a raw table. A row is {@code begin()}, a value for each column, {@code end()}.
 */
public final class Rows {
  private final DuckDBAppender appender;

  Rows(DuckDBAppender appender) {
    this.appender = appender;
  }

  public Rows begin() {
    try {
      appender.beginRow();
      return this;
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  public Rows add(long value) {
    try {
      appender.append(value);
      return this;
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  /** A number, or {@link Double#NaN} for none. */
  public Rows add(double value) {
    try {
      if (Double.isNaN(value)) {
        appender.appendNull();
      } else {
        appender.append(value);
      }
      return this;
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  public Rows add(int value) {
    try {
      appender.append(value);
      return this;
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  public Rows add(boolean value) {
    try {
      appender.append(value);
      return this;
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  /** Text, or null for none. */
  public Rows add(String value) {
    try {
      if (value == null) {
        appender.appendNull();
      } else {
        appender.append(value);
      }
      return this;
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  /** Appends no value. */
  public Rows none() {
    return add(null);
  }

  public void end() {
    try {
      appender.endRow();
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  void close() throws SQLException {
    appender.close();
  }
}

package bbt.reconstruct.query;

import java.sql.SQLException;
import org.duckdb.DuckDBAppender;

/** The end of a raw table. A row is {@code begin()}, a value for each column, {@code end()}. */
final class Rows {
  private final DuckDBAppender appender;

  Rows(DuckDBAppender appender) {
    this.appender = appender;
  }

  Rows begin() {
    try {
      appender.beginRow();
      return this;
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  Rows add(long value) {
    try {
      appender.append(value);
      return this;
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  Rows add(double value) {
    try {
      appender.append(value);
      return this;
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  Rows add(int value) {
    try {
      appender.append(value);
      return this;
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  Rows add(boolean value) {
    try {
      appender.append(value);
      return this;
    } catch (SQLException e) {
      throw new FillingException(e);
    }
  }

  /** Text, or null for none. */
  Rows add(String value) {
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

  /** No value. */
  Rows none() {
    return add(null);
  }

  void end() {
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

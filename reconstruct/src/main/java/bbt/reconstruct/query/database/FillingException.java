package bbt.reconstruct.query.database;

import java.sql.SQLException;

/** Rows could not be stored; thrown through the walk, which knows nothing of databases. */
public final class FillingException extends RuntimeException {
  FillingException(SQLException cause) {
    super(cause);
  }

  public QueryException asQueryException() {
    return new QueryException((SQLException) getCause());
  }
}

package bbt.reconstruct.query.database;

import java.sql.SQLException;

/**
 * Thrown where rows could not be stored; it passes through the walk, which knows nothing of
 * databases.
 */
public final class FillingException extends RuntimeException {
  FillingException(SQLException cause) {
    super(cause);
  }

  public QueryException asQueryException() {
    return new QueryException((SQLException) getCause());
  }
}

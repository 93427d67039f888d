package bbt.reconstruct.query;

import java.sql.SQLException;

/** Rows could not be stored; thrown through the walk, which knows nothing of databases. */
final class FillingException extends RuntimeException {
  FillingException(SQLException cause) {
    super(cause);
  }

  QueryException asQueryException() {
    return new QueryException((SQLException) getCause());
  }
}

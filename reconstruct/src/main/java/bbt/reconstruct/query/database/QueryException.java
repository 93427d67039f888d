package bbt.reconstruct.query.database;

import java.sql.SQLException;

/**
 * Thrown where a statement is wrong, or asks for something that is not there; one line says what.
 */
public final class QueryException extends Exception {
  public QueryException(SQLException cause) {
    super(oneLine(cause.getMessage()), cause);
  }

  public QueryException(String message) {
    super(message);
  }

  /** Whether reading or writing a file failed: then the statement may well be right. */
  public boolean ofFile() {
    return getMessage().startsWith("IO Error: ");
  }

  /** DuckDB's message without its drawing of the place. */
  private static String oneLine(String message) {
    if (message == null) {
      return "the database gives no details";
    }
    String text = message;
    int drawing = text.indexOf("\nLINE ");
    if (drawing >= 0) {
      text = text.substring(0, drawing);
    }
    int inner = text.indexOf("pending query result\nError: ");
    if (inner >= 0) {
      text = text.substring(inner + "pending query result\nError: ".length());
    }
    return text.strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ");
  }
}

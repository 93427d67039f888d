package bbt.reconstruct.query;

import java.util.Locale;
import java.util.Optional;

/** The formats that the result of a query is written in. */
public enum ResultFormat {
  /** Columns for people. */
  TABLE,
  CSV,
  /** An array with an object for each row. */
  JSON,
  /** A file for other tools. */
  PARQUET;

  /** The format's name on the command line. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the format of a key, or of the end of a file's name. */
  public static Optional<ResultFormat> of(String key) {
    for (ResultFormat each : values()) {
      if (each.key().equalsIgnoreCase(key)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}

package bbt.reconstruct.query.database;

import java.io.IOException;
import java.util.List;

/** Receives the result of a statement, row by row. */
public interface RowConsumer {
  /** Takes no notice of a result. */
  RowConsumer NONE =
      new RowConsumer() {
        @Override
        public void columns(List<String> names, List<Kind> kinds) {}

        @Override
        public boolean row(List<String> values) {
          return false;
        }

        @Override
        public void end() {}
      };

  /** The kinds of values of a column, for those who print them. */
  enum Kind {
    NUMBER,
    TEXT,
    /** A boolean: {@code true} or {@code false}. */
    TRUTH
  }

  /** The columns; said once, before the rows. */
  void columns(List<String> names, List<Kind> kinds) throws IOException;

  /**
   * A row. Numbers are written as SQL does, addresses as {@code 0x...} text.
   *
   * @param values null where there is none
   * @return whether more rows are wanted
   */
  boolean row(List<String> values) throws IOException;

  /** Ends the result: there are no more rows. */
  void end() throws IOException;
}

package bbt.reconstruct.query.database;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/** Gives the rows of a result to a {@link RowConsumer}. */
final class ResultRows {
  private ResultRows() {}

  static void feed(ResultSet rows, RowConsumer consumer) throws SQLException, IOException {
    ResultSetMetaData about = rows.getMetaData();
    int count = about.getColumnCount();
    List<String> names = new ArrayList<>();
    List<RowConsumer.Kind> kinds = new ArrayList<>();
    boolean[] address = new boolean[count];
    for (int i = 0; i < count; i++) {
      names.add(about.getColumnLabel(i + 1));
      address[i] = about.getColumnTypeName(i + 1).equals("UBIGINT");
      kinds.add(address[i] ? RowConsumer.Kind.TEXT : kind(about, i + 1));
    }
    consumer.columns(names, kinds);
    boolean more = true;
    while (more && rows.next()) {
      List<String> values = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        values.add(text(rows.getObject(i + 1), address[i]));
      }
      more = consumer.row(values);
    }
    consumer.end();
  }

  private static RowConsumer.Kind kind(ResultSetMetaData about, int column) throws SQLException {
    return switch (about.getColumnType(column)) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> RowConsumer.Kind.NUMBER;
      case Types.FLOAT, Types.REAL, Types.DOUBLE, Types.DECIMAL, Types.NUMERIC ->
          RowConsumer.Kind.NUMBER;
      case Types.BOOLEAN, Types.BIT -> RowConsumer.Kind.TRUTH;
      // HUGEINT, what sum() of a BIGINT is, has no type of its own in JDBC.
      default ->
          about.getColumnTypeName(column).endsWith("INT")
              ? RowConsumer.Kind.NUMBER
              : RowConsumer.Kind.TEXT;
    };
  }

  private static String text(Object value, boolean address) {
    return switch (value) {
      case null -> null;
      case BigInteger number when address -> "0x" + number.toString(16);
      case BigDecimal number -> number.toPlainString();
      // People and spreadsheets read 0.00001 more easily than 1.0E-5.
      case Double number when Math.abs(number) < 1e15 && Math.abs(number) >= 1e-12 ->
          new BigDecimal(number.toString()).toPlainString();
      default -> value.toString();
    };
  }
}

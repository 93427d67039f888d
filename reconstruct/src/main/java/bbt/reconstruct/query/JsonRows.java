package bbt.reconstruct.query;

import bbt.reconstruct.query.database.RowConsumer;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;

/** Prints a result as a JSON array with an object for each row, one a line. */
public final class JsonRows implements RowConsumer {
  private final PrintWriter out;
  private List<String> names;
  private List<Kind> kinds;
  private boolean first = true;

  public JsonRows(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void columns(List<String> columnNames, List<Kind> columnKinds) {
    names = columnNames;
    kinds = columnKinds;
    out.print("[");
  }

  @Override
  public boolean row(List<String> values) throws IOException {
    out.print(first ? "\n" : ",\n");
    first = false;
    try (JsonGenerator json =
        new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
      json.writeStartObject();
      for (int i = 0; i < names.size(); i++) {
        json.writeFieldName(names.get(i));
        value(json, values.get(i), kinds.get(i));
      }
      json.writeEndObject();
    }
    return !out.checkError();
  }

  private static void value(JsonGenerator json, String value, Kind kind) throws IOException {
    if (value == null
        || value.equals("NaN") && kind == Kind.NUMBER
        || value.endsWith("Infinity") && kind == Kind.NUMBER) {
      json.writeNull();
      return;
    }
    switch (kind) {
      case NUMBER -> json.writeNumber(new BigDecimal(value));
      case TRUTH -> json.writeBoolean(Boolean.parseBoolean(value));
      case TEXT -> json.writeString(value);
    }
  }

  @Override
  public void end() {
    out.print(first ? "]\n" : "\n]\n");
    out.flush();
  }
}

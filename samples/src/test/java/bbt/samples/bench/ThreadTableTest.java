package bbt.samples.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadTableTest {
  private static Row row(double... main) {
    Row row = new Row("row", List.of());
    for (double each : main) {
      row.add(new Measured(1, 1, 0, "", Map.of("main", each, "C2", 0.5)));
    }
    return row;
  }

  @Test
  void mediansOfSecondsAndTheMainThreadsRatioOfOneRound() {
    ThreadTable table = new ThreadTable();
    table.add("sha", new Rivals(row(9), row(1, 2, 4), row(2, 2, 2), null));
    table.add("version", new Rivals(null, row(0.5), null, null));
    assertEquals(
        List.of(
            "| CPU s by thread | main | writer | coder | region compiler | C1 | C2 | rest |"
                + " main, traced / bbt |",
            "|---|---|---|---|---|---|---|---|---|",
            "| sha | 2.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.50 | 0.00 | |",
            "| sha, traced | 2.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.50 | 0.00 | 1.00 |",
            "| version | 0.50 | 0.00 | 0.00 | 0.00 | 0.00 | 0.50 | 0.00 | |"),
        table.lines());
  }
}

package bbt.samples.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SuiteTableTest {
  private static Row row(double... seconds) {
    Row row = new Row("row", List.of());
    for (double each : seconds) {
      row.add(new Measured(each, Double.NaN, 0, "", Map.of()));
    }
    return row;
  }

  @Test
  void mediansAndRatiosOfOneRound() {
    SuiteTable table = new SuiteTable("cpu", "11.1.2", true);
    assertEquals(
        List.of(
            "| cpu | QEMU 11.1.2 | bbt | bbt / QEMU | traced | traced / bbt | warm | warm / QEMU |",
            "|---|---|---|---|---|---|---|---|"),
        table.head());
    // Ratios 2, 2, 0.5 and 1, 2, 8: their medians, not the ratios of the medians 4 and 2.
    assertEquals(
        "| sha | 2.00 | 2.00 | 2.00 | 8.00 | 2.00 | 1.00 | 1.00 |",
        table.line("sha", new Rivals(row(1, 2, 4), row(2, 4, 2), row(2, 8, 16), row(1, 2, 1))));
    assertEquals(
        "| fib | 1.00 | 0.50 | 0.50 | 4.00 | 8.00 | 4.00 | 4.00 |",
        table.line("fib", new Rivals(row(1), row(0.5), row(4), row(4))));
    assertEquals(
        "| geometric mean, worst | | | 1.00, 2.00 | | 4.00, 8.00 | | 2.00, 4.00 |", table.last());
  }

  @Test
  void whatWasNotMeasuredIsADash() {
    SuiteTable table = new SuiteTable("start", null, false);
    assertEquals(
        "| start | no QEMU | bbt | bbt / QEMU | traced | traced / bbt |", table.head().getFirst());
    assertEquals(
        "| version | - | 0.50 | - | - | - |",
        table.line("version", new Rivals(null, row(0.5), null, null)));
    assertEquals("| geometric mean, worst | | | - | | - |", table.last());
  }

  @Test
  void theWarmProcessRunsOnlyWhatBoots() {
    Work version = new Work("version", List.of("--version"), List.of("--version"), null, null);
    Rivals rivals = Rivals.of(version, "bbt", List.of("qemu", "-L"), "trace", true);
    assertNull(rivals.traced());
    assertNull(rivals.warm());
    assertEquals(List.of("qemu", "-L", "--version"), rivals.rows().getFirst().command);
    assertEquals(List.of(rivals.qemu(), rivals.bbt()), rivals.rows());

    Span span = new Span("begin", "end");
    Work boot = new Work("mini", List.of("boot", "mini"), List.of(), "mini", span);
    Rivals booted = Rivals.of(boot, "bbt", null, "trace", true);
    assertEquals(List.of("bbt", "boot", "mini", "--bb-trace", "trace"), booted.traced().command);
    assertEquals(List.of("bbt", "boot", "mini", "--warm"), booted.warm().command);
    assertEquals(List.of(booted.bbt(), booted.traced(), booted.warm()), booted.rows());
  }
}

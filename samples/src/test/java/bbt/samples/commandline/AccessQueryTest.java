package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.Main;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables {@code reads} and {@code writes} against {@code bbt log} and against each other. */
class AccessQueryTest {
  /** All columns that both sources have, as text. */
  private static final String ALL =
      "select clock, hart, format('{:x}', pc), 'r' || bytes, format('{:x}', address), '', format('{:x}', value)"
          + " from reads union all select clock, hart, format('{:x}', pc), 'w' || bytes,"
          + " format('{:x}', address), format('{:x}', before), format('{:x}', value) from writes";

  /** {@code w8[80200000]=0x12 was 0x10}: of a load without {@code was}; no values if no RAM. */
  private static final Pattern ACCESS =
      Pattern.compile("([rw]\\d)\\[([0-9a-f]+)\\](?:=0x([0-9a-f]+)(?: was 0x([0-9a-f]+))?)?");

  @TempDir private static Path folder;

  @BeforeAll
  static void boot() {
    InProcess.run(0, "boot", "mini", "--quiet", "--bb-trace", at("mini"));
    InProcess.run(0, "boot", "harts", "--smp", "2", "--quiet", "--bb-trace", at("harts"));
  }

  private static String at(String name) {
    return folder.resolve(name + ".bbt").toString();
  }

  private static List<String> lines(String... words) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertEquals(0, Main.run(bytes, words), () -> String.join(" ", words));
    List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    return lines.subList(1, lines.size());
  }

  /** Leading zeros go: the log shows them, SQL does not. */
  private static String bare(String number) {
    return number == null ? "" : number.replaceFirst("^0+(?=.)", "");
  }

  private static List<String> query(String trace, String... more) {
    List<String> words = new ArrayList<>(List.of("query", at(trace), ALL, "--format", "csv"));
    words.addAll(List.of(more));
    List<String> rows = new ArrayList<>();
    for (String line : lines(words.toArray(String[]::new))) {
      rows.add(line.replace("\"", ""));
    }
    rows.sort(null);
    return rows;
  }

  private static List<String> log(String trace, String... more) {
    List<String> words = new ArrayList<>(List.of("log", at(trace), "--data", "--format", "csv"));
    words.addAll(List.of(more));
    List<String> rows = new ArrayList<>();
    for (String line : lines(words.toArray(String[]::new))) {
      String[] cells = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
      Matcher access = ACCESS.matcher(cells[15]);
      while (access.find()) {
        rows.add(
            String.join(
                ",",
                cells[1],
                cells[3],
                bare(cells[7].substring(2)),
                access.group(1),
                bare(access.group(2)),
                bare(access.group(4)),
                bare(access.group(3))));
      }
    }
    rows.sort(null);
    return rows;
  }

  /** The log steps from instruction to instruction; the tables are filled at full speed. */
  @ParameterizedTest
  @CsvSource({
    "mini, 0, 4000",
    "mini, 529500, 542000",
    "mini, 3000001, 3004000",
    "harts, 60000, 72000",
    "harts, 200007, 212000"
  })
  void theyHoldWhatTheLogShows(String trace, String from, String to) {
    List<String> logged = log(trace, "--from", from, "--to", to);
    assertTrue(logged.size() > 100, logged.size() + " accesses");
    assertEquals(logged, query(trace, "--from", from, "--to", to));
  }

  /** Pages without the range run at full speed: nothing of it is missed. */
  @ParameterizedTest
  @CsvSource({"mini, 700000", "harts, 260000"})
  void aRangeHoldsWhatIsInIt(String trace, String to) {
    String most =
        lines(
                "query",
                at(trace),
                "select address from writes group by all order by count(*) desc, address limit 1",
                "--csv",
                "--from",
                "60000",
                "--to",
                to)
            .getFirst()
            .replace("\"", "");
    long address = Long.decode(most);
    List<String> inRange = query(trace, "--memory", most + ":8");
    assertTrue(inRange.size() > 50, inRange.size() + " accesses");
    List<String> all = query(trace);
    all.removeIf(
        row -> {
          String[] cells = row.split(",", -1);
          long at = Long.parseUnsignedLong(cells[4], 16);
          int bytes = Integer.parseInt(cells[3].substring(1));
          return at + bytes <= address || at >= address + 8;
        });
    assertEquals(all, inRange);
  }

  /** An access that crosses into another page is two rows. */
  @Test
  void bothPartsOfAnAccessAreThere() {
    List<String> sums =
        lines(
            "query",
            at("mini"),
            "select count(*), sum(bytes) from (select clock, bytes from reads union all select clock, bytes"
                + " from writes) group by clock having bool_or(bytes in (3, 5, 6, 7))",
            "--csv");
    assertTrue(sums.size() > 10, sums.size() + " of them");
    for (String each : sums) {
      assertTrue(each.equals("2,8") || each.equals("2,4"), each);
    }
  }

  @Test
  void aSelectionHoldsItsPart() {
    List<String> second = query("harts", "--from", "180k", "--to", "220k", "--hart", "1");
    List<String> all = query("harts", "--from", "180k", "--to", "220k");
    all.removeIf(row -> !row.split(",")[1].equals("1"));
    assertTrue(second.size() > 100);
    assertEquals(all, second);
  }

  @ParameterizedTest
  @CsvSource({
    "select * from tasks, 0x80200000, --memory is for the tables reads and writes",
    "select * from reads, phys:0x80200000:8, virtual addresses",
    "select * from reads, 0xffffffffffffffff:2, no range of memory"
  })
  void whatCannotBeAskedIsOneLine(String sql, String memory, String said) throws Exception {
    Bbt.Outcome outcome = InProcess.outcome("query", at("mini"), sql, "--memory", memory);
    assertEquals(64, outcome.code());
    assertEquals(1, outcome.errorLines().size(), outcome.err());
    assertTrue(outcome.err().contains(said), outcome.err());
  }
}

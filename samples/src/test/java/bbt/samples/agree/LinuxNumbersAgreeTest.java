package bbt.samples.agree;

import static bbt.samples.agree.Reports.bbt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The numbers of a whole Linux boot, function by function; with {@code -Dbbt.linux.trace=FILE}
 * those of a trace that is there already. All files are read piece by piece, and removed when they
 * have been compared: the text of perf script alone takes gigabytes.
 */
@Tag("full")
final class LinuxNumbersAgreeTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private String trace;
  private JsonNode report;
  private Costs expected;

  private Path export(String name) throws IOException {
    Path file = folder.resolve(name);
    bbt("export", trace, "-o", file.toString());
    System.out.printf(Locale.ROOT, "%s: %,d bytes%n", name, Files.size(file));
    return file;
  }

  /** Something that reads a file. */
  @FunctionalInterface
  private interface Reader {
    Costs read(Path file) throws IOException;
  }

  private void agrees(String name, Reader reader) throws IOException {
    long start = System.nanoTime();
    Path file = export(name);
    agrees(reader.read(file), name);
    Files.delete(file);
    System.out.printf(Locale.ROOT, "%s: %.1f s%n", name, (System.nanoTime() - start) * 1e-9);
  }

  private JsonNode query(String sql) throws IOException {
    return JSON.readTree(bbt("query", trace, sql, "--json"));
  }

  private void agrees(Costs found, String what) {
    assertEquals(expected.total(), found.total(), what);
    assertEquals(Map.of(), differences(expected.self(), found.self()), what);
    if (!found.calls().isEmpty()) {
      assertEquals(Map.of(), differences(expected.calls(), found.calls()), what);
    }
    if (!found.inclusive().isEmpty()) {
      assertEquals(Map.of(), differences(expected.inclusive(), found.inclusive()), what);
    }
  }

  /** The two maps alone would be half a megabyte of message. */
  private static Map<String, String> differences(Map<String, Long> one, Map<String, Long> other) {
    Map<String, String> differences = new TreeMap<>();
    Set<String> names = new TreeSet<>(one.keySet());
    names.addAll(other.keySet());
    for (String name : names) {
      if (!Objects.equals(one.get(name), other.get(name))) {
        differences.put(name, one.get(name) + ", here " + other.get(name));
      }
    }
    return differences;
  }

  @Test
  void allAgree() throws Exception {
    trace = System.getProperty("bbt.linux.trace");
    if (trace == null) {
      trace = folder.resolve("linux.bbt").toString();
      Bbt.Outcome boot = Bbt.run("boot", "linux", "--bb-trace", trace);
      assertEquals(0, boot.code(), boot.err());
    }
    report = JSON.readTree(bbt("report", trace, "--json", "--top", "1000000"));
    expected = Reports.costs(report);
    assertTrue(expected.self().size() > 5_000, "functions: " + expected.self().size());
    String total =
        String.format(Locale.ROOT, "(?s).*\nTotal instructions +%,d\n.*", expected.total());
    assertTrue(bbt("report", trace, "--full").matches(total), "text: " + expected.total());
    tables();
    calls();
    agrees("linux.pb.gz", PprofReader::read);
    agrees("linux.callgrind", Readers::callgrind);
    agrees("linux.json", Readers::json);
    agrees("linux.folded.gz", Readers::folded);
    agrees("linux.speedscope.json", Readers::speedscope);
    agrees("linux.perf.gz", Readers::perfScript);
    overTime("linux.trace.json", EventReader::chrome);
    overTime("linux.pftrace", EventReader::perfetto);
    page();
  }

  /** Reads events. */
  @FunctionalInterface
  private interface Events {
    void read(Path file, EventReader.Consumer consumer) throws IOException;
  }

  /** The longest frames of 48 million: what the others cost is said where they are. */
  private void overTime(String name, Events reader) throws IOException {
    Path file = export(name);
    EventCosts found = new EventCosts();
    reader.read(file, found);
    Files.delete(file);
    assertEquals(expected.total(), found.costs().total(), name);
    found.harts().forEach((track, sum) -> assertEquals(expected.total(), sum, track));
    long exceptions = 0;
    for (JsonNode kind : report.get("exceptions")) {
      exceptions += kind.get("count").asLong();
    }
    assertEquals(exceptions, found.marks(), name);
    assertEquals(expected.total(), found.counters().get("instructions"), name);
    assertEquals(exceptions, found.counters().get("exceptions"), name);
    found
        .costs()
        .self()
        .forEach((f, self) -> assertTrue(f.startsWith("[") || self <= expected.self().get(f), f));
  }

  private void page() throws IOException {
    Path file = folder.resolve("linux.html");
    bbt("report", trace, "--html", file.toString());
    PageReader page = PageReader.of(file);
    assertEquals(expected.total(), page.block("report").get("instructions").asLong(), "page");
    agrees(page.functions(expected.total()), "functions of the page");
  }

  /** Each of 48 million calls is a row. */
  private void calls() throws IOException {
    Costs found = Costs.none();
    long total = 0;
    for (JsonNode row :
        query(
            "select function as name, sum(self) self, count(*) filter (counted) calls from calls"
                + " group by all")) {
      String name = row.get("name").asText();
      Costs.add(found.self(), name, row.get("self").asLong());
      Costs.add(found.calls(), name, row.get("calls").asLong());
      total += row.get("self").asLong();
    }
    agrees(found.withTotal(total), "calls in SQL");
    long exceptions = 0;
    for (JsonNode kind : report.get("exceptions")) {
      exceptions += kind.get("count").asLong();
    }
    assertEquals(exceptions, query("select count(*) n from exceptions").get(0).get("n").asLong());
  }

  private void tables() throws IOException {
    Costs found = Costs.none();
    SortedMap<String, Long> one = new TreeMap<>();
    for (JsonNode row :
        query(
            "select name, sum(self) self, sum(inclusive) inclusive, sum(calls) calls,"
                + " (select sum(instructions) from harts) harts,"
                + " (select sum(instructions) from tasks) tasks,"
                + " (select sum(instructions) from blocks) blocks,"
                + " (select sum(instructions) from lines) lines from functions group by name")) {
      String name = row.get("name").asText();
      Costs.add(found.self(), name, row.get("self").asLong());
      Costs.add(found.inclusive(), name, row.get("inclusive").asLong());
      Costs.add(found.calls(), name, row.get("calls").asLong());
      for (String table : new String[] {"harts", "tasks", "blocks", "lines"}) {
        one.put(table, row.get(table).asLong());
      }
    }
    agrees(found.withTotal(one.get("harts")), "functions in SQL");
    one.forEach((table, sum) -> assertEquals(expected.total(), sum, table));
  }
}

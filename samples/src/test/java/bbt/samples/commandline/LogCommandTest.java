package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceReader;
import bbt.reconstruct.cli.Main;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.samples.testing.InProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines of {@code bbt log} against a walk of their own, against each other, and read back. */
class LogCommandTest {
  private static final Pattern LOAD = Pattern.compile("\"l(bu?|hu?|wu?|d) (\\w+),.*\"");
  private static final Pattern STORE = Pattern.compile("\"s([bhwd]) (\\w+),.*\"");

  @TempDir private static Path folder;

  @BeforeAll
  static void boot() {
    InProcess.run(0, "boot", "mini", "--quiet", "--bb-trace", at("mini"));
    InProcess.run(0, "boot", "harts", "--smp", "2", "--quiet", "--bb-trace", at("harts"));
  }

  private static String at(String name) {
    return folder.resolve(name + ".bbt").toString();
  }

  /** Takes lines without keeping them. */
  private static final class Lines extends OutputStream {
    private final Consumer<String> taker;
    private final StringBuilder line = new StringBuilder();

    Lines(Consumer<String> taker) {
      this.taker = taker;
    }

    @Override
    public void write(int c) {
      write(new byte[] {(byte) c}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      int start = from;
      for (int i = from; i < from + length; i++) {
        if (bytes[i] == '\n') {
          line.append(new String(bytes, start, i - start, StandardCharsets.UTF_8));
          taker.accept(line.toString());
          line.setLength(0);
          start = i + 1;
        }
      }
      line.append(new String(bytes, start, from + length - start, StandardCharsets.UTF_8));
    }
  }

  private static void log(Consumer<String> taker, String... words) {
    List<String> all = new ArrayList<>(List.of("log"));
    all.addAll(List.of(words));
    assertEquals(0, Main.run(new Lines(taker), all.toArray(String[]::new)));
  }

  /** Cells of a line of CSV; text in quotes keeps them. */
  private static String[] cells(String line) {
    return line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
  }

  private static List<String[]> rows(String... words) {
    List<String[]> rows = new ArrayList<>();
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--format", "csv"));
    log(line -> rows.add(cells(line)), all.toArray(String[]::new));
    rows.removeFirst();
    return rows;
  }

  /** A sum in which the order counts. */
  private static final class Sum {
    long instructions;
    long value;

    void add(long pc) {
      instructions++;
      value = value * 31 + pc;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mini", "harts"})
  void everyInstructionIsThereInOrder(String guest) throws IOException {
    Sum walked = new Sum();
    PieceConsumer pieces =
        (step, count) -> {
          for (int i = 0; i < count; i++) {
            walked.add(step.node().address(i));
          }
        };
    try (TraceReader reader = TraceReader.open(Path.of(at(guest)))) {
      new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, new FlowListener() {}, pieces)
          .run();
    }
    Sum told = new Sum();
    log(
        line -> {
          if (line.startsWith("instruction,")) {
            String[] cells = line.split(",", 9);
            assertEquals(told.instructions, Long.parseLong(cells[1]));
            told.add(Long.parseUnsignedLong(cells[7].substring(2), 16));
          }
        },
        at(guest),
        "--format",
        "csv");
    assertEquals(walked.instructions, told.instructions);
    assertEquals(walked.value, told.value);
  }

  @Test
  void nodesHaveAllInstructions() {
    long[] sum = new long[2];
    log(
        line -> {
          if (line.startsWith("node,")) {
            String[] cells = line.split(",", 11);
            assertEquals(sum[0], Long.parseLong(cells[1]));
            sum[0] += Long.parseLong(cells[9]);
            sum[1]++;
          }
        },
        at("mini"),
        "--nodes",
        "-f",
        "csv");
    assertEquals(6_823_818, sum[0]);
    assertTrue(sum[1] > 1_000_000 && sum[1] < sum[0], sum[1] + " nodes");
  }

  /** A branch that was taken is followed by its target; the text says it, too. */
  @Test
  void branchesGoWhereTheySay() {
    List<String[]> rows = rows(at("mini"), "--from", "1M", "--to", "1010000");
    int taken = 0;
    int jumps = 0;
    for (int i = 0; i + 1 < rows.size(); i++) {
      String[] row = rows.get(i);
      String next = rows.get(i + 1)[7];
      if (row[12].equals("1")) {
        assertTrue(row[11].contains(next.substring(2)), row[11] + " leads to " + next);
        taken++;
      } else if (!row[13].isEmpty()) {
        assertEquals(next, row[13], row[11]);
        jumps++;
      }
    }
    assertTrue(taken > 100 && jumps > 10, taken + " branches taken, " + jumps + " jumps");
  }

  /** What a load reads is what its register gets; what a store writes is what its register has. */
  @ParameterizedTest
  @ValueSource(strings = {"mini", "harts"})
  void dataAndRegistersAgree(String guest) {
    Map<String, Long> known = new HashMap<>();
    int loads = 0;
    int stores = 0;
    for (String[] row :
        rows(at(guest), "--from", "40%", "--limit", "20000", "--registers", "--data")) {
      Map<String, Long> changed = new HashMap<>();
      for (String each : row[14].isEmpty() ? new String[0] : row[14].split(" ")) {
        String[] parts = each.split("=0x");
        changed.put(row[3] + parts[0], Long.parseUnsignedLong(parts[1], 16));
      }
      Matcher load = LOAD.matcher(row[11]);
      Matcher store = STORE.matcher(row[11]);
      if (load.matches() && row[15].contains("=0x")) {
        Long value =
            changed.getOrDefault(row[3] + load.group(2), known.get(row[3] + load.group(2)));
        if (value != null) {
          long read = Long.parseUnsignedLong(row[15].replaceAll(".*=0x", ""), 16);
          assertEquals(extended(load.group(1), read), value, String.join(",", row));
          loads++;
        }
      } else if (store.matches() && row[15].contains("=0x")) {
        Long value = known.get(row[3] + store.group(2));
        if (value != null) {
          long wrote =
              Long.parseUnsignedLong(row[15].replaceAll(".*\\]=0x([0-9a-f]+) was.*", "$1"), 16);
          assertEquals(wrote, value & mask(store.group(1)), String.join(",", row));
          stores++;
        }
      }
      known.putAll(changed);
    }
    assertTrue(loads > 100 && stores > 20, loads + " loads, " + stores + " stores");
  }

  private static long extended(String width, long value) {
    return switch (width) {
      case "b" -> (byte) value;
      case "h" -> (short) value;
      case "w" -> (int) value;
      default -> value;
    };
  }

  private static long mask(String width) {
    return switch (width) {
      case "b" -> 0xFF;
      case "h" -> 0xFFFF;
      case "w" -> 0xFFFF_FFFFL;
      default -> -1;
    };
  }

  /** QEMU's form is read by bbt import: the same traps, and instructions but for what SBI does. */
  @Tag("full")
  @Test
  void qemusFormIsReadBack() throws IOException {
    Path log = folder.resolve("mini.log");
    try (OutputStream out = java.nio.file.Files.newOutputStream(log);
        OutputStream buffered = new java.io.BufferedOutputStream(out)) {
      assertEquals(0, Main.run(buffered, "log", at("mini"), "--format", "qemu"));
    }
    String imported = at("imported");
    InProcess.run(0, "import", log.toString(), "--format", "qemu", "-o", imported);
    String traps = "system call 62, mmu 517, interrupt 250, execution 302";
    assertTrue(InProcess.run(0, "info", at("mini")).contains(traps));
    String info = InProcess.run(0, "info", imported);
    assertTrue(info.contains(traps), info);
    Matcher count = Pattern.compile("(?m)^instructions +([0-9,]+)").matcher(info);
    assertTrue(count.find());
    long instructions = Long.parseLong(count.group(1).replace(",", ""));
    assertTrue(instructions > 6_823_700 && instructions <= 6_823_818, info);
  }

  @Test
  void onlyWhatIsSelected() {
    List<String[]> user = rows(at("mini"), "--privilege", "user", "--limit", "5000");
    assertEquals(5_000, user.size());
    assertTrue(user.stream().allMatch(row -> row[4].equals("U")));
    List<String[]> one = rows(at("harts"), "--hart", "1", "--limit", "1000");
    assertTrue(one.size() == 1_000 && one.stream().allMatch(row -> row[3].equals("1")));
    List<String[]> window = rows(at("mini"), "--from", "1000", "--to", "1010");
    assertEquals(10, window.size());
    assertEquals("1000", window.getFirst()[1]);
    assertEquals("1009", window.getLast()[1]);
  }

  /** The function and what it calls, nothing else. */
  @Test
  void aFunctionWithWhatItCalls() {
    List<String[]> rows = rows(at("mini"), "--function", "print", "--limit", "3000");
    long[] own = new long[2];
    for (String[] row : rows) {
      own[0] += row[8].matches("print([+].*)?") ? 1 : 0;
      own[1] += row[8].startsWith("sbi_call") ? 1 : 0;
    }
    assertTrue(own[0] > 100 && own[1] > 100, own[0] + " of its own, " + own[1] + " of its callee");
    long end = Long.parseLong(rows.getLast()[1]);
    long[] all = new long[1];
    log(
        line -> all[0] += line.contains(",print,") || line.contains(",print+") ? 1 : 0,
        at("mini"),
        "--from",
        rows.getFirst()[1],
        "--to",
        Long.toString(end + 1),
        "-f",
        "csv");
    assertEquals(all[0], own[0]);
  }

  @Test
  void whatCannotBeIsSaidInOneLine() {
    for (String[] words :
        new String[][] {
          {"--format", "qemu", "--data"},
          {"--format", "qemu", "--instructions"},
          {"--nodes", "--instructions"},
          {"--limit", "-1"},
          {"--task", "nobody"},
          {"--from", "20", "--to", "10"}
        }) {
      List<String> all = new ArrayList<>(List.of("log", at("mini")));
      all.addAll(List.of(words));
      assertEquals("", InProcess.run(64, all.toArray(String[]::new)));
    }
  }

  @Test
  void textHasColumns() {
    String text = InProcess.run(0, "log", at("mini"), "--from", "1M", "--limit", "3");
    List<String> lines = text.lines().toList();
    assertEquals(4, lines.size(), text);
    int where = lines.getFirst().indexOf("instruction");
    assertTrue(where > 0);
    for (String line : lines.subList(1, 4)) {
      assertTrue(line.length() > where && line.charAt(where - 1) == ' ', text);
      assertTrue(line.charAt(where) != ' ', text);
    }
    assertEquals(
        text, new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.US_ASCII));
  }
}

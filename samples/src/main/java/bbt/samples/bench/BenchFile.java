package bbt.samples.bench;

import bbt.packets.bytes.PrintableText;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * All runs of a benchmark with what they ran on, as a JSON file.
 *
 * @param bench guest or suite
 * @param bbt version of this program
 * @param java version of the JVM
 * @param processor the host's
 * @param cores that the JVM may use
 * @param qemu version of the QEMU beside it; null: none, or not told (in older files)
 * @param rows in the order of the table; the first of a work is what its others are compared with
 */
public record BenchFile(
    String bench,
    String bbt,
    String java,
    String processor,
    int cores,
    String qemu,
    List<Runs> rows) {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * The runs of one command.
   *
   * @param work guest or program of a suite
   * @param command name of the command's row
   * @param guest what the work boots; null: nothing, or not told (in older files)
   * @param wall seconds of each round
   * @param cpu seconds of each round; NaN where the host does not tell
   * @param threads CPU seconds of each round by thread; null where they were not asked for
   */
  public record Runs(
      String work,
      String command,
      String guest,
      List<Double> wall,
      List<Double> cpu,
      List<Map<String, Double>> threads) {
    private double ratio(Runs base) {
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < Math.min(wall.size(), base.wall.size()); i++) {
        ratios.add(wall.get(i) / base.wall.get(i));
      }
      return Row.median(ratios);
    }

    private boolean isSound() {
      return work != null
          && command != null
          && wall != null
          && !wall.isEmpty()
          && wall.stream().allMatch(seconds -> seconds != null && seconds > 0);
    }
  }

  /**
   * An empty one of this host.
   *
   * @param bench guest or suite
   * @param version of this program
   * @param qemu version; null: none
   */
  public static BenchFile of(String bench, String version, String qemu) throws IOException {
    return new BenchFile(
        bench,
        version,
        Runtime.version().toString(),
        processorName(),
        Runtime.getRuntime().availableProcessors(),
        qemu,
        new ArrayList<>());
  }

  private static String processorName() throws IOException {
    Path info = Path.of("/proc/cpuinfo");
    if (!Files.isReadable(info)) {
      return System.getProperty("os.arch");
    }
    return Files.readAllLines(info).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }

  /** Says in one line what the runs are of. */
  public String setting() {
    return "bbt %s, JVM %s, %s, %d cores, %s"
        .formatted(bbt, java, processor, cores, qemu == null ? "no QEMU" : "QEMU " + qemu);
  }

  /**
   * Adds the runs of a command.
   *
   * @param work guest or program of a suite
   * @param guest what it boots; null: nothing
   */
  public void add(String work, String guest, Row row) {
    rows.add(new Runs(work, row.name, guest, row.walls(), row.cpus(), row.threads()));
  }

  /** Writes the file. */
  public void write(Path file) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(this) + "\n");
  }

  /**
   * Reads a file.
   *
   * @throws UserException if it is none of this kind
   */
  public static BenchFile read(Path file) throws IOException {
    try {
      BenchFile read = JSON.readValue(Files.readString(file), BenchFile.class);
      if (read != null && read.rows != null && read.rows.stream().allMatch(BenchFile::isSound)) {
        return read;
      }
    } catch (JacksonException e) {
      // Said below.
    }
    throw new UserException(Fault.BAD_DATA, file + ": is not a file that bbt bench --json wrote");
  }

  private static boolean isSound(Runs runs) {
    return runs != null && runs.isSound();
  }

  /**
   * A table of the rows that both have. Machines change from day to day, so it has ratios to the
   * first command of each work, in the same round. Works whose guest is another one now are listed
   * below the table instead.
   *
   * @param old the earlier file
   */
  public List<String> compare(BenchFile old) {
    List<String> table = new ArrayList<>();
    table.add("| work | command | of | before | now | now / before |");
    table.add("|---|---|---|---|---|---|");
    Set<String> others = new LinkedHashSet<>();
    for (Runs row : rows) {
      Runs base = first(row.work);
      Runs before = old.find(row.work, row.command);
      Runs baseBefore = before == null ? null : old.first(row.work);
      if (base == row || before == null || !baseBefore.command.equals(base.command)) {
        continue;
      }
      if (before.guest != null && !before.guest.equals(row.guest)) {
        others.add(PrintableText.of(row.work));
      } else {
        double then = before.ratio(baseBefore);
        double now = row.ratio(base);
        table.add(
            String.format(
                Locale.ROOT,
                "| %s | %s | %s | %.2f | %.2f | %.2f |",
                PrintableText.of(row.work),
                PrintableText.of(row.command),
                PrintableText.of(base.command),
                then,
                now,
                now / then));
      }
    }
    if (!others.isEmpty()) {
      table.add("");
      table.add("not compared, the guest is another one now: " + String.join(", ", others));
    }
    return table;
  }

  private Runs first(String work) {
    return rows.stream().filter(row -> row.work.equals(work)).findFirst().orElseThrow();
  }

  private Runs find(String work, String command) {
    return rows.stream()
        .filter(row -> row.work.equals(work) && row.command.equals(command))
        .findFirst()
        .orElse(null);
  }
}

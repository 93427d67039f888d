package bbt.farm;

import bbt.farm.TraceProfile.Amounts;
import bbt.farm.TraceProfile.Key;
import bbt.farm.TraceProfile.Range;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Profiles traces on Apache Spark: many traces, a task for each; or, with {@code --ranges N}, each
 * trace in N tasks. Prints rows of CSV that are sums over all traces. docs/farm.md says the rest.
 */
public final class Farm {
  private static final int USAGE = 64;
  private static final int BAD_DATA = 65;

  private Farm() {}

  private static final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
      super(message);
    }
  }

  /** What the command line says. */
  private record Options(String master, int ranges, Path out, List<String> traces) {
    static Options of(String[] arguments) throws UsageException {
      String master = "local[*]";
      int ranges = 0;
      Path out = null;
      List<String> traces = new ArrayList<>();
      for (int i = 0; i < arguments.length; i++) {
        switch (arguments[i]) {
          case "--master" -> master = value(arguments, ++i);
          case "--ranges" -> ranges = number(value(arguments, ++i));
          case "--out" -> out = Path.of(value(arguments, ++i));
          default -> {
            if (arguments[i].startsWith("-")) {
              throw new UsageException("there is no option " + arguments[i]);
            }
            Path trace = Path.of(arguments[i]).toAbsolutePath();
            if (!Files.isReadable(trace)) {
              throw new UsageException(arguments[i] + " cannot be read");
            }
            traces.add(trace.toString());
          }
        }
      }
      if (traces.isEmpty()) {
        throw new UsageException("no trace is named");
      }
      return new Options(master, ranges, out, traces);
    }

    private static String value(String[] arguments, int at) throws UsageException {
      if (at >= arguments.length) {
        throw new UsageException(arguments[at - 1] + " needs a value");
      }
      return arguments[at];
    }

    private static int number(String text) throws UsageException {
      if (!text.matches("[1-9][0-9]{0,5}")) {
        throw new UsageException("--ranges takes a number from 1 to 999999, not " + text);
      }
      return Integer.parseInt(text);
    }
  }

  /** Runs the job; exit code 64 for wrong arguments, 65 where a trace is damaged. */
  public static void main(String[] arguments) throws IOException {
    int code = 0;
    try {
      Options options = Options.of(arguments);
      List<Tuple2<Key, Amounts>> rows = run(options);
      if (options.out == null) {
        print(rows, System.out);
      } else {
        try (PrintStream out = new PrintStream(options.out.toFile(), "UTF-8")) {
          print(rows, out);
        }
      }
    } catch (UsageException e) {
      System.err.println("farm: " + e.getMessage());
      code = USAGE;
    } catch (FarmException e) {
      System.err.println("farm: " + e.getMessage());
      code = BAD_DATA;
    }
    System.exit(code);
  }

  /** What a task says that failed because of its trace. */
  private static final class FarmException extends Exception {
    private static final long serialVersionUID = 1;

    FarmException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private static List<Tuple2<Key, Amounts>> run(Options options) throws IOException, FarmException {
    SparkConf conf = new SparkConf().setAppName("bbt farm").setMaster(options.master);
    conf.set("spark.ui.enabled", "false");
    conf.set("spark.task.maxFailures", "1"); // a damaged trace stays damaged
    String jars = System.getProperty("bbt.farm.jars", "");
    if (!options.master.startsWith("local") && !jars.isEmpty()) {
      conf.set("spark.jars", jars);
      conf.set("spark.executor.extraJavaOptions", System.getProperty("bbt.farm.options", ""));
    }
    try (JavaSparkContext spark = new JavaSparkContext(conf)) {
      JavaPairRDD<Key, Amounts> rows =
          options.ranges == 0
              ? spark
                  .parallelize(options.traces, options.traces.size())
                  .flatMapToPair(trace -> pairs(TraceProfile.whole(trace)))
              : ranges(spark, options);
      List<Tuple2<Key, Amounts>> sums = new ArrayList<>(rows.reduceByKey(Amounts::plus).collect());
      sums.sort(
          Comparator.<Tuple2<Key, Amounts>, String>comparing(row -> row._1().kind())
              .thenComparing(row -> -row._2().self())
              .thenComparing(row -> row._1().program())
              .thenComparing(row -> row._1().name())
              .thenComparing(row -> row._1().address()));
      return sums;
    } catch (Exception e) {
      // Spark's Scala code throws what Java's compiler does not expect of it.
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof IOException || cause instanceof SparkException) {
          String line = cause.getMessage().lines().findFirst().orElse("a task failed");
          throw new FarmException(line.replaceFirst("^.*IOException: ", ""), e);
        }
      }
      throw e;
    }
  }

  private static JavaPairRDD<Key, Amounts> ranges(JavaSparkContext spark, Options options)
      throws IOException {
    List<Range> ranges = new ArrayList<>();
    for (String trace : options.traces) {
      ranges.addAll(TraceProfile.ranges(trace, options.ranges));
    }
    return spark
        .parallelize(ranges, ranges.size())
        .flatMapToPair(range -> pairs(TraceProfile.of(range)));
  }

  private static java.util.Iterator<Tuple2<Key, Amounts>> pairs(java.util.Map<Key, Amounts> rows) {
    return rows.entrySet().stream().map(e -> new Tuple2<>(e.getKey(), e.getValue())).iterator();
  }

  private static void print(List<Tuple2<Key, Amounts>> rows, PrintStream out) {
    out.println("kind,program,name,address,self,inclusive,calls");
    for (Tuple2<Key, Amounts> row : rows) {
      Key key = row._1();
      Amounts its = row._2();
      out.printf(
          "%s,%s,%s,%s,%d,%d,%d%n",
          key.kind(),
          text(key.program()),
          text(key.name()),
          key.address() == 0 ? "" : "0x" + Long.toHexString(key.address()),
          its.self(),
          its.inclusive(),
          its.calls());
    }
  }

  /** A field of CSV; a name that a spreadsheet would take for a formula has an apostrophe in front. */
  private static String text(String value) {
    String safe = value.matches("(?s)[=+@-].*") ? "'" + value : value;
    return safe.matches("(?s).*[\",\n\r].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}

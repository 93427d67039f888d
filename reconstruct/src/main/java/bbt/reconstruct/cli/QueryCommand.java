package bbt.reconstruct.cli;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.basics.OutputFile;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.BinaryOptions;
import bbt.reconstruct.cli.options.MemoryOptions;
import bbt.reconstruct.cli.options.SelectionOptions;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.query.CsvRows;
import bbt.reconstruct.query.JsonRows;
import bbt.reconstruct.query.Query;
import bbt.reconstruct.query.ResultFormat;
import bbt.reconstruct.query.TextRows;
import bbt.reconstruct.query.database.Column;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.QueryException;
import bbt.reconstruct.query.database.RowConsumer;
import bbt.reconstruct.query.database.Table;
import bbt.reconstruct.replay.AccessScan;
import bbt.reconstruct.replay.Replay;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt query}: SQL over a trace. */
@Command(
    name = "query",
    description = "Ask a trace in SQL.",
    footer = {
      "",
      "Examples:",
      "  bbt query run.bbt .tables",
      "  bbt query run.bbt .schema calls",
      "  bbt query run.bbt \"select name, self, calls from functions order by self desc limit 10\"",
      "  bbt query run.bbt \"select start_s, elapsed_s, inclusive, caller from calls where function ="
          + " 'schedule'\" --from 50%% --to 60%%",
      "  bbt query run.bbt \"select title, count(*), max(latency_s) from exceptions group by all\"",
      "  bbt query run.bbt --memory 0x80219390:8 \"select pc, count(*) from reads group by"
          + " all\"",
      "  bbt query run.bbt --file questions.sql --format json -o answers.json",
      "The SQL is DuckDB's. It sees the trace alone: no files, no network. See docs/export.md."
    })
final class QueryCommand implements Callable<Integer> {
  /** Lists the formats for --help and completion. */
  static final class Formats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ResultFormat.values()).map(ResultFormat::key).iterator();
    }
  }

  @Parameters(index = "0", arity = "0..1", paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "SQL",
      description = {
        "One statement, or several with ; between them; - reads them from standard input.",
        ".tables lists the tables, .schema their columns, .schema NAME those of one."
      })
  private List<String> words = List.of();

  /** The words as one text; null without. */
  private String sql;

  @Option(
      names = "--file",
      paramLabel = "FILE.sql",
      description = "Read the statements from a file.")
  private Path script;

  @Option(
      names = {"--tables", "--schema"},
      description = "Print the tables with their columns; needs no TRACE.")
  private boolean tables;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      completionCandidates = Formats.class,
      description = "How to answer: one of ${COMPLETION-CANDIDATES}. -o FILE.csv says it, too.")
  private String format;

  @Option(names = "--csv", description = "The same as --format csv.")
  private boolean csv;

  @Option(
      names = "--json",
      description = "The same as --format json: an array with an object for each row.")
  private boolean json;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write the answer to a file instead.")
  private Path output;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Rows of a table for people, 0 = all (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--save",
      paramLabel = "FILE.duckdb",
      description = {"Keep the database: the tables that SQL names, all without SQL."})
  private Path save;

  @Option(
      names = "--memory",
      paramLabel = "ADDRESS[:LENGTH]",
      description =
          "What reads and writes are about: these bytes of virtual memory. Repeatable; without it all"
              + " memory, which takes long.")
  private List<String> memory = new ArrayList<>();

  @Mixin private BinaryOptions binaries = new BinaryOptions();

  @Mixin private MemoryOptions simulated = new MemoryOptions();

  @Option(
      names = "--cost-model",
      paramLabel = "FILE",
      description = "Count cycles, too: columns cycles of functions and tasks.")
  private Path costModel;

  @Option(
      names = "--external",
      description = "Let the statement read and write files and use the network.")
  private boolean external;

  @Mixin private SelectionOptions selected = new SelectionOptions();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    sql = words.isEmpty() ? null : String.join(" ", words);
    if (trace != null && trace.toString().startsWith(".") && !Files.exists(trace)) {
      return dot(out, sql == null ? trace.toString() : trace + " " + sql); // no trace is needed
    }
    if (tables || (sql != null && sql.startsWith("."))) {
      return dot(out, tables ? ".schema" : sql);
    }
    if (sql != null && script != null) {
      throw new UserException(Fault.USAGE, "give SQL or --file, not both");
    }
    if (trace == null || (sql == null && script == null && save == null)) {
      throw new UserException(
          Fault.USAGE,
          "a TRACE and a statement are needed; bbt query --tables prints what it can name");
    }
    if (limit < 0) {
      throw new UserException(Fault.USAGE, "--limit must be 0 or more");
    }
    ResultFormat answers = answers();
    if (answers == ResultFormat.PARQUET && (output == null || (sql == null && script == null))) {
      throw new UserException(
          Fault.USAGE, "parquet is no text: name a statement, and a file with -o");
    }
    List<Problem> problems = TraceFiles.reading(trace, () -> answer(answers, out));
    TraceFiles.print(trace, problems, spec.commandLine().getErr());
    return problems.stream().allMatch(Problem::harmless) ? ExitCode.OK : ExitCode.BAD_DATA;
  }

  private ResultFormat answers() {
    List<ResultFormat> named =
        Arrays.stream(
                new ResultFormat[] {
                  csv ? ResultFormat.CSV : null, json ? ResultFormat.JSON : null, byFormat()
                })
            .filter(each -> each != null)
            .distinct()
            .toList();
    if (named.size() > 1) {
      throw new UserException(Fault.USAGE, "choose one of --csv, --json and --format");
    }
    if (!named.isEmpty()) {
      return named.getFirst();
    }
    String name = output == null ? "" : output.getFileName().toString();
    return ResultFormat.of(name.substring(name.lastIndexOf('.') + 1)).orElse(ResultFormat.TABLE);
  }

  private ResultFormat byFormat() {
    return format == null
        ? null
        : ResultFormat.of(format)
            .orElseThrow(
                () ->
                    new UserException(
                        Fault.USAGE,
                        "there is no format '"
                            + format
                            + "'; choose one of "
                            + Arrays.stream(ResultFormat.values())
                                .map(ResultFormat::key)
                                .collect(Collectors.joining(", "))));
  }

  private List<Problem> answer(ResultFormat answers, PrintWriter out) throws IOException {
    Interruption.planned(output);
    Interruption.planned(save);
    Path near = save != null ? save : output;
    Path folder = near == null ? null : near.toAbsolutePath().getParent();
    try (Progress progress =
            Progress.start(
                "rebuilding", () -> TraceFiles.instructions(trace, selected.selection()));
        Database database = Database.create(folder, external, TraceFiles.guest(trace))) {
      Query query = new Query(database, statements());
      List<AccessScan.Range> ranges = ranges(query);
      MemoryConfig system = system(query);
      CostModel costs = costModel == null ? null : CostModel.read(costModel);
      List<Problem> problems =
          query.fill(trace, binaries.files(), costs, selected.selection(), progress::update);
      progress.close();
      if (query.executes()) {
        execute(query, ranges);
      }
      if (query.simulates()) {
        simulate(query, system, costs);
      }
      if (answers == ResultFormat.PARQUET) {
        Path made = query.parquet();
        OutputFile.<QueryException>stream(output, bytes -> Files.copy(made, bytes));
      } else if (output != null) {
        OutputFile.<QueryException>stream(
            output,
            bytes -> {
              PrintWriter text =
                  new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
              query.run(() -> rows(answers, text));
              if (text.checkError()) {
                throw new IOException("it could not be written; is the disk full?");
              }
            });
      } else {
        query.run(() -> rows(answers, out));
      }
      if (save != null) {
        database.save(save);
      }
      return problems;
    } catch (QueryException e) {
      Fault fault = e.ofFile() ? Fault.IO_ERROR : Fault.USAGE;
      throw new UserException(fault, "SQL: " + e.getMessage(), e);
    }
  }

  private List<AccessScan.Range> ranges(Query query) {
    if (!memory.isEmpty() && !query.executes()) {
      throw new UserException(
          Fault.USAGE, "--memory is for the tables reads and writes, which no statement names");
    }
    List<AccessScan.Range> ranges = new ArrayList<>();
    for (String each : memory) {
      MemoryRange range = MemoryRange.parse(each, 1);
      if (range.physical()) {
        throw new UserException(Fault.USAGE, each + ": reads and writes have virtual addresses");
      }
      ranges.add(new AccessScan.Range(range.address(), range.length()));
    }
    return ranges;
  }

  private MemoryConfig system(Query query) throws IOException {
    MemoryConfig system = simulated.config();
    if (system == null && query.simulates()) {
      throw new UserException(
          Fault.USAGE, "the table misses needs a memory system: --memory-system medium, or a file");
    }
    if (system != null && !query.simulates()) {
      throw new UserException(
          Fault.USAGE, "--memory-system is for the table misses, which no statement names");
    }
    return system;
  }

  private void simulate(Query query, MemoryConfig system, CostModel costs)
      throws IOException, QueryException {
    MemoryProfile memory =
        SimulatedMemory.run(trace, system, costs, simulated.files(), selected, binaries, true);
    query.fillMisses(memory, TraceSymbols.read(trace, binaries.files()));
  }

  private void execute(Query query, List<AccessScan.Range> ranges)
      throws IOException, QueryException {
    try (IndexedTrace indexed = IndexedTrace.open(trace, selected, binaries);
        Replay replay = Replay.open(trace, simulated.files().toOptions())) {
      // The first time everything up to there is executed, and checked against the trace.
      try (Progress progress = Progress.start("executing", indexed::end)) {
        replay.onProgress(progress::update);
        query.fillAccesses(indexed.map(), replay, indexed.scope(), ranges, progress::update);
      }
    }
  }

  private RowConsumer rows(ResultFormat answers, PrintWriter out) {
    return switch (answers) {
      case CSV -> new CsvRows(out);
      case JSON -> new JsonRows(out);
      case TABLE -> new TextRows(out, limit);
      case PARQUET -> throw new IllegalStateException("no rows");
    };
  }

  private String statements() throws IOException {
    if (script != null) {
      return Files.readString(script);
    }
    return "-".equals(sql) ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8) : sql;
  }

  // ---- what there is

  private static int dot(PrintWriter out, String command) {
    String[] words = command.strip().split("\\s+");
    switch (words[0].toLowerCase(Locale.ROOT)) {
      case ".tables" -> {
        for (Table table : Table.values()) {
          out.printf("%-12s %s%n", table.tableName(), table.about());
        }
        out.println("\n.schema NAME prints a table's columns.");
      }
      case ".schema" -> {
        for (Table table : words.length > 1 ? new Table[] {named(words[1])} : Table.values()) {
          print(out, table);
        }
        out.println("UBIGINT columns are addresses; compare them with text: pc = '0x80200000'");
      }
      default ->
          throw new UserException(
              Fault.USAGE, "there are .tables and .schema [NAME], no " + words[0]);
    }
    out.flush();
    return ExitCode.OK;
  }

  private static Table named(String name) {
    return Table.of(name)
        .orElseThrow(
            () -> new UserException(Fault.USAGE, "there is no table '" + name + "': .tables"));
  }

  private static void print(PrintWriter out, Table table) {
    out.println(table.tableName() + ": " + table.about());
    for (Column column : table.columns()) {
      out.printf("  %-17s %-8s %s%n", column.name(), column.type(), column.about());
    }
    out.println();
  }
}

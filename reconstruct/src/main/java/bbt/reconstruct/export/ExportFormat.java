package bbt.reconstruct.export;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats of exports. */
public enum ExportFormat {
  FOLDED(Kind.TEXT, "folded stacks, for flame graph tools", ".folded", ".collapsed"),
  SPEEDSCOPE(Kind.TEXT, "speedscope's JSON", ".speedscope.json", ".speedscope"),
  FIREFOX(Kind.TEXT, "the Firefox Profiler's JSON", ".firefox.json", ".profile.json"),
  PPROF(Kind.BINARY, "pprof's profile.proto, gzip", ".pb.gz", ".pprof"),
  CALLGRIND(Kind.TEXT, "Callgrind's, for KCachegrind and callgrind_annotate", ".callgrind"),
  PERF_SCRIPT(Kind.TEXT, "the text of perf script", ".perf", ".perf.txt"),
  CHROME(Kind.TEXT, "Chrome's trace events, for Perfetto, too", ".trace.json", ".chrome.json"),
  PERFETTO(Kind.BINARY, "Perfetto's own format", ".perfetto-trace", ".pftrace", ".perfetto", ".pf"),
  DOT(Kind.TEXT, "control-flow graph of --function, for Graphviz", ".dot", ".gv"),
  LCOV(Kind.TEXT, "coverage, for lcov and genhtml", ".lcov", ".info"),
  DRCOV(Kind.BINARY, "drcov's blocks, for Lighthouse and others", ".drcov", ".drcov.log"),
  JSON(Kind.TEXT, "everything as JSON", ".json"),
  CSV(Kind.TABLES, "the tables of bbt query as CSV", ".csv"),
  PARQUET(Kind.TABLES, "the tables of bbt query as Parquet", ".parquet"),
  E_TRACE(Kind.FLOW, "E-Trace packets, as a chip's trace encoder writes them", ".etrace", ".et"),
  N_TRACE(Kind.FLOW, "N-Trace messages, as a chip's trace encoder writes them", ".ntrace", ".nt");

  /** The ways in which a format is written. */
  public enum Kind {
    TEXT,
    BINARY,
    /** One file for each table. */
    TABLES,
    /** A flow of instructions, for decoders of branch traces. */
    FLOW
  }

  private static final String GZIP = ".gz";

  private final Kind kind;
  private final String about;
  private final List<String> endings;

  ExportFormat(Kind kind, String about, String... endings) {
    this.kind = kind;
    this.about = about;
    this.endings = List.of(endings);
  }

  /** The format's name on the command line. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public Kind kind() {
    return kind;
  }

  /** The format in a few words. */
  public String about() {
    return about;
  }

  /** Whether it is made of stacks, so that small ones can be folded. */
  public boolean stacks() {
    return switch (this) {
      case FOLDED, SPEEDSCOPE, FIREFOX, PPROF, PERF_SCRIPT, JSON -> true;
      case CALLGRIND, CHROME, PERFETTO, DOT, LCOV, DRCOV, CSV, PARQUET, E_TRACE, N_TRACE -> false;
    };
  }

  /** Whether it can say cycles. */
  public boolean cycles() {
    return switch (this) {
      case FOLDED, SPEEDSCOPE, FIREFOX, PPROF, PERF_SCRIPT, CALLGRIND, JSON, CSV, PARQUET -> true;
      case CHROME, PERFETTO, DOT, LCOV, DRCOV, E_TRACE, N_TRACE -> false;
    };
  }

  /**
   * Whether a file of that name holds it packed by gzip: {@code .gz} behind the format's own end.
   */
  public boolean packed(Path file) {
    return this != PPROF && this != PARQUET && file.getFileName().toString().endsWith(GZIP);
  }

  /** The format of a key. */
  public static Optional<ExportFormat> of(String key) {
    for (ExportFormat format : values()) {
      if (format.key().equalsIgnoreCase(key)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /**
   * The format that a file's name means: the one with the longest ending that fits, with {@code
   * .gz} behind it or not.
   */
  public static Optional<ExportFormat> of(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    Optional<ExportFormat> format = byEnd(name);
    return format.isPresent() || !name.endsWith(GZIP)
        ? format
        : byEnd(name.substring(0, name.length() - GZIP.length()));
  }

  private static Optional<ExportFormat> byEnd(String name) {
    ExportFormat best = null;
    int longest = 0;
    for (ExportFormat format : values()) {
      for (String ending : format.endings) {
        if (name.endsWith(ending) && ending.length() > longest) {
          best = format;
          longest = ending.length();
        }
      }
    }
    // The name that Callgrind itself gives, callgrind.out.PID.
    return best == null && name.startsWith("callgrind.out")
        ? Optional.of(CALLGRIND)
        : Optional.ofNullable(best);
  }
}

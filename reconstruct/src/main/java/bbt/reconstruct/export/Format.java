package bbt.reconstruct.export;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What an export may be. */
public enum Format {
  FOLDED(Kind.TEXT, "folded stacks, for flame graph tools", ".folded", ".collapsed"),
  SPEEDSCOPE(Kind.TEXT, "speedscope's JSON", ".speedscope.json", ".speedscope"),
  PPROF(Kind.BINARY, "pprof's profile.proto, gzip", ".pb.gz", ".pprof"),
  CALLGRIND(Kind.TEXT, "Callgrind's, for KCachegrind and callgrind_annotate", ".callgrind"),
  PERF_SCRIPT(Kind.TEXT, "the text of perf script", ".perf", ".perf.txt"),
  CHROME(Kind.TEXT, "Chrome's trace events, for Perfetto", ".trace.json", ".chrome.json"),
  DOT(Kind.TEXT, "control-flow graph of --function, for Graphviz", ".dot", ".gv"),
  LCOV(Kind.TEXT, "coverage, for lcov and genhtml", ".lcov", ".info"),
  JSON(Kind.TEXT, "everything as JSON", ".json"),
  CSV(Kind.TABLES, "the tables of bbt query as CSV", ".csv"),
  PARQUET(Kind.TABLES, "the tables of bbt query as Parquet", ".parquet");

  /** How a format is written. */
  public enum Kind {
    TEXT,
    BINARY,
    /** One file for each table. */
    TABLES
  }

  private final Kind kind;
  private final String about;
  private final List<String> endings;

  Format(Kind kind, String about, String... endings) {
    this.kind = kind;
    this.about = about;
    this.endings = List.of(endings);
  }

  /** How it is called on the command line. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public Kind kind() {
    return kind;
  }

  /** What it is, in a few words. */
  public String about() {
    return about;
  }

  /** Ends of file names that mean it. */
  public List<String> endings() {
    return endings;
  }

  /** The format of a key. */
  public static Optional<Format> of(String key) {
    for (Format format : values()) {
      if (format.key().equalsIgnoreCase(key)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /** The format that a file's name means: the one with the longest ending that fits. */
  public static Optional<Format> of(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    Format best = null;
    int longest = 0;
    for (Format format : values()) {
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

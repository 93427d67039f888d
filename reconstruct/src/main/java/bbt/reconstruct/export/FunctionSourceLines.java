package bbt.reconstruct.export;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.code.CodeLine;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.code.LineCosts;
import bbt.reconstruct.names.Sources;
import bbt.reconstruct.profile.ProfileFrame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds the source lines of functions, as far as they are known. */
public record FunctionSourceLines(
    Map<FunctionSourceLines.FunctionIdentity, FunctionSourceLines.Code> functions) {
  /** A function's identity. */
  record FunctionIdentity(String name, String program, long address) {}

  /**
   * The source lines of one function.
   *
   * @param file where it begins; null if that is not known
   * @param line where it begins; 0 if that is not known
   * @param files instructions by file, by line; of inlined functions where those were written
   * @param instructions in all these lines
   */
  record Code(
      String file, int line, SortedMap<String, SortedMap<Integer, Long>> files, long instructions) {
    static final Code UNKNOWN = new Code(null, 0, new TreeMap<>(), 0);
  }

  /** The source lines of a report's functions; nothing is known where it has no executed code. */
  static FunctionSourceLines of(Report report) {
    Map<FunctionIdentity, Code> functions = new HashMap<>();
    if (report.code() != null && report.sources().known()) {
      for (FunctionCode function : report.code().functions()) {
        Code code = of(function, report.sources());
        if (code.file() != null) {
          functions.put(
              new FunctionIdentity(function.name(), function.program(), function.address()), code);
        }
      }
    }
    return new FunctionSourceLines(functions);
  }

  private static Code of(FunctionCode function, Sources sources) {
    SourceFrame start = start(function, sources);
    if (start == null) {
      return Code.UNKNOWN;
    }
    SortedMap<String, SortedMap<Integer, Long>> files = new TreeMap<>();
    long instructions = 0;
    for (CodeLine line : function.lines()) {
      SourceFrame place = LineCosts.place(sources, line);
      if (place != null) {
        files
            .computeIfAbsent(place.file(), k -> new TreeMap<>())
            .merge(place.line(), line.executions(), Long::sum);
        instructions += line.executions();
      }
    }
    return new Code(start.file(), start.line(), files, instructions);
  }

  /** Where a function's own first line is, whatever was inlined there; null if not known. */
  static SourceFrame start(FunctionCode function, Sources sources) {
    if (function.blocks().isEmpty()) {
      return null;
    }
    CodeLine first = function.blocks().getFirst().lines().getFirst();
    List<SourceFrame> frames = sources.at(first.image(), first.address(), first.bits());
    SourceFrame outermost = frames.isEmpty() ? null : frames.getLast();
    boolean known = outermost != null && outermost.file() != null && outermost.line() > 0;
    return known ? outermost : null;
  }

  Code of(ProfileFrame frame) {
    return functions.getOrDefault(
        new FunctionIdentity(frame.name(), frame.program(), frame.address()), Code.UNKNOWN);
  }
}

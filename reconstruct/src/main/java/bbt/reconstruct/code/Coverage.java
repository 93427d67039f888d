package bbt.reconstruct.code;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.names.Sources;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Says which code was executed at all: by function, and by source line where binaries with
 * debugging information are given.
 *
 * @param functions those of which something was executed, in the order of the profile
 * @param files by path, by line: how often the instruction of the line that was executed most often
 *     was. 0 for lines with code that was never executed, in source files of which some was
 */
public record Coverage(
    List<FunctionCoverage> functions, SortedMap<String, SortedMap<Integer, Long>> files) {
  public Coverage {
    functions = List.copyOf(functions);
  }

  /**
   * Coverage of one function.
   *
   * @param executed different instructions that were executed; where code changed, an address
   *     counts once
   * @param total instructions in the function; -1 where no binary tells
   */
  public record FunctionCoverage(FunctionCode function, int executed, int total) {}

  /** Counts the executed instructions of each function and line. */
  public static Coverage of(CodeProfile code, Sources sources) {
    List<FunctionCoverage> functions = new ArrayList<>();
    SortedMap<String, SortedMap<Integer, Long>> files = new TreeMap<>();
    Sources.Units units = sources.units();
    for (FunctionCode function : code.functions()) {
      Set<Long> executed = new HashSet<>();
      int total = -1;
      for (CodeLine line : function.lines()) {
        executed.add(line.address());
        total =
            Math.max(
                total,
                sources.instructionsOf(
                    line.image(), function.address(), line.address(), line.bits()));
        List<SourceFrame> frames = sources.at(line.image(), line.address(), line.bits());
        if (!frames.isEmpty()) {
          add(files, frames.getFirst(), line.executions());
          units
              .linesAround(line.image(), line.address(), line.bits())
              .forEach(place -> add(files, place, 0));
        }
      }
      functions.add(
          new FunctionCoverage(function, executed.size(), total < executed.size() ? -1 : total));
    }
    return new Coverage(functions, files);
  }

  private static void add(
      SortedMap<String, SortedMap<Integer, Long>> files, SourceFrame place, long executions) {
    if (place.file() != null && place.line() > 0) {
      Map<Integer, Long> lines = files.computeIfAbsent(place.file(), k -> new TreeMap<>());
      lines.merge(place.line(), executions, Math::max);
    }
  }
}

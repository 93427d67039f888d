package bbt.reconstruct.export;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.code.Coverage;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.report.Report;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Coverage for lcov and genhtml. Where binaries with debugging information tell source lines: by
 * file and line, with the functions in them; functions without are left out. Where no line is known
 * at all, functions stand under the name of their program, numbered by address, since the format
 * knows nothing but lines.
 */
final class LcovExport implements Exporter {
  /** A function in a file. */
  private record Place(int line, FunctionCode function) {}

  private int leftOut;

  /** Functions that ran and have no source lines, where others have. */
  int leftOut() {
    return leftOut;
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    Coverage coverage = Coverage.of(report.code(), report.sources());
    SortedMap<String, List<Place>> functions = new TreeMap<>();
    SortedMap<String, List<FunctionCode>> unknown = new TreeMap<>();
    for (FunctionCode function : report.code().functions()) {
      SourceFrame start = start(report, function);
      if (start == null) {
        unknown.computeIfAbsent(function.program(), k -> new ArrayList<>()).add(function);
      } else {
        functions
            .computeIfAbsent(start.file(), k -> new ArrayList<>())
            .add(new Place(start.line(), function));
      }
    }
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    for (Map.Entry<String, SortedMap<Integer, Long>> file : coverage.files().entrySet()) {
      List<Place> its = functions.getOrDefault(file.getKey(), List.of());
      section(text, file.getKey(), its, file.getValue());
    }
    if (!coverage.files().isEmpty()) {
      leftOut = unknown.values().stream().mapToInt(List::size).sum();
      unknown.clear();
    }
    for (Map.Entry<String, List<FunctionCode>> program : unknown.entrySet()) {
      program.getValue().sort(Comparator.comparing(FunctionCode::address, Long::compareUnsigned));
      List<Place> places = new ArrayList<>();
      SortedMap<Integer, Long> lines = new TreeMap<>();
      for (FunctionCode function : program.getValue()) {
        places.add(new Place(places.size() + 1, function));
        lines.put(places.size(), function.entries());
      }
      section(text, program.getKey(), places, lines);
    }
    text.flush();
  }

  /** Where a function's own first line is, or null. */
  private static SourceFrame start(Report report, FunctionCode function) {
    if (function.blocks().isEmpty()) {
      return null;
    }
    var first = function.blocks().getFirst().lines().getFirst();
    List<SourceFrame> frames = report.sources().at(first.address(), first.bits());
    SourceFrame outermost = frames.isEmpty() ? null : frames.getLast();
    boolean known = outermost != null && outermost.file() != null && outermost.line() > 0;
    return known ? outermost : null;
  }

  private static void section(
      Writer text, String file, List<Place> functions, SortedMap<Integer, Long> lines)
      throws IOException {
    text.write("TN:\nSF:" + file + "\n");
    for (Place place : functions) {
      text.write("FN:" + place.line + "," + place.function.name() + "\n");
    }
    for (Place place : functions) {
      text.write("FNDA:" + place.function.entries() + "," + place.function.name() + "\n");
    }
    text.write("FNF:" + functions.size() + "\n");
    long entered = functions.stream().filter(p -> p.function.entries() > 0).count();
    text.write("FNH:" + entered + "\n");
    for (Map.Entry<Integer, Long> line : lines.entrySet()) {
      text.write("DA:" + line.getKey() + "," + line.getValue() + "\n");
    }
    text.write("LF:" + lines.size() + "\n");
    long executed = lines.values().stream().filter(times -> times > 0).count();
    text.write("LH:" + executed + "\nend_of_record\n");
  }
}

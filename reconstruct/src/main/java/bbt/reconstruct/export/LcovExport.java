package bbt.reconstruct.export;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.code.CodeLine;
import bbt.reconstruct.code.CodeLine.Flow;
import bbt.reconstruct.code.Coverage;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.code.LineCosts;
import bbt.reconstruct.profile.CallTree;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes coverage for lcov and genhtml: lines, functions, branches. Where binaries with debugging
 * information tell source lines: by file and line, with the functions in them; functions without
 * are left out, since the format knows nothing but lines: where no line is known at all, the file
 * is empty, and says nothing rather than that all was covered.
 */
final class LcovExport implements Exporter {
  /** A function in a file. */
  private record FunctionLine(int line, FunctionCode function) {}

  private int leftOut;

  /** Functions that ran and have no source lines. */
  int leftOut() {
    return leftOut;
  }

  @Override
  public void write(Report report, CallTree tree, OutputStream out) throws IOException {
    Coverage coverage = Coverage.of(report.code(), report.sources());
    SortedMap<String, List<FunctionLine>> functions = new TreeMap<>();
    for (FunctionCode function : report.code().functions()) {
      SourceFrame start = FunctionSourceLines.start(function, report.sources());
      if (start == null) {
        leftOut++;
      } else {
        functions
            .computeIfAbsent(start.file(), k -> new ArrayList<>())
            .add(new FunctionLine(start.line(), function));
      }
    }
    Map<String, SortedMap<Integer, List<CodeLine>>> branches = branches(report);
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    for (Map.Entry<String, SortedMap<Integer, Long>> file : coverage.files().entrySet()) {
      List<FunctionLine> its = functions.getOrDefault(file.getKey(), List.of());
      functions(text, file.getKey(), its);
      branches(text, branches.getOrDefault(file.getKey(), new TreeMap<>()));
      lines(text, file.getValue());
    }
    text.flush();
  }

  /**
   * The conditional branches that ran, by file and line; of a line by address, so that a branch
   * keeps its number from run to run.
   */
  private static Map<String, SortedMap<Integer, List<CodeLine>>> branches(Report report) {
    Map<String, SortedMap<Integer, List<CodeLine>>> branches = new HashMap<>();
    for (FunctionCode function : report.code().functions()) {
      for (CodeLine line : function.lines()) {
        SourceFrame place =
            line.flow() == Flow.BRANCH ? LineCosts.place(report.sources(), line) : null;
        if (place != null) {
          branches
              .computeIfAbsent(place.file(), k -> new TreeMap<>())
              .computeIfAbsent(place.line(), k -> new ArrayList<>())
              .add(line);
        }
      }
    }
    return branches;
  }

  /** A branch instruction is what lcov calls a block, its two ways are branches 0 and 1. */
  private static void branches(Writer text, SortedMap<Integer, List<CodeLine>> lines)
      throws IOException {
    int ways = 0;
    int gone = 0;
    for (Map.Entry<Integer, List<CodeLine>> line : lines.entrySet()) {
      List<CodeLine> its = line.getValue();
      its.sort(Comparator.comparing(CodeLine::address, Long::compareUnsigned));
      for (int block = 0; block < its.size(); block++) {
        CodeLine branch = its.get(block);
        String start = "BRDA:" + line.getKey() + "," + block + ",";
        text.write(start + "0," + branch.taken() + "\n");
        text.write(start + "1," + branch.notTaken() + "\n");
        ways += 2;
        gone += (branch.taken() > 0 ? 1 : 0) + (branch.notTaken() > 0 ? 1 : 0);
      }
    }
    if (ways > 0) {
      text.write("BRF:" + ways + "\nBRH:" + gone + "\n");
    }
  }

  private static void functions(Writer text, String file, List<FunctionLine> functions)
      throws IOException {
    text.write("TN:\nSF:" + file + "\n");
    for (FunctionLine place : functions) {
      text.write("FN:" + place.line + "," + name(place) + "\n");
    }
    for (FunctionLine place : functions) {
      text.write("FNDA:" + place.function.entries() + "," + name(place) + "\n");
    }
    text.write("FNF:" + functions.size() + "\n");
    long entered = functions.stream().filter(p -> p.function.entries() > 0).count();
    text.write("FNH:" + entered + "\n");
  }

  /** A number and a comma before a name are the function's last line to a reader. */
  private static String name(FunctionLine place) {
    return place.function.name().replaceFirst("^(\\d+),", "$1;");
  }

  private static void lines(Writer text, SortedMap<Integer, Long> lines) throws IOException {
    for (Map.Entry<Integer, Long> line : lines.entrySet()) {
      text.write("DA:" + line.getKey() + "," + line.getValue() + "\n");
    }
    text.write("LF:" + lines.size() + "\n");
    long executed = lines.values().stream().filter(times -> times > 0).count();
    text.write("LH:" + executed + "\nend_of_record\n");
  }
}

package bbt.reconstruct.code;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.names.Sources;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sums up retired instructions by source line; with what has no line they sum up to all. An
 * instruction counts where it was written: in the innermost inlined function.
 *
 * @param files by path, by line; lines whose code was never executed are there, too, in source
 *     files of which some was
 * @param elsewhere code without a source line
 */
public record LineCosts(SortedMap<String, SortedMap<Integer, LineCost>> files, LineCost elsewhere) {

  /** Sums up the instructions of a profile by source line. */
  public static LineCosts of(CodeProfile code, Sources sources) {
    SortedMap<String, SortedMap<Integer, LineCost>> files = new TreeMap<>();
    LineCost elsewhere = LineCost.NONE;
    Sources.Units units = sources.units();
    for (FunctionCode function : code.functions()) {
      for (CodeLine line : function.lines()) {
        for (SourceFrame other : units.linesAround(line.image(), line.address(), line.bits())) {
          if (known(other)) {
            lines(files, other).putIfAbsent(other.line(), LineCost.NONE);
          }
        }
        SourceFrame place = place(sources, line);
        if (place == null) {
          elsewhere = elsewhere.plus(line);
        } else {
          SortedMap<Integer, LineCost> lines = lines(files, place);
          lines.put(place.line(), lines.getOrDefault(place.line(), LineCost.NONE).plus(line));
        }
      }
    }
    return new LineCosts(files, elsewhere);
  }

  private static SortedMap<Integer, LineCost> lines(
      SortedMap<String, SortedMap<Integer, LineCost>> files, SourceFrame place) {
    return files.computeIfAbsent(place.file(), k -> new TreeMap<>());
  }

  /** Where an instruction was written; null where file or line are not known. */
  public static SourceFrame place(Sources sources, CodeLine line) {
    List<SourceFrame> frames = sources.at(line.image(), line.address(), line.bits());
    return frames.isEmpty() || !known(frames.getFirst()) ? null : frames.getFirst();
  }

  private static boolean known(SourceFrame place) {
    return place.file() != null && place.line() > 0;
  }
}

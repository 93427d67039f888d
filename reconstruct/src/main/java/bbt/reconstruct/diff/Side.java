package bbt.reconstruct.diff;

import bbt.packets.TraceReader;
import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.profile.Causes;
import bbt.reconstruct.step.CallFrame;
import bbt.reconstruct.trace.BinaryFiles;
import bbt.reconstruct.trace.TraceSymbols;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * One of the two traces, before anything is walked.
 *
 * @param binaries that name its code
 * @param whole whether the file holds how the run ended; else it was cut
 */
record Side(
    Path path,
    BinaryFiles binaries,
    SortedMap<String, String> header,
    TraceSymbols symbols,
    boolean whole) {

  static Side open(Path path, BinaryFiles binaries) throws IOException {
    try (TraceReader reader = TraceReader.open(path)) {
      return new Side(
          path,
          binaries,
          reader.header().entries(),
          TraceSymbols.read(path, binaries),
          reader.indexEntries().endOffset() >= 0);
    }
  }

  /** A name for a code address: {@code function+0x12}, or the bare number. */
  String name(int addressSpace, long pc) {
    return symbols.label(addressSpace, pc, false, null, null);
  }

  /**
   * The source line of a code address, as far as binaries with debugging information were given;
   * where it is of an inlined function, that of its caller, too. Empty if not known.
   */
  String source(long pc) {
    return symbols.sources().executedAt(pc).stream()
        .map(SourceFrame::brief)
        .collect(Collectors.joining(" in "));
  }

  /** A call stack by names, innermost function first. */
  List<StackLine> stack(Here here, List<CallFrame> frames) {
    List<StackLine> lines = new ArrayList<>();
    long pc = here.pc();
    int space = here.addressSpace();
    for (CallFrame frame : frames) {
      String entered = frame.kind() == CallFrame.Kind.TRAP ? Causes.title(frame.link()) : "called";
      lines.add(new StackLine(pc, name(space, pc), entered, source(pc)));
      pc = frame.site();
      space = frame.addressSpace();
    }
    lines.add(new StackLine(pc, name(space, pc), "", source(pc)));
    return lines;
  }

  /** Where the innermost function stands. */
  record Here(int addressSpace, long pc) {}

  int harts() {
    return Integer.parseInt(header.getOrDefault("machine.harts", "1"));
  }

  /** How the trace was written; the execution does not depend on it. */
  String recording() {
    return header.getOrDefault("trace.mode", "compact")
        + " "
        + header.getOrDefault("trace.verify", "false");
  }
}

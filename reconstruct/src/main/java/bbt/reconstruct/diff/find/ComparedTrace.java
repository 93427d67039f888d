package bbt.reconstruct.diff.find;

import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.ptg.dwarf.SourceFrame;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.map.TaskNames;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.stack.CallFrame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One of the two traces that are compared, with what is known of it before its instructions are
 * rebuilt.
 *
 * @param binaries that name its code
 * @param tasks what programs its tasks execute
 * @param whole whether the file holds how the run ended; else it was cut
 */
public record ComparedTrace(
    Path path,
    BinaryFiles binaries,
    TraceHeader header,
    TraceSymbols symbols,
    TaskNames tasks,
    boolean whole) {
  /** The offset at the end of the name of an address. */
  private static final Pattern OFFSET = Pattern.compile("\\+0x([0-9a-f]{1,15})$");

  public static ComparedTrace open(Path path, BinaryFiles binaries) throws IOException {
    try (TraceReader reader = TraceReader.open(path)) {
      return new ComparedTrace(
          path,
          binaries,
          reader.header(),
          TraceSymbols.read(path, binaries),
          TaskNames.read(path),
          reader.indexEntries().endOffset() >= 0);
    }
  }

  /** The name of a code address, as all commands write it: {@link TraceSymbols#label}. */
  String name(CodeContext its, long pc) {
    return symbols.label(
        its.addressSpace(),
        pc,
        its.clock(),
        its.privilege() == 0,
        tasks.program(its.task(), its.clock()),
        tasks.images(its.task(), its.clock()));
  }

  /** Where the function of a code address starts, or its program; the address itself without. */
  long start(CodeContext its, long pc) {
    return pc - offset(name(its, pc));
  }

  /** The offset in the name of an address; 0 without one. A symbol may look as if it had one. */
  static long offset(String name) {
    Matcher offset = OFFSET.matcher(name);
    return offset.find() ? Long.parseLong(offset.group(1), 16) : 0;
  }

  /**
   * The source line of a code address, as far as binaries with debugging information were given;
   * where it is of an inlined function, that of its caller, too. Empty if not known.
   */
  String source(CodeContext its, long pc) {
    long page = symbols.page(its.addressSpace(), pc, its.clock());
    return symbols.sources().executedAt(pc, page).stream()
        .map(SourceFrame::brief)
        .collect(Collectors.joining(" in "));
  }

  /** A call stack by names, innermost function first. */
  public List<DivergenceFrame> stack(Here here, List<CallFrame> frames) {
    List<DivergenceFrame> lines = new ArrayList<>();
    long pc = here.pc();
    CodeContext its = here.executor();
    for (CallFrame frame : frames) {
      String entered =
          frame.kind() == CallFrame.Kind.TRAP ? causes().title(frame.link()) : "called";
      lines.add(new DivergenceFrame(pc, name(its, pc), entered, source(its, pc)));
      pc = frame.site();
      its = its.in(frame.privilege(), frame.addressSpace());
    }
    lines.add(new DivergenceFrame(pc, name(its, pc), "", source(its, pc)));
    return lines;
  }

  /** The guest's causes of traps. */
  public TrapCauses causes() {
    return symbols.guest().traps();
  }

  /** Where the innermost function stands. */
  public record Here(CodeContext executor, long pc) {}

  public int harts() {
    return header.harts();
  }

  /** The manner in which the trace was written; the execution does not depend on it. */
  public String recording() {
    return header.get("trace.mode", "compact") + " " + header.get("trace.verify", "false");
  }
}

package bbt.reconstruct.diff;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.profile.Causes;
import bbt.reconstruct.step.CallFrame;
import bbt.reconstruct.trace.Binaries;
import bbt.reconstruct.trace.Sources;
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
 * @param toVirtual what to add to a physical address of the kernel's code, as it runs before it
 *     turns its MMU on, for the address that its symbols have; 0 when not known
 * @param whole whether the file holds how the run ended; else it was cut
 */
record Side(
    Path path,
    SortedMap<String, String> header,
    TraceSymbols symbols,
    long toVirtual,
    boolean whole) {

  /** No function of a kernel is longer, in bytes. */
  private static final long LONGEST = 1 << 16;

  /** Chunks in which the kernel must have turned its MMU on. */
  private static final int SIDEBANDS = 64;

  static Side open(Path path, List<Path> binaries) throws IOException {
    try (TraceReader reader = TraceReader.open(path)) {
      TraceSymbols symbols = new TraceSymbols();
      Binaries.add(symbols, reader.header(), binaries);
      long start = reader.offset();
      symbols.addAppendix(reader);
      reader.seek(start);
      return new Side(
          path,
          reader.header().entries(),
          symbols,
          toVirtual(reader, symbols),
          reader.indexEntries().endOffset() >= 0);
    }
  }

  /** The first mapping of a page with kernel functions says where the image lies. */
  private static long toVirtual(TraceReader reader, TraceSymbols symbols) throws IOException {
    int looked = 0;
    for (ChunkHeader h = reader.peek(); h != null && looked < SIDEBANDS; h = reader.peek()) {
      if (h.kind() == ChunkHeader.Kind.SIDEBAND) {
        looked++;
        if (reader.next() instanceof Chunk.Sideband sideband) {
          for (SidebandRecord item : sideband.records()) {
            if (item instanceof SidebandRecord.Mapping m
                && m.virtualPage() < 0
                && symbols.functionAt(0, m.virtualPage()) >= 0) {
              return m.virtualPage() - m.physicalPage();
            }
          }
        }
      }
      reader.seek(h.offset() + h.bytes());
    }
    return 0;
  }

  /** The named function that covers an address, or null. */
  TraceSymbols.Function function(int addressSpace, long pc) {
    int id = symbols.functionAt(addressSpace, pc);
    if (id >= 0 || pc < 0 || toVirtual == 0) {
      return id < 0 ? null : symbols.function(id);
    }
    id = symbols.functionAt(addressSpace, pc + toVirtual);
    TraceSymbols.Function f = id < 0 ? null : symbols.function(id);
    // Code without symbols of its own would get the name of what lies far before it.
    return f != null && pc + toVirtual - f.address() < LONGEST ? f : null;
  }

  /** A name for a code address: {@code function+0x12}, or the bare number. */
  String name(int addressSpace, long pc) {
    TraceSymbols.Function f = function(addressSpace, pc);
    if (f == null) {
      return "0x" + Long.toHexString(pc);
    }
    long offset = pc - f.address();
    if (pc >= 0 && f.address() < 0) {
      offset += toVirtual;
    }
    return offset == 0 ? f.name() : f.name() + "+0x" + Long.toHexString(offset);
  }

  /**
   * The source line of a code address, as far as binaries with debugging information were given;
   * where it is of an inlined function, that of its caller, too. Empty if not known.
   */
  String source(long pc) {
    Sources sources = symbols.sources();
    List<SourceFrame> frames = sources.executedAt(pc);
    if (frames.isEmpty() && pc >= 0 && toVirtual != 0) {
      frames = sources.executedAt(pc + toVirtual);
    }
    return frames.stream().map(SourceFrame::brief).collect(Collectors.joining(" in "));
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

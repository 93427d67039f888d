package bbt.reconstruct.diff;

import bbt.packets.ChunkHeader;
import bbt.packets.TraceReader;
import bbt.reconstruct.trace.Binaries;
import bbt.reconstruct.trace.TraceSymbols;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * One of the two traces, before anything is walked.
 *
 * @param chunks headers of all chunks up to the first that cannot be found, the trace's own header
 *     left out
 */
record Side(
    Path path, SortedMap<String, String> header, TraceSymbols symbols, List<ChunkHeader> chunks) {

  static Side open(Path path, List<Path> binaries) throws IOException {
    try (TraceReader reader = TraceReader.open(path)) {
      TraceSymbols symbols = new TraceSymbols();
      Binaries.add(symbols, reader.header(), binaries);
      List<ChunkHeader> chunks = new ArrayList<>();
      for (ChunkHeader h = reader.peek(); h != null; h = reader.peek()) {
        chunks.add(h);
        reader.seek(h.offset() + h.bytes());
      }
      symbols.addAppendix(reader);
      return new Side(path, reader.header().entries(), symbols, List.copyOf(chunks));
    }
  }

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

package bbt.reconstruct.code;

import bbt.packets.TraceReader;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.Profiler;
import bbt.reconstruct.trace.Binaries;
import bbt.reconstruct.trace.Sources;
import bbt.reconstruct.trace.TraceSymbols;
import bbt.reconstruct.walk.Problem;
import bbt.reconstruct.walk.Reconstruction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A trace walked with all blocks counted.
 *
 * @param code its executed code
 * @param profile of the same walk
 * @param sources lines of the binaries
 * @param problems damage and disagreements, in file order
 */
public record CodeAnalysis(
    CodeProfile code, Profile profile, Sources sources, List<Problem> problems) {
  public CodeAnalysis {
    problems = List.copyOf(problems);
  }

  /**
   * Walks a trace.
   *
   * @param binaries ELF files with symbols
   * @param progress is told the file offset now and then
   * @throws IOException if a file cannot be read or is not what it should be
   */
  public static CodeAnalysis of(Path trace, List<Path> binaries, LongConsumer progress)
      throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      TraceSymbols symbols = new TraceSymbols();
      Binaries.add(symbols, reader.header(), binaries);
      try (TraceReader names = TraceReader.open(trace)) {
        symbols.addAppendix(names);
      }
      Profiler profiler = new Profiler(symbols);
      Reconstruction walk =
          new Reconstruction(reader, symbols, profiler, null)
              .countBlocks()
              .progress(progress)
              .run();
      symbols.checkBinaries();
      Profile profile = profiler.profile();
      CodeProfile code = CodeProfile.of(walk.blockCounts(), profile, symbols, profiler::programIn);
      return new CodeAnalysis(code, profile, symbols.sources(), walk.problems());
    }
  }
}

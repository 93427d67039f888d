package bbt.reconstruct.diff;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.TraceReader;
import bbt.reconstruct.walk.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares two traces. */
public final class DiffMaker {
  private final Path a;
  private final Path b;
  private List<Path> binaries = List.of();
  private int lines = 8;

  public DiffMaker(Path a, Path b) {
    this.a = a;
    this.b = b;
  }

  /** ELF files whose symbols name addresses in both. */
  public DiffMaker binaries(List<Path> files) {
    binaries = List.copyOf(files);
    return this;
  }

  /** Most branches shown before and after the divergence. */
  public DiffMaker lines(int count) {
    lines = count;
    return this;
  }

  /**
   * Compares.
   *
   * @throws IOException if a file cannot be read
   */
  public DiffResult run() throws IOException {
    Side left = Side.open(a, binaries);
    if (Files.mismatch(a, b) == -1) {
      return same(DiffResult.Sameness.FILE, Map.of());
    }
    Side right = Side.open(b, binaries);
    Map<String, List<String>> configuration = configuration(left, right);
    CommonPrefix prefix = CommonPrefix.of(left, right);
    if (prefix.same() && sameEnd(left, right, prefix.chunks())) {
      return same(DiffResult.Sameness.HASHES, configuration);
    }
    Slide slide = Slide.between(left.symbols(), right.symbols());
    try (TraceReader readerA = TraceReader.open(a);
        TraceReader readerB = TraceReader.open(b)) {
      Tape tapeA = new Tape(readerA, left.symbols(), offset(left, prefix.resume()));
      Tape tapeB = new Tape(readerB, right.symbols(), offset(right, prefix.resume()));
      Cursor cursorA = new Cursor(tapeA, left.symbols(), prefix.clock());
      Cursor cursorB = new Cursor(tapeB, right.symbols(), prefix.clock());
      Difference kind = new DivergenceFinder(cursorA, cursorB, slide).run();
      if (kind == null) {
        return new DiffResult(
            a.toString(),
            b.toString(),
            DiffResult.Sameness.WALKED,
            configuration,
            null,
            tapeA.problems(),
            tapeB.problems());
      }
      Divergence divergence =
          new DivergenceTeller(left.header(), cursorA, cursorB, lines).tell(kind);
      return new DiffResult(
          a.toString(),
          b.toString(),
          null,
          configuration,
          divergence,
          tapeA.problems(),
          tapeB.problems());
    }
  }

  private DiffResult same(DiffResult.Sameness how, Map<String, List<String>> configuration) {
    List<Problem> none = List.of();
    return new DiffResult(a.toString(), b.toString(), how, configuration, null, none, none);
  }

  private static long offset(Side side, int chunk) {
    return chunk == 0 ? 0 : side.chunks().get(chunk).offset();
  }

  /** Whether the end records say the same of the execution. */
  private static boolean sameEnd(Side a, Side b, int chunk) throws IOException {
    Chunk.End x = end(a.path(), a.chunks().get(chunk));
    Chunk.End y = end(b.path(), b.chunks().get(chunk));
    return x != null
        && y != null
        && x.harts().equals(y.harts())
        && x.exitCode() == y.exitCode()
        && x.reason().equals(y.reason())
        && x.ticks() == y.ticks();
  }

  private static Chunk.End end(Path path, ChunkHeader at) throws IOException {
    try (TraceReader reader = TraceReader.open(path)) {
      reader.seek(at.offset());
      return reader.next() instanceof Chunk.End end ? end : null;
    }
  }

  private static Map<String, List<String>> configuration(Side a, Side b) {
    Map<String, List<String>> different = new TreeMap<>();
    TreeSet<String> keys = new TreeSet<>(a.header().keySet());
    keys.addAll(b.header().keySet());
    for (String key : keys) {
      String x = a.header().get(key);
      String y = b.header().get(key);
      if (!Objects.equals(x, y)) {
        different.put(key, new ArrayList<>(Arrays.asList(x, y)));
      }
    }
    return different;
  }
}

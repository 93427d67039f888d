package bbt.reconstruct.interchange.code;

import bbt.packets.Chunk;
import bbt.packets.KnownCode;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads code from a trace in bbt's format, of the same guest as the one that was traced elsewhere.
 * Where code changed, it is what it was at the same count of instructions; what was first executed
 * later than now is known already.
 */
public final class TraceCode implements CodeSource {
  private static final long PAGE = -4096L;

  private final List<SidebandRecord> records = new ArrayList<>();
  private final List<SidebandRecord> symbols = new ArrayList<>();
  private final KnownCode known = new KnownCode();
  private int next;

  /**
   * Reads a trace.
   *
   * @param hart whose code is wanted
   */
  public static TraceCode read(Path trace, int hart) throws IOException {
    TraceCode code = new TraceCode();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
          code.take(sideband, sideband.hart() == hart);
        }
      }
    }
    for (SidebandRecord record : code.records.reversed()) {
      code.known.apply(record);
    }
    return code;
  }

  private void take(Chunk.Sideband sideband, boolean its) {
    for (SidebandRecord record : sideband.records()) {
      switch (record) {
        case SidebandRecord.Code c when its -> records.add(c);
        case SidebandRecord.Mapping m when its -> records.add(m);
        case SidebandRecord.Symbols s -> symbols.add(moved(s));
        default -> {}
      }
    }
  }

  /** Address spaces of the trace are contexts; a reader takes names in the order of addresses. */
  private static SidebandRecord moved(SidebandRecord.Symbols s) {
    Map<Long, String> sorted = new TreeMap<>(Long::compareUnsigned);
    for (int i = 0; i < s.names().length; i++) {
      sorted.put(s.addresses()[i], s.names()[i]);
    }
    int space =
        s.addressSpace() == SidebandRecord.GLOBAL
            ? SidebandRecord.GLOBAL
            : SpaceNumbers.of(s.addressSpace());
    return new SidebandRecord.Symbols(
        0,
        s.image(),
        space,
        sorted.keySet().stream().mapToLong(Long::longValue).toArray(),
        sorted.values().toArray(new String[0]));
  }

  @Override
  public int halfword(int context, boolean translated, long address) {
    long page = translated ? physical(context, address & PAGE) : address & PAGE;
    return page == -1 ? -1 : known.halfword(page | address & ~PAGE);
  }

  @Override
  public long physical(int context, long page) {
    return context == 0 ? page : known.translate(context, page);
  }

  @Override
  public boolean advance(long retired) {
    boolean changed = false;
    for (; next < records.size() && records.get(next).retired() <= retired; next++) {
      SidebandRecord record = records.get(next);
      changed |= changes(record);
      known.apply(record);
    }
    return changed;
  }

  private boolean changes(SidebandRecord record) {
    if (record instanceof SidebandRecord.Code code) {
      int given = 0;
      for (int i = 0; i < 32; i++) {
        if ((code.mask() >>> i & 1) != 0
            && known.halfword(code.line() + 2L * i) != (code.halfwords()[given++] & 0xFFFF)) {
          return true;
        }
      }
      return false;
    }
    SidebandRecord.Mapping mapping = (SidebandRecord.Mapping) record;
    return known.translate(mapping.addressSpace(), mapping.virtualPage()) != mapping.physicalPage();
  }

  @Override
  public long changesAt() {
    return next < records.size() ? records.get(next).retired() : Long.MAX_VALUE;
  }

  @Override
  public List<SidebandRecord> symbols() {
    return symbols;
  }
}

package bbt.reconstruct.trace;

import bbt.packets.Chunk;
import bbt.packets.KnownCode;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds where position-independent programs and shared libraries were executed: compares the code
 * that a trace announces, physical page by physical page, with the pages of the files; the mappings
 * in the trace then say at which virtual addresses a page was shown.
 */
final class LoadAddresses {
  private static final int HALFWORDS = 2048;

  /** Fewer halfwords of a page may be those of many programs. */
  private static final int TELLING = 12;

  private final List<BinaryCode> binaries;
  private final KnownCode known = new KnownCode();

  /** By physical page: the virtual pages that show it, or did. */
  private final Map<Long, Set<Long>> shownAt = new HashMap<>();

  private LoadAddresses(List<BinaryCode> binaries) {
    this.binaries = binaries;
  }

  /**
   * Places the binaries that move.
   *
   * @param reader of its own: it is left at the trace's end
   */
  static void find(TraceReader reader, List<BinaryCode> binaries) throws IOException {
    List<BinaryCode> movable = binaries.stream().filter(BinaryCode::movable).toList();
    if (movable.isEmpty()) {
      return;
    }
    LoadAddresses search = new LoadAddresses(movable);
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
        search.add(sideband.records());
      }
    }
  }

  private void add(List<SidebandRecord> records) {
    Set<Long> changed = new HashSet<>();
    for (SidebandRecord item : records) {
      if (item instanceof SidebandRecord.Mapping m) {
        // Before it is shown elsewhere or holds something else.
        shownAt.computeIfAbsent(m.physicalPage(), k -> new LinkedHashSet<>()).add(m.virtualPage());
        changed.add(m.physicalPage());
      } else if (item instanceof SidebandRecord.Code code) {
        changed.add(code.line() & -4096L);
      }
      known.apply(item);
    }
    changed.forEach(this::place);
  }

  private void place(long physicalPage) {
    Set<Long> virtualPages = shownAt.get(physicalPage);
    if (virtualPages == null) {
      return;
    }
    int[] halfwords = new int[HALFWORDS];
    int count = 0;
    for (int i = 0; i < HALFWORDS; i++) {
      halfwords[i] = known.halfword(physicalPage + 2L * i);
      count += halfwords[i] >= 0 ? 1 : 0;
    }
    if (count < TELLING) {
      return;
    }
    for (BinaryCode binary : binaries) {
      long page = binary.pageLike(halfwords);
      if (page != -1) {
        for (long virtualPage : virtualPages) {
          if (virtualPage >= 0) { // the kernel's own view of its memory is no program's
            binary.seen(virtualPage, virtualPage - page);
          }
        }
        return;
      }
    }
  }
}

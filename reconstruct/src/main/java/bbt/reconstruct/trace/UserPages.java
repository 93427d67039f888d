package bbt.reconstruct.trace;

import bbt.packets.SidebandRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** The pages of each address space that user programs executed: where their images begin. */
final class UserPages {
  /** Images further apart are two: a program and its libraries. */
  private static final long IMAGE_GAP = 64L << 20;

  private final Map<Integer, TreeSet<Long>> pages = new HashMap<>();

  void add(SidebandRecord.Mapping mapping) {
    if (mapping.addressSpace() > 0 && mapping.virtualPage() >= 0) {
      pages
          .computeIfAbsent(mapping.addressSpace(), k -> new TreeSet<>())
          .add(mapping.virtualPage());
    }
  }

  /** The lowest page of the image that has code at an address; 0 where none is known. */
  long imageBase(int addressSpace, long pc) {
    TreeSet<Long> its = pages.get(addressSpace);
    Long at = its == null ? null : its.floor(pc);
    if (at == null || pc - at > IMAGE_GAP) {
      return 0;
    }
    for (Long below = its.lower(at); below != null && at - below <= IMAGE_GAP; ) {
      at = below;
      below = its.lower(at);
    }
    return at;
  }
}

package bbt.reconstruct.names;

import bbt.packets.SidebandRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Keeps the pages of each address space that user programs executed in the whole trace. Where
 * nothing says where their images are, one begins with the lowest of its pages.
 */
final class UserPages {
  /** Images further apart are two: a program and its libraries. */
  private static final long GAP = 64L << 20;

  private static final long PAGE = 4096;

  private final Map<Integer, TreeSet<Long>> pages = new HashMap<>();

  /** The images of each address space, made of the pages when first asked for. */
  private final Map<Integer, ProcessImages> images = new HashMap<>();

  void add(SidebandRecord.Mapping mapping) {
    if (mapping.addressSpace() > 0 && mapping.virtualPage() >= 0) {
      pages
          .computeIfAbsent(mapping.addressSpace(), k -> new TreeSet<>())
          .add(mapping.virtualPage());
      images.remove(mapping.addressSpace());
    }
  }

  /** Whether some program executed code of a page. */
  boolean executed(long address) {
    return pages.values().stream().anyMatch(its -> its.contains(address & -PAGE));
  }

  /** The images of an address space. */
  ProcessImages images(int addressSpace) {
    return images.computeIfAbsent(addressSpace, this::clusters);
  }

  /** The images of all address spaces. */
  List<ProcessImages> all() {
    List<ProcessImages> all = new ArrayList<>();
    new TreeMap<>(pages).keySet().forEach(space -> all.add(images(space)));
    all.add(new ProcessImages());
    return all;
  }

  private ProcessImages clusters(int addressSpace) {
    ProcessImages found = new ProcessImages();
    long base = -1;
    long last = -1;
    for (long page : pages.getOrDefault(addressSpace, new TreeSet<>())) {
      if (base >= 0 && page - last > GAP) {
        found.add(Long.toHexString(base) + "-" + Long.toHexString(last + GAP));
        base = -1;
      }
      base = base < 0 ? page : base;
      last = page;
    }
    if (base >= 0) {
      found.add(Long.toHexString(base) + "-" + Long.toHexString(last + GAP));
    }
    return found;
  }
}

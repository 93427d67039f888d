package bbt.translator.codegen;

import bbt.translator.code.CodePage;

/**
 * The facts that a region needs when it is left in the middle of a node: the places of its
 * instructions and, when recording, what its paths are called. Looked at on faults and exits only.
 */
public final class RegionFacts {
  final RegionSites sites;

  /** Records the open path; null when not recording. */
  final OpenPath openPath;

  /** Id of the region's path number 0; no matter where paths have no numbers. */
  final int pathBase;

  /** One-node path id of each node, where every node is recorded by itself; else null. */
  final int[] nodeIds;

  /** Unusual floating-point results after which leaving the region costs more than calls do. */
  private static final int MOST_FLOAT_EXITS = 64;

  /** Where the region is installed. */
  private final CodePage page;

  private int floatExits;

  /**
   * Facts about one region.
   *
   * @param page where it will be installed
   * @param openPath how to record a path that was left in the middle, or null
   * @param pathBase id of path number 0
   * @param nodeIds one-node path id of each node, where paths have no numbers; else null
   */
  public RegionFacts(
      RegionSites sites, CodePage page, OpenPath openPath, int pathBase, int[] nodeIds) {
    this.sites = sites;
    this.page = page;
    this.openPath = openPath;
    this.pathBase = pathBase;
    this.nodeIds = nodeIds;
  }

  /** The address where the region's page is seen. */
  long base() {
    return page.virtualPage;
  }

  /** The region was left before a floating-point instruction. */
  void leftForFloat() {
    if (++floatExits == MOST_FLOAT_EXITS) {
      page.callFloat();
    }
  }
}

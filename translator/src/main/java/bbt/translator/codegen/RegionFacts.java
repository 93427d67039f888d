package bbt.translator.codegen;

import bbt.ptg.graph.VerifyHash;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrRegion;

/**
 * What a region must know when it is left in the middle of a node: the places of its instructions
 * and, when recording, what its paths are called. Looked at on faults and exits only.
 */
public final class RegionFacts {
  /** Guest address of each site. */
  final long[] pcs;

  /** Instruction bits of each site. */
  final int[] bits;

  /** First site of each node, ascending. */
  final int[] firstSites;

  final boolean verify;

  /** How the open path is recorded; null when not recording. */
  final OpenPath openPath;

  /**
   * Facts about one region.
   *
   * @param verify whether the verify hash is kept
   * @param openPath how to record a path that was left in the middle, or null
   */
  public RegionFacts(IrRegion region, boolean verify, OpenPath openPath) {
    this.pcs = region.pcs();
    this.bits = region.bits();
    this.firstSites = region.nodes().stream().mapToInt(IrNode::firstSite).toArray();
    this.verify = verify;
    this.openPath = openPath;
  }

  /** First site of the node that contains a site. */
  int firstSiteOf(int site) {
    int at = java.util.Arrays.binarySearch(firstSites, site);
    return firstSites[at >= 0 ? at : -at - 2];
  }

  /** The verify hash after the instructions of sites {@code from .. to-1}. */
  long verifyHash(long hash, int from, int to) {
    long h = hash;
    for (int site = from; site < to; site++) {
      h = VerifyHash.step(h, pcs[site], bits[site]);
    }
    return h;
  }
}

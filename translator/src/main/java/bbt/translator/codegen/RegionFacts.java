package bbt.translator.codegen;

import bbt.ptg.guest.VerifyHash;
import bbt.translator.code.CodePage;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrRegion;

/**
 * The facts that a region needs when it is left in the middle of a node: the places of its
 * instructions and, when recording, what its paths are called. Looked at on faults and exits only.
 */
public final class RegionFacts {
  /** Guest address of each site. */
  final long[] pcs;

  /** Instruction bits of each site. */
  final int[] bits;

  /** First site of each node, ascending. */
  final int[] firstSites;

  /** See {@link GuestCode#illegalInstruction}. */
  final int illegalInstruction;

  final boolean verify;

  /** How the open path is recorded; null when not recording. */
  final OpenPath openPath;

  /** Unusual floating-point results after which leaving the region costs more than calls do. */
  private static final int MOST_FLOAT_EXITS = 64;

  /** Where the region is installed. */
  private final CodePage page;

  private int floatExits;

  /**
   * Facts about one region.
   *
   * @param page where it will be installed
   * @param verify whether the verify hash is kept
   * @param openPath how to record a path that was left in the middle, or null
   */
  public RegionFacts(
      GuestCode guest, IrRegion region, CodePage page, boolean verify, OpenPath openPath) {
    this.illegalInstruction = guest.illegalInstruction();
    this.page = page;
    this.pcs = region.pcs();
    this.bits = region.bits();
    this.firstSites = region.nodes().stream().mapToInt(IrNode::firstSite).toArray();
    this.verify = verify;
    this.openPath = openPath;
  }

  /** The region was left before a floating-point instruction. */
  void leftForFloat() {
    if (++floatExits == MOST_FLOAT_EXITS) {
      page.callFloat();
    }
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

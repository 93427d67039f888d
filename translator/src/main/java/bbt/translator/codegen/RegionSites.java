package bbt.translator.codegen;

import bbt.ptg.guest.VerifyHash;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrRegion;
import java.util.Arrays;

/** The places of a region's instructions, as far as they do not depend on a machine. Immutable. */
public final class RegionSites {
  /** Where in the page each site is. */
  final long[] pcs;

  /** Instruction bits of each site. */
  final int[] bits;

  /** First site of each node, ascending. */
  private final int[] firstSites;

  /** See {@link GuestCode#illegalInstruction}. */
  final int illegalInstruction;

  /** Whether the verify hash is kept. */
  final boolean verify;

  /** The sites of a region. */
  public RegionSites(GuestCode guest, IrRegion region, boolean verify) {
    this.illegalInstruction = guest.illegalInstruction();
    this.pcs = region.pcs();
    this.bits = region.bits();
    this.firstSites = region.nodes().stream().mapToInt(IrNode::firstSite).toArray();
    this.verify = verify;
  }

  /** First site of the node that contains a site. */
  int firstSiteOf(int site) {
    int at = Arrays.binarySearch(firstSites, site);
    return firstSites[at >= 0 ? at : -at - 2];
  }

  /**
   * The verify hash after the instructions of sites {@code from .. to-1}.
   *
   * @param base address of the page
   */
  long verifyHash(long hash, long base, int from, int to) {
    long h = hash;
    for (int site = from; site < to; site++) {
      h = VerifyHash.step(h, base + pcs[site], bits[site]);
    }
    return h;
  }
}

package bbt.translator.code;

import java.util.Arrays;

/**
 * A (virtual page, physical page) pair in execution: what the engines know about each of its nodes
 * by the slot (halfword) of the node's first instruction. Guest thread only.
 */
public final class CodePage {
  /** Virtual address of the page's first byte. */
  public final long virtualPage;

  /** The bytes and their decoded form, shared with other virtual pages. */
  public final PhysicalCode code;

  /**
   * Node entries left until {@link Tiering#hot} is asked, counted down by the interpreter; at or
   * below 0 where a region is installed.
   */
  public final int[] heat = new int[PhysicalCode.SLOTS];

  /**
   * Nodes that the tiering policy was asked about since the page's bytes changed: a bit per slot.
   * For the policy's use.
   */
  public final long[] asked = new long[PhysicalCode.SLOTS / 64];

  /**
   * Recorder's base path id of the node that starts at a slot, 0 = none yet; {@code null} until the
   * recorder needs it (see {@link #nodeIds()}).
   */
  public int[] nodeId;

  /** Region that can be entered at a slot; {@code null} until one exists in the page. */
  public Region[] regions;

  /**
   * Addresses before which execution is to stand still: a bit per slot, {@code null} for none. No
   * region contains one of them.
   */
  public long[] stops;

  private boolean callsFloat;

  final CodePage nextAlias;

  private final Tiering tiering;

  CodePage(PhysicalCode code, long virtualPage, CodePage nextAlias, Tiering tiering) {
    this.code = code;
    this.virtualPage = virtualPage;
    this.nextAlias = nextAlias;
    this.tiering = tiering;
    Arrays.fill(heat, tiering.threshold());
  }

  /** The table of path ids, made on first use. */
  public int[] nodeIds() {
    if (nodeId == null) {
      // As long as PhysicalCode's table: a node cut by a store may leave nothing before the page's
      // end.
      nodeId = new int[PhysicalCode.SLOTS + 2];
    }
    return nodeId;
  }

  /** The region to enter at a slot, or {@code null}. */
  public Region region(int slot) {
    return regions == null ? null : regions[slot];
  }

  /** Makes a region reachable at a slot. */
  public void install(int slot, Region region) {
    if (regions == null) {
      regions = new Region[PhysicalCode.SLOTS];
    }
    regions[slot] = region;
    heat[slot] = 0;
  }

  /** The page's bytes changed: forgets regions, path ids and heat. */
  void drop() {
    dropRegions();
    if (nodeId != null) {
      Arrays.fill(nodeId, 0);
    }
  }

  /** Other addresses to stop at: regions go, the next ones leave them out. */
  void stops(long[] marks) {
    stops = marks;
    dropRegions();
  }

  /** Forgets regions and heat. */
  void dropRegions() {
    if (regions != null) {
      for (Region region : regions) {
        if (region != null) {
          region.drop();
        }
      }
      regions = null;
    }
    Arrays.fill(heat, tiering.threshold());
    Arrays.fill(asked, 0);
  }

  /**
   * Whether regions of this page call the exact floating-point functions instead of being left
   * before an instruction with an unusual result.
   */
  public boolean callsFloat() {
    return callsFloat;
  }

  /** Regions of this page were left too often: they go, and the next ones will call. */
  public void callFloat() {
    callsFloat = true;
    dropRegions();
  }
}

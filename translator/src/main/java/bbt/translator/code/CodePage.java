package bbt.translator.code;

import java.util.Arrays;
import java.util.BitSet;

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

  /** Those of {@link #asked} that it was asked about more than once. */
  public final long[] askedAgain = new long[PhysicalCode.SLOTS / 64];

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

  /**
   * Of a quiet page: where nodes may start that are to be recorded, a bit per slot; {@code null}
   * for none. No region contains one of them; in the place of each is one that ends the quiet.
   */
  private long[] wakes;

  private boolean callsFloat;

  final CodePage nextAlias;

  /**
   * Whether this is the page as it is shown where nothing is recorded: its regions do not record.
   */
  public final boolean quiet;

  /**
   * The view of this page that records, if this one is quiet; else the quiet one, null until it is
   * asked for.
   */
  private CodePage other;

  private final Tiering tiering;

  CodePage(PhysicalCode code, long virtualPage, CodePage nextAlias, Tiering tiering) {
    this.code = code;
    this.virtualPage = virtualPage;
    this.nextAlias = nextAlias;
    this.tiering = tiering;
    this.quiet = false;
    Arrays.fill(heat, tiering.threshold());
  }

  private CodePage(CodePage recorded) {
    this.code = recorded.code;
    this.virtualPage = recorded.virtualPage;
    this.nextAlias = null;
    this.tiering = recorded.tiering;
    this.quiet = true;
    this.other = recorded;
    this.stops = recorded.stops;
    this.callsFloat = recorded.callsFloat;
    this.wakes = code.wakesIn(virtualPage);
    cool();
  }

  /**
   * The page as it is shown where nothing is recorded; made on first use. It changes when this one
   * does, and has heat and regions of its own.
   */
  CodePage unrecorded() {
    if (other == null) {
      other = new CodePage(this);
    }
    return other;
  }

  /**
   * Whether a region can be entered at a slot where recording goes on and this page is shown where
   * it does not, or the other way round: the node is known to be hot.
   */
  public boolean isHotElsewhere(int slot) {
    return other != null && other.region(slot) != null && !other.wakes(slot);
  }

  /** {@link #asked}, wherever the page is shown. */
  public long[] executed() {
    long[] all = asked.clone();
    for (int i = 0; other != null && i < all.length; i++) {
      all[i] |= other.asked[i];
    }
    return all;
  }

  /** The table of path ids, made on first use. */
  public int[] nodeIds() {
    if (quiet) {
      return other.nodeIds();
    }
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
    dropAllRegions();
    if (nodeId != null) {
      Arrays.fill(nodeId, 0);
    }
  }

  /** Other addresses to stop at: regions go, the next ones leave them out. */
  void stops(long[] marks) {
    stops = marks;
    if (other != null) {
      other.stops = marks;
    }
    dropAllRegions();
  }

  private boolean wakes(int slot) {
    return wakes != null && (wakes[slot >> 6] >>> slot & 1) != 0;
  }

  /** Other nodes may be recorded; says whether some of this page are or were among them. */
  boolean wakesChanged() {
    if (other == null) {
      return false;
    }
    long[] marks = code.wakesIn(virtualPage);
    if (Arrays.equals(marks, other.wakes)) {
      return false;
    }
    other.wakes = marks;
    other.dropRegions();
    return true;
  }

  /** The slots whose instructions no region may contain: a bit for each, {@code null} for none. */
  public long[] barred() {
    if (wakes == null || stops == null) {
      return stops == null ? wakes : stops;
    }
    long[] both = stops.clone();
    for (int i = 0; i < both.length; i++) {
      both[i] |= wakes[i];
    }
    return both;
  }

  /** Forgets regions and heat, wherever the page is shown. */
  void dropAllRegions() {
    dropRegions();
    if (other != null) {
      other.dropRegions();
    }
  }

  /** Forgets regions and heat. */
  private void dropRegions() {
    if (regions != null) {
      for (Region region : regions) {
        if (region != null) {
          region.drop();
        }
      }
      regions = null;
    }
    Arrays.fill(asked, 0);
    Arrays.fill(askedAgain, 0);
    cool();
  }

  /** As if nothing of the page had been executed. */
  private void cool() {
    Arrays.fill(heat, tiering.threshold());
    if (wakes != null) {
      Region waking = code.wakingRegion();
      BitSet.valueOf(wakes).stream().forEach(slot -> install(slot, waking));
    }
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

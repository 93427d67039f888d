package bbt.translator.region;

import bbt.translator.code.CodePage;
import bbt.translator.codegen.CompiledRegion;
import bbt.translator.codegen.OpenPath;
import bbt.translator.codegen.RegionFacts;
import bbt.translator.codegen.RegionSites;
import bbt.translator.opt.PathNumbers;
import bbt.translator.trace.Recorder;

/**
 * The compiled code of a region without a machine: any page that shows its bytes at the same places
 * can be given a region of it. Holds nothing of the machine that it was compiled for.
 */
final class RegionCode {
  private final RegionStore.Kind kind;
  private final RegionPlan plan;
  private final CompiledRegion blank;
  private final long longestPath;
  private final RegionSites sites;
  private final PathNumbers numbers;
  private final int size;

  /**
   * Creates the code of a compiled region.
   *
   * @param kind what it depends on besides its nodes
   * @param plan its nodes, with their places in the page and bytes
   * @param blank an instance to make others from
   * @param longestPath see {@link bbt.translator.code.Region}
   * @param numbers what its path numbers stand for; null where paths have none
   * @param size bytes of the class file
   */
  RegionCode(
      RegionStore.Kind kind,
      RegionPlan plan,
      CompiledRegion blank,
      long longestPath,
      RegionSites sites,
      PathNumbers numbers,
      int size) {
    this.kind = kind;
    this.plan = plan;
    this.blank = blank;
    this.longestPath = longestPath;
    this.sites = sites;
    this.numbers = numbers;
    this.size = size;
  }

  RegionStore.Kind kind() {
    return kind;
  }

  RegionPlan plan() {
    return plan;
  }

  /** Bytes of the class file. */
  int size() {
    return size;
  }

  /**
   * A region of this code.
   *
   * @param page where it will be installed
   * @param recorder the machine's trace, or null when not recording
   */
  CompiledRegion region(CodePage page, Recorder recorder) {
    if (recorder == null) {
      return region(page, null, 0, null);
    }
    PlannedRecording recording = new PlannedRecording(plan, page, recorder.paths());
    if (numbers == null) {
      int[] ids = plan.nodes().stream().mapToInt(n -> recording.id(n.index())).toArray();
      return region(page, PathRegistration.steps(recording, plan, recorder), 0, ids);
    }
    PathRegistration registration = new PathRegistration(recording, numbers, recorder);
    return region(page, registration, registration.base(), null);
  }

  private CompiledRegion region(CodePage page, OpenPath openPath, int pathBase, int[] nodeIds) {
    return blank.again(longestPath, new RegionFacts(sites, page, openPath, pathBase, nodeIds));
  }
}

package bbt.translator.region;

import bbt.translator.code.CodePage;
import bbt.translator.code.PhysicalCode;
import bbt.translator.code.Region;

/** Installs a compiled region in its page, where engines find it; guest thread only. */
final class Installation {
  private Installation() {}

  /**
   * Installs a region at its entries, unless its page has changed since the snapshot.
   *
   * @return whether it was installed
   */
  static boolean install(RegionCompiler.Compiled compiled) {
    PageSnapshot snapshot = compiled.snapshot();
    CodePage page = snapshot.page;
    if (page.code.version() != snapshot.version || !isCurrent(compiled)) {
      return false;
    }
    install(page, compiled.plan(), compiled.region());
    return true;
  }

  /** Installs a region whose nodes the page holds now. */
  static void install(CodePage page, RegionPlan plan, Region region) {
    PhysicalCode code = page.code;
    for (RegionPlan.PlannedNode planned : plan.nodes()) {
      // From here on a store into these lines is noticed and drops the region.
      int halfwords = planned.node().size() / 2;
      for (int slot = PhysicalCode.slot(planned.node().pc()), end = slot + halfwords;
          slot < end;
          slot++) {
        code.noteDecoded(slot, 1);
      }
    }
    for (int entry : plan.entries()) {
      int slot = PhysicalCode.slot(plan.pc(entry));
      if (page.region(slot) == null) {
        page.install(slot, region);
      }
    }
  }

  /** A store into bytes that were not yet known as code moves no version: compare the bytes. */
  private static boolean isCurrent(RegionCompiler.Compiled compiled) {
    for (RegionPlan.PlannedNode planned : compiled.plan().nodes()) {
      int slot = PhysicalCode.slot(planned.node().pc());
      for (int i = 0; i < planned.node().size() / 2; i++) {
        if (!compiled.snapshot().isCurrent(slot + i)) {
          return false;
        }
      }
    }
    return true;
  }
}

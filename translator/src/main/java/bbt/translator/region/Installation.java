package bbt.translator.region;

import bbt.ptg.guest.Node;
import bbt.translator.code.CodePage;
import bbt.translator.code.PhysicalCode;

/** Makes a compiled region reachable; guest thread only. */
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
    PhysicalCode code = page.code;
    if (code.version() != snapshot.version || !isCurrent(compiled)) {
      return false;
    }
    for (RegionPlan.PlannedNode planned : compiled.plan().nodes()) {
      // From here on a store into these lines is noticed and drops the region.
      int halfwords = planned.node().size() / 2;
      for (int slot = slot(planned.node()), end = slot + halfwords; slot < end; slot++) {
        code.noteDecoded(slot, 1);
      }
    }
    int[] entries = compiled.plan().entries();
    for (int i = 0; i < entries.length; i++) {
      int slot = slot(compiled.plan().nodes().get(entries[i]).node());
      if (page.region(slot) == null) {
        page.install(slot, compiled.region());
      }
    }
    return true;
  }

  /** A store into bytes that were not yet known as code moves no version: compare the bytes. */
  private static boolean isCurrent(RegionCompiler.Compiled compiled) {
    for (RegionPlan.PlannedNode planned : compiled.plan().nodes()) {
      int slot = slot(planned.node());
      for (int i = 0; i < planned.node().size() / 2; i++) {
        if (!compiled.snapshot().isCurrent(slot + i)) {
          return false;
        }
      }
    }
    return true;
  }

  private static int slot(Node node) {
    return (int) (node.pc() & PhysicalCode.PAGE_SIZE - 1) >> 1;
  }
}

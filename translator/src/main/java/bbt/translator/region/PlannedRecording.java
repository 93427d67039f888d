package bbt.translator.region;

import bbt.ptg.guest.Node;
import bbt.translator.code.CodePage;
import bbt.translator.trace.PathTable;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Registers the one-node path ids of a region's nodes when they are first needed. Thread-safe. */
final class PlannedRecording {
  private final RegionPlan plan;
  private final CodePage page;
  private final PathTable paths;
  private final AtomicIntegerArray ids;

  PlannedRecording(RegionPlan plan, CodePage page, PathTable paths) {
    this.plan = plan;
    this.page = page;
    this.paths = paths;
    this.ids = new AtomicIntegerArray(plan.nodes().size());
  }

  /** Virtual address of a node. */
  long pc(int node) {
    return page.virtualPage + plan.pc(node);
  }

  /** Base id of a node. */
  int id(int index) {
    int id = ids.get(index);
    if (id == 0) {
      Node node = plan.nodes().get(index).node();
      int[] bits = new int[node.count()];
      for (int i = 0; i < bits.length; i++) {
        bits[i] = node.bits(i);
      }
      long physical = page.code.physicalPage + plan.pc(index);
      id = paths.registerNode(pc(index), physical, bits);
      if (!ids.compareAndSet(index, 0, id)) {
        id = ids.get(index);
      }
    }
    return id;
  }
}

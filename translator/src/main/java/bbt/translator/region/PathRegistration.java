package bbt.translator.region;

import bbt.translator.codegen.OpenPath;
import bbt.translator.hart.Hart;
import bbt.translator.opt.PathNumbers;
import bbt.translator.trace.Recorder;
import bbt.translator.trace.RegionPaths;

/**
 * Registers the paths of one region with the recorder: what its path numbers stand for, and how a
 * path that is left in the middle is recorded.
 */
final class PathRegistration implements RegionPaths, OpenPath {
  private final PlannedRecording nodes;
  private final PathNumbers numbers;
  private final Recorder recorder;
  private final int base;

  PathRegistration(PlannedRecording nodes, PathNumbers numbers, Recorder recorder) {
    this.nodes = nodes;
    this.numbers = numbers;
    this.recorder = recorder;
    this.base = recorder.paths().registerRegion(numbers.count(), this);
  }

  /** Id of path number 0. */
  int base() {
    return base;
  }

  @Override
  public void expand(int number, Sink sink) {
    numbers.walk(number, (node, taken) -> sink.node(nodes.id(node), taken));
  }

  @Override
  public void expandOpen(int sum, int site, Sink sink) {
    int last = numbers.nodeOf(site);
    numbers.walk(sum, last, (node, taken) -> sink.node(nodes.id(node), taken));
    int retired = site - numbers.firstSite(last);
    if (retired > 0) {
      sink.partial(nodes.id(last), retired);
    }
  }

  @Override
  public void record(Hart cpu, int number, int site) {
    int start = numbers.startNode(number);
    if (site == numbers.firstSite(start) && !numbers.hasRounds(number)) {
      return; // nothing has retired since the path began
    }
    recorder.regionPartial(cpu, nodes.pc(start), base, number, site);
  }

  /**
   * The open path of a region where every node is a record of its own: only the current node can be
   * open.
   */
  static OpenPath steps(PlannedRecording nodes, RegionPlan plan, Recorder recorder) {
    return (cpu, path, site) -> {
      for (RegionPlan.PlannedNode planned : plan.nodes()) {
        int retired = site - planned.firstSite();
        if (retired > 0 && retired < planned.node().count()) {
          int node = planned.index();
          recorder.partial(cpu, nodes.pc(node), nodes.id(node), retired);
        }
      }
    };
  }
}

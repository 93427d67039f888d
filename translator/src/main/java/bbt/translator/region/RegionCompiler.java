package bbt.translator.region;

import bbt.translator.codegen.CompiledRegion;
import bbt.translator.codegen.OpenPath;
import bbt.translator.codegen.RegionFacts;
import bbt.translator.codegen.RegionGenerator;
import bbt.translator.engine.ContextRule;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrPrinter;
import bbt.translator.ir.IrRegion;
import bbt.translator.lift.RegionLifter;
import bbt.translator.opt.DeadWrites;
import bbt.translator.opt.PathNumbering;
import bbt.translator.opt.Simplifier;
import bbt.translator.trace.Recorder;
import java.util.ArrayList;
import java.util.List;

/**
 * From a hot node to a region: discover, lift, optimise, number paths, generate, define.
 * Thread-safe: every compile works on a snapshot.
 */
public final class RegionCompiler {
  /** More instructions gain nothing and approach HotSpot's method limit (docs/decisions.md). */
  static final int MAX_INSTRUCTIONS = 200;

  private final Recorder recorder;
  private final boolean mergePaths;
  private final boolean verify;
  private final CompileLog log;

  /**
   * A compiler for one machine.
   *
   * @param recorder the trace, or {@code null} when not recording
   * @param mergePaths whether whole paths are recorded as one number; else every node by itself
   * @param verify whether regions keep the verify hash
   */
  public RegionCompiler(Recorder recorder, boolean mergePaths, boolean verify, CompileLog log) {
    this.recorder = recorder;
    this.mergePaths = mergePaths;
    this.verify = verify;
    this.log = log;
  }

  /** A region that was compiled from a snapshot, ready to be installed. */
  record Compiled(CompiledRegion region, RegionPlan plan, PageSnapshot snapshot) {}

  /**
   * Compiles the region whose root is at a slot.
   *
   * @return {@code null} if the node there is one that only the interpreter executes
   */
  Compiled compile(PageSnapshot snapshot, int slot) {
    ContextRule rule = recorder == null ? ContextRule.NONE : recorder.contextRule();
    for (int limit = MAX_INSTRUCTIONS; limit > 0; limit /= 2) {
      RegionPlan plan = new RegionDiscovery(snapshot, limit, rule).plan(slot);
      if (plan == null) {
        return null;
      }
      CompiledRegion region = compile(plan, snapshot);
      if (region != null) {
        return new Compiled(region, plan, snapshot);
      }
    }
    return null;
  }

  /** Compiles a plan; {@code null} if it is too large for one method. */
  private CompiledRegion compile(RegionPlan plan, PageSnapshot snapshot) {
    IrRegion region = lift(plan);
    List<IrNode> simplified = new ArrayList<>(region.nodes().size());
    for (IrNode node : region.nodes()) {
      simplified.add(DeadWrites.remove(Simplifier.simplify(node)));
    }
    region = region.withNodes(simplified);
    int[] nodeIds = null;
    int pathBase = 0;
    OpenPath openPath = null;
    if (recorder != null) {
      PlannedRecording recording = new PlannedRecording(plan, snapshot.page, recorder.paths());
      if (mergePaths) {
        PathNumbering.Result merged = PathNumbering.merge(region);
        PathRegistration registration = new PathRegistration(recording, merged.numbers(), recorder);
        region = merged.region();
        pathBase = registration.base();
        openPath = registration;
      } else {
        nodeIds = plan.nodes().stream().mapToInt(n -> recording.id(n.index())).toArray();
        openPath = PathRegistration.steps(recording, plan, recorder);
      }
    }
    IrRegion finished = region;
    long root = plan.nodes().get(plan.entries()[0]).node().pc();
    log.log(CompileLog.Phase.IR, root, () -> IrPrinter.print(finished));
    byte[] classFile =
        RegionGenerator.generate(finished, nodeIds, pathBase, recorder != null, verify);
    if (classFile == null) {
      return null;
    }
    log.log(CompileLog.Phase.BYTECODE, root, () -> RegionGenerator.text(classFile));
    return RegionGenerator.define(
        classFile, finished.longestPath(), new RegionFacts(finished, verify, openPath));
  }

  private IrRegion lift(RegionPlan plan) {
    List<IrNode> nodes = new ArrayList<>(plan.nodes().size());
    long[] pcs = new long[plan.size()];
    int[] bits = new int[plan.size()];
    for (RegionPlan.PlannedNode p : plan.nodes()) {
      nodes.add(
          RegionLifter.lift(
              p.index(), p.node(), p.rule(), p.firstSite(), p.next(), p.taken(), recorder != null));
      long pc = p.node().pc();
      for (int i = 0; i < p.node().count(); i++) {
        pcs[p.firstSite() + i] = pc;
        bits[p.firstSite() + i] = p.node().bits(i);
        pc += p.node().length(i);
      }
    }
    return new IrRegion(nodes, plan.entries(), pcs, bits, new int[0]);
  }
}

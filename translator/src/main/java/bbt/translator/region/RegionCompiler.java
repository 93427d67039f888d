package bbt.translator.region;

import bbt.translator.code.CodePage;
import bbt.translator.code.Region;
import bbt.translator.codegen.CompiledRegion;
import bbt.translator.codegen.GuestCode;
import bbt.translator.codegen.OpenPath;
import bbt.translator.codegen.RegionFacts;
import bbt.translator.codegen.RegionGenerator;
import bbt.translator.ir.Edge;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrPrinter;
import bbt.translator.ir.IrRegion;
import bbt.translator.lift.RegionLifter;
import bbt.translator.opt.DeadWrites;
import bbt.translator.opt.PathNumbering;
import bbt.translator.opt.Simplifier;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;

/**
 * From a hot node to a region: discover, lift, optimise, number paths, generate, define.
 * Thread-safe: every compile works on a snapshot.
 */
public final class RegionCompiler {
  /** More instructions gain nothing and approach HotSpot's method limit (docs/decisions.md). */
  static final int MAX_INSTRUCTIONS = 200;

  private final GuestCode guest;
  private final Recorder recorder;
  private final boolean mergePaths;
  private final boolean verify;
  private final CompileLog log;
  private final Choices choices;

  /**
   * What the execution must not depend on; lockstep chooses it at random.
   *
   * @param limits gives the most instructions of each region, at least 1
   * @param wrapper what is installed in place of a compiled region
   */
  public record Choices(IntSupplier limits, UnaryOperator<Region> wrapper) {
    /** The product's. */
    public static final Choices DEFAULT =
        new Choices(() -> MAX_INSTRUCTIONS, UnaryOperator.identity());
  }

  /**
   * A compiler for one machine.
   *
   * @param guest whose code it compiles
   * @param recorder the trace, or {@code null} when not recording
   * @param mergePaths whether whole paths are recorded as one number; else every node by itself
   * @param verify whether regions keep the verify hash
   */
  public RegionCompiler(
      GuestCode guest, Recorder recorder, boolean mergePaths, boolean verify, CompileLog log) {
    this(guest, recorder, mergePaths, verify, log, Choices.DEFAULT);
  }

  /** The same with other choices. */
  public RegionCompiler(
      GuestCode guest,
      Recorder recorder,
      boolean mergePaths,
      boolean verify,
      CompileLog log,
      Choices choices) {
    this.guest = guest;
    this.recorder = recorder;
    this.mergePaths = mergePaths;
    this.verify = verify;
    this.log = log;
    this.choices = choices;
  }

  /** A region that was compiled from a snapshot, ready to be installed. */
  record Compiled(Region region, RegionPlan plan, PageSnapshot snapshot) {}

  /**
   * Compiles the region whose root is at a slot.
   *
   * @return {@code null} if the node there is one that only the interpreter executes
   */
  Compiled compile(PageSnapshot snapshot, int slot) {
    ContextRule rule = recorder == null ? ContextRule.NONE : recorder.contextRule();
    for (int limit = choices.limits().getAsInt(); limit > 0; limit /= 2) {
      RegionPlan plan = new RegionDiscovery(guest.isa(), snapshot, limit, rule).plan(slot);
      if (plan == null) {
        return null;
      }
      CompiledRegion region = compile(plan, snapshot);
      if (region != null) {
        return new Compiled(choices.wrapper().apply(region), plan, snapshot);
      }
    }
    return null;
  }

  /**
   * Compiles the first instructions of a node alone, without recording: a region that is installed
   * nowhere and leads behind them.
   *
   * @param count instructions, at least 1; the node may have no more. All but a node's last are
   *     sequential
   * @return {@code null} if there is an instruction among them that only the interpreter executes,
   *     or the method would be too large
   */
  public static Region prefix(GuestCode guest, CodePage page, int slot, int count) {
    PageSnapshot snapshot = PageSnapshot.of(page, Long.MAX_VALUE);
    RegionPlan whole = new RegionDiscovery(guest.isa(), snapshot, 1, ContextRule.NONE).plan(slot);
    if (whole == null) {
      return null;
    }
    RegionPlan.PlannedNode planned = whole.nodes().getFirst();
    if (count < planned.node().count()) {
      planned = planned.prefix(count);
    }
    RegionPlan plan =
        new RegionPlan(List.of(planned), new int[] {0}, new int[0], planned.node().count());
    return new RegionCompiler(guest, null, false, false, CompileLog.NONE).compile(plan, snapshot);
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
        RegionGenerator.generate(
            guest, finished, nodeIds, pathBase, recorder != null, verify, snapshot.callsFloat);
    if (classFile == null) {
      return null;
    }
    log.log(CompileLog.Phase.BYTECODE, root, () -> RegionGenerator.text(classFile));
    return RegionGenerator.define(
        classFile,
        finished.longestPath(),
        new RegionFacts(guest, finished, snapshot.page, verify, openPath));
  }

  private IrRegion lift(RegionPlan plan) {
    List<IrNode> nodes = new ArrayList<>(plan.nodes().size());
    long[] pcs = new long[plan.size()];
    int[] bits = new int[plan.size()];
    List<Edge> returns =
        Arrays.stream(plan.returnPoints())
            .mapToObj(i -> Edge.internal(i, plan.nodes().get(i).node().pc(), true))
            .toList();
    for (RegionPlan.PlannedNode p : plan.nodes()) {
      boolean isReturn = p.rule().pops() && !p.rule().pushes();
      nodes.add(
          RegionLifter.lift(
              guest.lifter(),
              p.index(),
              p.node(),
              p.rule(),
              p.firstSite(),
              p.next(),
              p.taken(),
              isReturn ? returns : List.of(),
              recorder != null));
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

package bbt.translator.region;

import bbt.translator.code.CodePage;
import bbt.translator.code.Region;
import bbt.translator.codegen.GuestCode;
import bbt.translator.codegen.RegionGenerator;
import bbt.translator.codegen.RegionSites;
import bbt.translator.ir.Edge;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrPrinter;
import bbt.translator.ir.IrRegion;
import bbt.translator.lift.RegionLifter;
import bbt.translator.opt.DeadWrites;
import bbt.translator.opt.PathNumbering;
import bbt.translator.opt.PathNumbers;
import bbt.translator.opt.Simplifier;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;

/**
 * Compiles a region from a hot node: discovers, lifts, optimises, numbers paths, generates,
 * defines. Thread-safe: every compile works on a snapshot.
 */
public final class RegionCompiler {
  /**
   * The most instructions of a region: more gain nothing and approach HotSpot's method limit
   * (docs/decisions.md).
   */
  static final int MAX_INSTRUCTIONS = 200;

  private final GuestCode guest;
  private final Recorder recorder;
  private final boolean mergePaths;
  private final boolean verify;
  private final CompileLog log;
  private final Choices choices;

  /** Null where code ends with the machine. */
  private final RegionStore store;

  /**
   * The choices that the execution must not depend on; lockstep makes them at random.
   *
   * @param limits gives the most instructions of each region, at least 1
   * @param wrapper what is installed in place of a compiled region
   */
  public record Choices(IntSupplier limits, UnaryOperator<Region> wrapper) {
    /** The usual choices. */
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

  /**
   * A compiler of the product's kind: whole paths are recorded.
   *
   * @param store where code is looked for first and kept, or null
   */
  RegionCompiler(
      GuestCode guest, Recorder recorder, boolean verify, CompileLog log, RegionStore store) {
    this(guest, recorder, true, verify, log, Choices.DEFAULT, store);
  }

  /** A compiler with choices of its own: for tests and the lockstep comparison. */
  public RegionCompiler(
      GuestCode guest,
      Recorder recorder,
      boolean mergePaths,
      boolean verify,
      CompileLog log,
      Choices choices) {
    this(guest, recorder, mergePaths, verify, log, choices, null);
  }

  private RegionCompiler(
      GuestCode guest,
      Recorder recorder,
      boolean mergePaths,
      boolean verify,
      CompileLog log,
      Choices choices,
      RegionStore store) {
    this.store = store;
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
    for (int limit = choices.limits().getAsInt(); limit > 0; limit /= 2) {
      RegionPlan plan = new RegionDiscovery(guest, snapshot, limit, rule()).plan(slot);
      if (plan == null) {
        return null;
      }
      RegionCode code = code(plan, snapshot);
      if (code != null) {
        Region region = choices.wrapper().apply(code.region(snapshot.page, records(snapshot.page)));
        return new Compiled(region, plan, snapshot);
      }
    }
    return null;
  }

  private ContextRule rule() {
    return recorder == null ? ContextRule.NONE : recorder.contextRule();
  }

  /** The recorder of a page's regions; null: they record nothing. */
  private Recorder records(CodePage page) {
    return page.quiet ? null : recorder;
  }

  private RegionStore.Kind kind(CodePage page, boolean callsFloat) {
    OptionalLong hashed = verify ? OptionalLong.of(page.virtualPage) : OptionalLong.empty();
    return new RegionStore.Kind(guest, rule(), records(page) != null, hashed, callsFloat);
  }

  /**
   * Installs a region that was compiled for an earlier guest, if there is one that can be entered
   * at a slot; on the guest thread.
   *
   * @return whether there was one
   */
  boolean installKept(CodePage page, int slot) {
    if (store == null || page.barred() != null || page.code.forbidden() != null) {
      return false;
    }
    RegionCode code = store.find(kind(page, page.callsFloat()), page, slot);
    if (code == null) {
      return false;
    }
    Installation.install(page, code.plan(), code.region(page, records(page)));
    return true;
  }

  /** Instructions of the node that begins at a slot, as far as it is in the page. */
  int instructions(CodePage page, int slot) {
    return guest.isa().nodes().find(2L * slot, PageSnapshot.of(page, null)).count();
  }

  /** The code of a plan; {@code null} if it is too large for one method. */
  private RegionCode code(RegionPlan plan, PageSnapshot snapshot) {
    RegionStore.Kind kind = kind(snapshot.page, snapshot.callsFloat);
    if (store == null || !snapshot.isWhole()) {
      return compile(kind, plan, snapshot.page);
    }
    RegionCode code = store.find(kind, plan);
    if (code == null) {
      code = compile(kind, plan, snapshot.page);
      if (code != null) {
        store.add(code);
      }
    }
    return code;
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
    PageSnapshot snapshot = PageSnapshot.of(page, null);
    RegionPlan whole = new RegionDiscovery(guest, snapshot, 1, ContextRule.NONE).plan(slot);
    if (whole == null) {
      return null;
    }
    RegionPlan.PlannedNode planned = whole.nodes().getFirst();
    if (count < planned.node().count()) {
      planned = planned.prefix(count);
    }
    RegionPlan plan =
        new RegionPlan(List.of(planned), new int[] {0}, new int[0], planned.node().count());
    RegionCompiler compiler = new RegionCompiler(guest, null, false, false, CompileLog.NONE);
    RegionCode code = compiler.code(plan, snapshot);
    return code == null ? null : code.region(page, null);
  }

  private RegionCode compile(RegionStore.Kind kind, RegionPlan plan, CodePage page) {
    IrRegion region = lift(plan, kind.recording());
    List<IrNode> simplified = new ArrayList<>(region.nodes().size());
    for (IrNode node : region.nodes()) {
      simplified.add(DeadWrites.remove(Simplifier.simplify(node)));
    }
    region = region.withNodes(simplified);
    PathNumbers numbers = null;
    if (kind.recording() && mergePaths) {
      PathNumbering.Result merged =
          PathNumbering.merge(region, node -> plan.nodes().get(node).rule().pushes());
      region = merged.region();
      numbers = merged.numbers();
    }
    IrRegion finished = region;
    long root = page.virtualPage + plan.root();
    log.log(CompileLog.Phase.IR, root, () -> IrPrinter.print(finished));
    byte[] classFile =
        RegionGenerator.generate(
            guest, finished, kind.recording(), kind.hashed(), kind.callsFloat());
    if (classFile == null) {
      return null;
    }
    log.log(CompileLog.Phase.BYTECODE, root, () -> RegionGenerator.text(classFile));
    return new RegionCode(
        kind,
        plan,
        RegionGenerator.define(classFile),
        finished.longestPath(),
        new RegionSites(guest, finished, kind.hashed().isPresent()),
        numbers,
        classFile.length);
  }

  private IrRegion lift(RegionPlan plan, boolean recording) {
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
              recording));
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

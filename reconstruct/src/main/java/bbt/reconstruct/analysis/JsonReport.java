package bbt.reconstruct.analysis;

import bbt.packets.ExceptionKind;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.profile.ExceptionTally;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProgramProfile;
import bbt.reconstruct.trace.TraceClock;
import bbt.reconstruct.trace.TraceTotals;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.ToDoubleFunction;

/** Writes a report as JSON. The keys are stable and documented in docs/report.md. */
public final class JsonReport {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonReport() {}

  /**
   * The parts of the report that are written.
   *
   * @param top rows in each table
   * @param treeNodes nodes of the call tree, as far as the report has one; 0 for no tree
   * @param timeline whether to say the timeline, if the report has one
   * @param boot whether to say how the kernel started, if the report has that
   */
  public record Options(int top, int treeNodes, boolean timeline, boolean boot) {}

  /**
   * The report as one JSON object, without tree and timeline.
   *
   * @param top rows in each table
   */
  public static String of(Report report, int top) {
    return of(report, new Options(top, 0, false, false));
  }

  /** The report as one JSON object. */
  public static String of(Report report, Options options) {
    int top = options.top();
    ObjectNode root = MAPPER.createObjectNode();
    Profile profile = report.profile();
    root.put("instructions", profile.instructions());
    if (report.costs() != null) {
      root.put("cycles", profile.cycles());
      root.put("costModel", report.costs().name());
    }
    if (!report.selection().everything()) {
      ObjectNode selection =
          root.putObject("selection")
              .put("text", report.selection().text())
              .put("traceInstructions", report.traceInstructions());
      if (report.stacksFrom() > 0) {
        selection.put("stacksFrom", report.stacksFrom());
      }
    }
    boolean sound = report.problems().stream().allMatch(Problem::repaired);
    root.put("complete", sound && !report.live());
    ArrayNode problems = root.putArray("problems");
    for (Problem p : report.problems()) {
      problems
          .addObject()
          .put("offset", p.offset())
          .put("cut", p.cut())
          .put("repaired", p.repaired())
          .put("message", p.message());
    }
    trace(root.putObject("trace"), report);
    ObjectNode rebuilt = root.putObject("reconstruction");
    rebuilt.put("seconds", report.reconstructionNanos() / 1e9);
    rebuilt.put("instructionsPerSecond", report.rate());
    rebuilt.put("guestSeconds", TraceClock.orNull(report.virtualSeconds()));
    if (profile.mostInstructions() != null) {
      function(root.putObject("mostInstructions"), profile.mostInstructions(), profile);
    }
    if (profile.mostCalled() != null) {
      function(root.putObject("mostCalled"), profile.mostCalled(), profile);
    }
    ArrayNode harts = root.putArray("harts");
    for (HartRow h : report.harts()) {
      hart(harts.addObject(), h, report);
    }
    exceptions(
        root.putObject("exceptions"),
        profile.exceptions(),
        Math.max(1, profile.instructions()),
        report);
    if (report.panic() != null) {
      ObjectNode panic = root.putObject("beforePanic");
      panic.put("instructions", report.panic().instructions());
      if (report.costs() != null) {
        panic.put("cycles", report.panic().cycles());
      }
      long effective = Math.max(1, report.panic().instructions());
      if (profile.mostInstructions() != null) {
        panic.put("mostInstructionsShare", (double) profile.mostInstructions().self() / effective);
      }
      if (profile.mostCalled() != null) {
        panic.put("mostCalledShare", (double) profile.mostCalled().self() / effective);
      }
      exceptions(panic.putObject("exceptions"), report.panic().exceptions(), effective, report);
    }
    JsonParts.costs(root.putArray("exceptionCauses"), profile.costs(), report);
    JsonParts.costs(root.putArray("systemCalls"), profile.systemCalls(), report);
    if (report.memory() != null) {
      MemoryJson.write(root.putObject("memorySystem"), report, top);
    }
    JsonParts.tasks(root.putArray("tasks"), report);
    if (!profile.marks().isEmpty()) {
      JsonParts.marks(root.putObject("marks"), profile.marks());
    }
    if (options.boot() && !profile.console().isEmpty()) {
      JsonParts.console(root.putObject("console"), report);
    }
    if (options.treeNodes() > 0 && profile.tree() != null) {
      JsonParts.tree(root.putObject("callTree"), profile.tree().pruned(options.treeNodes()));
    }
    if (options.timeline() && profile.timeline() != null) {
      JsonParts.timeline(root.putObject("timeline"), profile.timeline());
    }
    if (options.boot() && report.boot() != null) {
      JsonParts.boot(root.putObject("boot"), report);
    }
    ArrayNode programs = root.putArray("programs");
    for (ProgramProfile p : profile.programs()) {
      ObjectNode node = programs.addObject();
      node.put("name", p.name());
      node.put("instructions", p.instructions());
      node.put("share", share(p.instructions(), profile));
      table(node, "mostInstructions", p, profile, top, FunctionProfile::self);
      table(node, "mostInstructionsInclusive", p, profile, top, FunctionProfile::inclusive);
      table(node, "mostCalls", p, profile, top, FunctionProfile::calls);
      table(
          node,
          "mostInstructionsPerCall",
          p,
          profile,
          top,
          f -> f.calls() == 0 ? 0 : f.selfPerCall());
      table(
          node,
          "mostInstructionsPerCallInclusive",
          p,
          profile,
          top,
          f -> f.calls() == 0 ? 0 : f.inclusivePerCall());
    }
    try {
      return MAPPER.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers and strings always serialize", e);
    }
  }

  /** Shares are of a whole. */
  private static void exceptions(
      ObjectNode exceptions, ExceptionTally tally, long whole, Report report) {
    for (ExceptionRow r : ExceptionRow.of(tally)) {
      ObjectNode row = exceptions.putObject(r.key());
      row.put("count", r.count())
          .put("instructions", r.instructions())
          .put("average", r.average())
          .put("share", (double) r.instructions() / whole)
          .put("inclusiveInstructions", r.inclusive())
          .put("inclusiveAverage", r.inclusiveAverage())
          .put("unfinished", r.unfinished())
          .put("unfinishedInstructions", r.unfinishedInstructions());
      if (!report.selection().everything()) {
        row.put("outsideInstructions", r.outside());
      }
      if (report.costs() != null) {
        row.put("cycles", r.cycles()).put("inclusiveCycles", r.inclusiveCycles());
      }
    }
  }

  private static void hart(ObjectNode node, HartRow h, Report report) {
    node.put("number", h.number());
    node.put("instructions", h.instructions());
    node.put("share", share(h.instructions(), report.profile()));
    if (report.costs() != null) {
      node.put("cycles", h.profile().cycles());
    }
    if (h.idleShare() >= 0) {
      node.put("idleShare", h.idleShare());
    }
    node.put("frames", h.totals().frames());
    node.put("packets", h.totals().packets());
    node.put("contextSwitches", h.profile().switches());
    ObjectNode exceptions = node.putObject("exceptions");
    exceptions.put("reset", h.profile().exceptions(ExceptionKind.RESET));
    exceptions.put("systemCall", h.profile().exceptions(ExceptionKind.SYSTEM_CALL));
    exceptions.put("executionException", h.profile().exceptions(ExceptionKind.EXECUTION));
    exceptions.put("mmuException", h.profile().exceptions(ExceptionKind.MMU));
    exceptions.put("interruptRequest", h.profile().exceptions(ExceptionKind.INTERRUPT));
    exceptions.put("firmware", h.profile().exceptions(ExceptionKind.FIRMWARE));
  }

  private static void trace(ObjectNode node, Report report) {
    TraceTotals t = report.totals();
    node.put("file", report.file());
    node.put("bytes", report.fileBytes());
    node.put("format", report.formatVersion());
    ObjectNode header = node.putObject("header");
    report.header().forEach(header::put);
    if (report.kernel().isKnown()) {
      node.put("kernelBuildId", report.kernel().best());
    }
    node.put("bitsPerInstruction", report.bitsPerInstruction());
    node.put("frames", t.frames());
    if (t.passed() > 0) {
      node.put("framesPassed", t.passed());
    }
    ObjectNode packets = node.putObject("packets");
    packets.put("total", t.packets());
    packets.put("normal", t.normalPackets());
    packets.put("exception", t.exceptionPackets());
    packets.put("contextSwitch", t.switchPackets());
    if (t.gaps() > 0) {
      packets.put("gap", t.gaps());
      node.put("instructionsNotRecorded", t.unrecorded());
    }
    if (report.dropped() > 0) {
      node.put("instructionsDropped", report.dropped());
    }
    ObjectNode payload = node.putObject("payloadBytes");
    payload.put("minimum", t.minPayload());
    payload.put("maximum", t.maxPayload());
    payload.put("average", report.averagePayload());
    node.put("bits", t.bits());
    node.put("targets", t.targets());
    if (report.end() != null) {
      node.put("exitReason", report.end().reason());
      node.put("exitCode", report.end().exitCode());
      node.put("contentHash", String.format("%016x", report.end().contentHash()));
    }
  }

  private static void table(
      ObjectNode program,
      String key,
      ProgramProfile from,
      Profile profile,
      int top,
      ToDoubleFunction<FunctionProfile> order) {
    ArrayNode rows = program.putArray(key);
    for (FunctionProfile f : from.top(top, order)) {
      function(rows.addObject(), f, profile);
    }
  }

  private static void function(ObjectNode node, FunctionProfile f, Profile profile) {
    node.put("name", f.name());
    node.put("program", f.program());
    node.put("address", "0x" + Long.toHexString(f.address()));
    node.put("self", f.self());
    node.put("selfShare", share(f.self(), profile));
    node.put("inclusive", f.inclusive());
    node.put("inclusiveShare", share(f.inclusive(), profile));
    node.put("calls", f.calls());
    if (f.inclusiveCycles() > 0) {
      node.put("cycles", f.cycles());
      node.put("inclusiveCycles", f.inclusiveCycles());
    }
    if (f.calls() > 0) {
      node.put("selfPerCall", f.selfPerCall());
      node.put("inclusivePerCall", f.inclusivePerCall());
    }
  }

  private static double share(long part, Profile profile) {
    return (double) part / Math.max(1, profile.instructions());
  }
}

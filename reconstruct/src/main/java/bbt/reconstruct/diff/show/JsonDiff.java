package bbt.reconstruct.diff.show;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.diff.DiffResult;
import bbt.reconstruct.diff.align.Edit;
import bbt.reconstruct.diff.align.EditScript;
import bbt.reconstruct.diff.change.ChangeCause;
import bbt.reconstruct.diff.change.Changes;
import bbt.reconstruct.diff.change.ExceptionChange;
import bbt.reconstruct.diff.change.Fate;
import bbt.reconstruct.diff.change.FunctionChange;
import bbt.reconstruct.diff.change.GroupChange;
import bbt.reconstruct.diff.change.GroupDiff;
import bbt.reconstruct.diff.change.PathChange;
import bbt.reconstruct.diff.change.TaskChange;
import bbt.reconstruct.diff.code.CodePair;
import bbt.reconstruct.diff.find.Divergence;
import bbt.reconstruct.diff.find.DivergenceFrame;
import bbt.reconstruct.diff.find.FlowLine;
import bbt.reconstruct.trace.TraceClock;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** Writes a comparison as JSON. The keys are stable and described by diff.schema.json. */
public final class JsonDiff {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonDiff() {}

  /**
   * The comparison as one JSON object.
   *
   * @param top rows in each list
   */
  public static String of(DiffResult result, int top) {
    try {
      return MAPPER.writeValueAsString(tree(result, top));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Two groups of runs as one JSON object.
   *
   * @param top functions in the list
   */
  public static String of(GroupDiff diff, int top) {
    try {
      return MAPPER.writeValueAsString(tree(diff, top));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a comparison of groups as a JSON tree. */
  static ObjectNode tree(GroupDiff diff, int top) {
    ObjectNode root = MAPPER.createObjectNode();
    ArrayNode a = root.putArray("a");
    diff.runsA().forEach(a::add);
    ArrayNode b = root.putArray("b");
    diff.runsB().forEach(b::add);
    ArrayNode cut = root.putArray("cut");
    diff.cut().forEach(cut::add);
    ArrayNode unlike = root.putArray("unlike");
    diff.unlike().forEach(unlike::add);
    root.put("smallestProbability", diff.smallest());
    group(root.putObject("instructions"), diff.total());
    root.put("varyingFunctions", diff.varying());
    root.put("expectedFunctions", diff.expected());
    root.put("separateFunctions", diff.functions().size());
    ArrayNode functions = root.putArray("functions");
    for (GroupChange c : diff.functions().stream().limit(top).toList()) {
      group(functions.addObject().put("name", c.name()).put("program", c.program()), c);
    }
    return root;
  }

  private static void group(ObjectNode to, GroupChange c) {
    ArrayNode a = to.putArray("a");
    for (long value : c.a()) {
      a.add(value);
    }
    ArrayNode b = to.putArray("b");
    for (long value : c.b()) {
      b.add(value);
    }
    to.put("medianA", c.medianA()).put("medianB", c.medianB()).put("change", c.change());
    to.put("separate", c.separate()).put("probability", c.probability());
  }

  /** Returns a comparison as a JSON tree with lists of one length. */
  static ObjectNode tree(DiffResult result, int top) {
    return tree(result, top, top);
  }

  /**
   * Returns a comparison as a JSON tree.
   *
   * @param paths rows in the lists of call paths and edits, which are long; of the other lists
   *     {@code top} rows
   */
  static ObjectNode tree(DiffResult result, int top, int paths) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("a", result.a());
    root.put("b", result.b());
    root.put("identical", result.same());
    if (result.same()) {
      root.put("knownBy", result.how().name().toLowerCase(Locale.ROOT));
    }
    root.put("cutA", result.cutA());
    root.put("cutB", result.cutB());
    if (result.recorded() != null) {
      root.put("recordedAlike", result.recorded().alike());
      root.put("notRecordedA", result.recorded().a().missing());
      root.put("notRecordedB", result.recorded().b().missing());
    }
    problems(root.putArray("problemsA"), result.problemsA());
    problems(root.putArray("problemsB"), result.problemsB());
    ArrayNode configuration = root.putArray("configuration");
    result
        .configuration()
        .forEach(
            (key, values) ->
                configuration
                    .addObject()
                    .put("key", key)
                    .put("a", values.get(0))
                    .put("b", values.get(1)));
    root.put("selection", result.selection());
    if (result.elsewhere() != null) {
      Divergence d = result.elsewhere();
      root.putObject("elsewhere")
          .put("kind", d.kind().name().toLowerCase(Locale.ROOT))
          .put("why", d.why())
          .put("instructions", d.at().clock())
          .put("task", d.at().task());
    }
    if (result.divergence() != null) {
      divergence(root.putObject("divergence"), result.divergence());
    }
    if (result.changes() != null) {
      changes(root.putObject("changes"), result.changes(), top, paths);
    }
    ArrayNode code = root.putArray("code");
    result.code().forEach(pair -> code(code.addObject(), pair));
    return root;
  }

  private static void problems(ArrayNode to, List<Problem> problems) {
    for (Problem p : problems) {
      to.addObject()
          .put("offset", p.offset())
          .put("cut", p.cut())
          .put("repaired", p.repaired())
          .put("message", p.message());
    }
  }

  private static void divergence(ObjectNode to, Divergence d) {
    to.put("kind", d.kind().name().toLowerCase(Locale.ROOT));
    to.put("why", d.why());
    to.put("instructions", d.at().clock());
    to.put("hart", d.at().hart());
    to.put("hartInstructions", d.at().retired());
    to.put("guestSeconds", TraceClock.orNull(d.at().seconds()));
    to.put("task", d.at().task());
    to.put("privilege", d.at().privilege());
    to.put("lookAt", d.lookAt());
    to.put("lookAtB", d.lookAtB());
    FlowLine last = d.last();
    to.put("last", last == null ? "" : last.place() + ": " + last.text());
    to.put("lastSource", last == null ? "" : last.source());
    if (last != null) {
      line(to.putObject("lastLine"), last);
    }
    lines(to.putArray("before"), d.before());
    view(to.putObject("a"), d.a());
    view(to.putObject("b"), d.b());
  }

  private static void view(ObjectNode to, Divergence.View view) {
    to.put("address", "0x" + Long.toHexString(view.pc()));
    to.put("place", view.place());
    to.put("source", view.source());
    to.put("next", view.next());
    stack(to.putArray("stack"), view.stack());
    lines(to.putArray("after"), view.after());
  }

  /** A call stack, innermost function first. */
  static void stack(ArrayNode to, List<DivergenceFrame> stack) {
    for (DivergenceFrame l : stack) {
      to.addObject()
          .put("address", "0x" + Long.toHexString(l.pc()))
          .put("place", l.place())
          .put("entered", l.entered())
          .put("source", l.source());
    }
  }

  private static void lines(ArrayNode to, List<FlowLine> lines) {
    lines.forEach(l -> line(to.addObject(), l));
  }

  private static void line(ObjectNode to, FlowLine l) {
    to.put("hartInstructions", l.retired())
        .put("address", "0x" + Long.toHexString(l.pc()))
        .put("place", l.place())
        .put("text", l.text())
        .put("outcome", l.outcome())
        .put("source", l.source());
  }

  private static void code(ObjectNode to, CodePair pair) {
    to.put("name", pair.name()).put("program", pair.program());
    function(to.putObject("a"), pair.a());
    function(to.putObject("b"), pair.b());
    ArrayNode rows = to.putArray("rows");
    for (CodePair.Row row : pair.rows()) {
      ObjectNode each = rows.addObject().put("mark", row.mark().name().toLowerCase(Locale.ROOT));
      instruction(each, "a", row.a());
      instruction(each, "b", row.b());
    }
  }

  private static void function(ObjectNode to, FunctionCode f) {
    to.put("instructions", f == null ? 0 : f.instructions());
    to.put("calls", f == null ? 0 : f.entries());
  }

  private static void instruction(ObjectNode to, String side, CodePair.Line line) {
    if (line != null) {
      to.putObject(side)
          .put("address", "0x" + Long.toHexString(line.line().address()))
          .put("offset", line.offset())
          .put("executions", line.line().executions())
          .put("text", line.text())
          .put("source", line.source());
    }
  }

  private static void changes(ObjectNode to, Changes c, int top, int paths) {
    amount(to.putObject("instructions"), c.instructionsA(), c.instructionsB());
    ArrayNode tasks = to.putArray("tasks");
    for (TaskChange t : c.tasks().stream().limit(top).toList()) {
      ObjectNode task = tasks.addObject().put("title", t.title()).put("fate", name(t.fate()));
      task.put("interrupts", t.tasks() == null);
      if (t.tasks() != null && t.tasks().a() != null) {
        task.put("pidA", t.tasks().a().pid());
      }
      if (t.tasks() != null && t.tasks().b() != null) {
        task.put("pidB", t.tasks().b().pid());
      }
      amount(task, t.a(), t.b());
    }
    causes(to.putArray("causes"), c.causes(), top);
    functions(to.putArray("functions"), c.functions(), top);
    paths(to.putArray("paths"), c.paths(), paths);
    script(to.putObject("script"), c.script(), paths);
    exceptions(to.putArray("exceptions"), c.exceptions());
    exceptions(to.putArray("systemCalls"), c.systemCalls());
  }

  private static void causes(ArrayNode to, List<ChangeCause> causes, int top) {
    for (ChangeCause c : causes.stream().limit(top).toList()) {
      ObjectNode cause =
          to.addObject()
              .put("kind", c.kind().name().toLowerCase(Locale.ROOT))
              .put("name", c.name())
              .put("program", c.program())
              .put("fate", name(c.fate()))
              .put("what", DiffWording.what(c))
              .put("change", c.change())
              .put("callsA", c.callsA())
              .put("callsB", c.callsB())
              .put("eachA", c.eachA())
              .put("eachB", c.eachB())
              .put("mostlyOwn", c.mostlyOwn());
      ArrayNode path = cause.putArray("path");
      c.path().forEach(path::add);
      ArrayNode callees = cause.putArray("callees");
      for (ChangeCause.Callee callee : c.callees()) {
        callees
            .addObject()
            .put("name", callee.name())
            .put("callsA", callee.callsA())
            .put("callsB", callee.callsB())
            .put("change", callee.change());
      }
    }
  }

  private static void functions(ArrayNode to, List<FunctionChange> functions, int top) {
    for (FunctionChange f : functions.stream().limit(top).toList()) {
      ObjectNode function =
          to.addObject()
              .put("name", f.name())
              .put("program", f.program())
              .put("fate", name(f.fate()));
      amount(function, f.selfA(), f.selfB());
      function.put("inclusiveA", f.inclusiveA()).put("inclusiveB", f.inclusiveB());
      function.put("callsA", f.callsA()).put("callsB", f.callsB());
    }
  }

  private static void paths(ArrayNode to, List<PathChange> changes, int top) {
    for (PathChange p : changes.stream().limit(top).toList()) {
      ObjectNode path = to.addObject().put("fate", name(p.fate()));
      ArrayNode frames = path.putArray("path");
      p.path().forEach(frames::add);
      amount(path, p.a(), p.b());
      path.put("callsA", p.callsA()).put("callsB", p.callsB());
    }
  }

  private static void script(ObjectNode to, EditScript script, int top) {
    to.put("edits", script.size()).put("change", script.change());
    to.put("interrupts", script.interrupts()).put("least", script.least());
    ArrayNode largest = to.putArray("largest");
    for (Edit e : script.largest(top)) {
      ObjectNode edit = largest.addObject().put("kind", e.kind().name().toLowerCase(Locale.ROOT));
      edit.put("task", e.task());
      ArrayNode path = edit.putArray("path");
      e.path().forEach(path::add);
      edit.put("calls", e.calls());
      edit.put("ordinalA", e.ordinalA()).put("ordinalB", e.ordinalB());
      edit.put("clockA", e.clockA()).put("clockB", e.clockB());
      amount(edit, e.a(), e.b());
      edit.put("sameBefore", e.sameBefore());
    }
  }

  private static void exceptions(ArrayNode to, List<ExceptionChange> exceptions) {
    for (ExceptionChange e : exceptions) {
      ObjectNode row =
          to.addObject()
              .put("kind", e.kind().name().toLowerCase(Locale.ROOT))
              .put("name", e.name())
              .put("fate", name(e.fate()));
      amount(row, e.instructionsA(), e.instructionsB());
      row.put("countA", e.countA()).put("countB", e.countB());
    }
  }

  private static String name(Fate fate) {
    return fate.name().toLowerCase(Locale.ROOT);
  }

  private static void amount(ObjectNode to, long a, long b) {
    to.put("instructionsA", a).put("instructionsB", b).put("change", b - a);
  }
}

package bbt.samples.dap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session of the sample that panics, with its source, forwards and backwards. */
class DapSessionTest {
  private static final Path ROOT = Path.of(System.getProperty("bbt.root"));
  private static final String SOURCE = ROOT.resolve("samples/src/guest/panic/panic.c").toString();
  private static final String BINARY =
      ROOT.resolve("samples/src/main/resources/bbt/samples/panic.elf").toString();

  @TempDir private static Path folder;
  private static Path trace;
  private Editor editor;

  @BeforeAll
  static void boot() throws Exception {
    trace = folder.resolve("panic.bbt");
    InProcess.run(70, "boot", "panic", "--bb-trace", trace + "", "--console", "none");
  }

  @BeforeEach
  void open() throws Exception {
    editor = new Editor();
    editor.ok(
        "launch",
        Map.of(
            "trace",
            trace.toString(),
            "binaries",
            List.of(BINARY),
            "sourcePaths",
            List.of(ROOT.toString())));
    editor.event("initialized");
  }

  @AfterEach
  void close() {
    editor.close();
  }

  private void begin() throws Exception {
    editor.ok("configurationDone", Map.of());
    assertEquals("entry: _start entry.S:6", editor.stop());
  }

  private List<JsonNode> breakpoints(int... lines) throws Exception {
    List<Map<String, Integer>> wanted = new ArrayList<>();
    for (int line : lines) {
      wanted.add(Map.of("line", line));
    }
    List<JsonNode> all = new ArrayList<>();
    editor
        .ok("setBreakpoints", Map.of("source", Map.of("path", SOURCE), "breakpoints", wanted))
        .get("breakpoints")
        .forEach(all::add);
    return all;
  }

  @Test
  void stepsBothWaysThroughSource() throws Exception {
    assertTrue(breakpoints(125).getFirst().get("verified").asBoolean());
    begin();
    assertEquals("breakpoint: kernel_main panic.c:125", editor.move("continue"));
    assertEquals("step: receive panic.c:94", editor.move("stepIn"));
    assertEquals(
        List.of("receive panic.c:94", "kernel_main panic.c:125", "_start entry.S:15"),
        editor.stack());
    assertEquals("step: receive panic.c:93", editor.move("next"));
    assertEquals("step: receive panic.c:94", editor.move("stepBack"));
    assertEquals("step: receive panic.c:93", editor.move("stepBack"));
    // Out of the function, where a breakpoint is on the way.
    assertEquals("breakpoint: kernel_main panic.c:125", editor.move("stepBack"));
    assertEquals("step: receive panic.c:94", editor.move("stepIn"));
    assertEquals("step: kernel_main panic.c:126", editor.move("stepOut"));
    assertEquals("step: kernel_main panic.c:122", editor.move("next"));
    assertEquals("breakpoint: kernel_main panic.c:125", editor.move("continue"));
    assertEquals("breakpoint: kernel_main panic.c:125", editor.move("reverseContinue"));
    assertEquals("start: _start entry.S:6", editor.move("reverseContinue"));
    breakpoints();
    assertEquals("end: sbi_call entry.S:41", editor.move("continue"));
    editor.ok("restart", Map.of());
    assertEquals("entry: _start entry.S:6", editor.stop());
  }

  /** Forwards and backwards, what a call executes is passed at once. */
  @Test
  void stepsOverCallsBothWays() throws Exception {
    breakpoints(126);
    begin();
    assertEquals("breakpoint: kernel_main panic.c:126", editor.move("continue"));
    breakpoints();
    assertEquals("step: kernel_main panic.c:125", editor.move("stepBack"));
    assertEquals("step: kernel_main panic.c:124", editor.move("stepBack"));
    assertEquals("step: kernel_main panic.c:125", editor.move("next"));
    assertEquals("step: kernel_main panic.c:126", editor.move("next"));
  }

  /** Threads are harts; one that is not at work is shown where it goes on, and steps from there. */
  @Test
  void threadsAreHarts() throws Exception {
    Path harts = folder.resolve("harts.bbt");
    InProcess.run(0, "boot", "harts", "--smp", "2", "--bb-trace", harts + "", "--console", "none");
    try (Editor other = new Editor()) {
      other.ok("launch", Map.of("trace", harts.toString(), "at", "50%"));
      other.ok("configurationDone", Map.of());
      int standing = other.event("stopped").get("threadId").asInt();
      assertEquals(2, other.ok("threads", Map.of()).get("threads").size());
      int waiting = 3 - standing;
      JsonNode frame =
          other.ok("stackTrace", Map.of("threadId", waiting)).get("stackFrames").get(0);
      String next = frame.get("instructionPointerReference").asText();
      assertTrue(other.scope("Registers", frame).contains("pc = " + register(other, frame)));
      other.ok("next", Map.of("threadId", waiting, "granularity", "instruction"));
      assertEquals(waiting, other.event("stopped").get("threadId").asInt());
      other.ok("stepBack", Map.of("threadId", waiting, "granularity", "instruction"));
      other.event("stopped");
      assertEquals(
          next,
          other
              .ok("stackTrace", Map.of("threadId", waiting))
              .get("stackFrames")
              .get(0)
              .get("instructionPointerReference")
              .asText());
    }
  }

  private static String register(Editor editor, JsonNode frame) throws Exception {
    return editor
        .ok(
            "evaluate",
            Map.of("expression", "pc", "context", "watch", "frameId", frame.get("id").asInt()))
        .get("result")
        .asText();
  }

  @Test
  void breakpointsSayWhetherTheTraceComesThere() throws Exception {
    List<JsonNode> set = breakpoints(94, 1, 5000);
    assertTrue(set.get(0).get("verified").asBoolean());
    assertEquals(
        "line 1 was not executed in this trace; the next that was is 35",
        set.get(1).get("message").asText());
    assertEquals(
        "line 5000 was not executed in this trace; the last that was is 126",
        set.get(2).get("message").asText());
    JsonNode unknown =
        editor
            .ok(
                "setBreakpoints",
                Map.of(
                    "source",
                    Map.of("path", "/nowhere/else.c"),
                    "breakpoints",
                    List.of(Map.of("line", 3))))
            .get("breakpoints")
            .get(0);
    assertEquals(
        "no code of this file was executed in this trace", unknown.get("message").asText());
    List<Integer> lines = new ArrayList<>();
    editor
        .ok(
            "breakpointLocations",
            Map.of("source", Map.of("path", SOURCE), "line", 92, "endLine", 98))
        .get("breakpoints")
        .forEach(each -> lines.add(each.get("line").asInt()));
    assertEquals(List.of(92, 93, 94, 95, 96, 98), lines);
    // A function's, each third time; and one that is not there.
    JsonNode functions =
        editor
            .ok(
                "setFunctionBreakpoints",
                Map.of(
                    "breakpoints",
                    List.of(
                        Map.of("name", "walk_ring", "hitCondition", "3"),
                        Map.of("name", "no_such"),
                        Map.of("name", "copy", "hitCondition", "often"))))
            .get("breakpoints");
    assertTrue(functions.get(0).get("verified").asBoolean());
    assertEquals(
        "no symbol or address \"no_such\" in this trace", functions.get(1).get("message").asText());
    assertEquals(
        "hit count \"often\": write a number N, for each N-th hit",
        functions.get(2).get("message").asText());
    breakpoints();
    begin();
    editor.move("continue");
    long third = instruction();
    editor.ok(
        "setFunctionBreakpoints", Map.of("breakpoints", List.of(Map.of("name", "walk_ring"))));
    editor.move("reverseContinue");
    long second = instruction();
    assertEquals("function breakpoint", editor.move("reverseContinue").split(":")[0]);
    long first = instruction();
    assertTrue(0 < first && first < second && second < third, first + " " + second + " " + third);
    assertEquals("start: _start entry.S:6", editor.move("reverseContinue"));
    editor.ok("setFunctionBreakpoints", Map.of("breakpoints", List.of()));
    editor.ok(
        "setInstructionBreakpoints",
        Map.of("breakpoints", List.of(Map.of("instructionReference", "0x80200288"))));
    assertEquals("instruction breakpoint: receive panic.c:99", editor.move("continue"));
  }

  private long instruction() throws Exception {
    return Long.parseLong(editor.scope("Position in the run").getFirst().split(" = ")[1]);
  }

  /** The walk of docs/step.md, from the fault to the function that caused it. */
  @Test
  void fromTheFaultBackToItsCause() throws Exception {
    JsonNode more = editor.event("capabilities").get("capabilities");
    assertTrue(more.toString().contains("\"label\":\"load access fault\""), more::toString);
    JsonNode set =
        editor
            .ok("setExceptionBreakpoints", Map.of("filters", List.of("cause:5", "nonsense")))
            .get("breakpoints");
    assertTrue(set.get(0).get("verified").asBoolean());
    assertEquals(false, set.get(1).get("verified").asBoolean());
    begin();
    assertEquals("exception: walk_ring panic.c:110", editor.move("continue"));
    JsonNode fault = editor.ok("exceptionInfo", Map.of("threadId", 1));
    assertEquals("load access fault", fault.get("exceptionId").asText());
    assertEquals("0x0", value("a6"));
    editor.says("rsi 3");
    assertEquals("goto: walk_ring panic.c:113", editor.stop());
    assertTrue(editor.says("who-changed a6+16").contains("-> 0x0000000000000000"));
    assertEquals("goto: copy panic.c:88", editor.stop());
    JsonNode caller = editor.frames(0).get(1);
    assertEquals("receive panic.c:99", Editor.place(caller));
    assertEquals(
        List.of("end = <optimized out>", "box = 0x80203128"), editor.scope("Locals", caller));
    // Registers of the caller are those at its call: a2 is the length.
    assertTrue(editor.scope("Registers", caller).contains("a2 = 0x18"));
    editor.ok("restartFrame", Map.of("frameId", caller.get("id").asInt()));
    assertEquals("step: receive panic.c:93", editor.stop());
    JsonNode entry = editor.frames(1).get(0);
    assertEquals("24", value("packet->length", entry));
    // The parameter's structure, member by member.
    JsonNode packet = evaluate("packet", entry);
    List<String> members = editor.variables(packet.get("variablesReference").asInt());
    assertEquals(List.of("mailbox = 9", "offset = 240", "length = 24"), members.subList(0, 3));
    // The same memory as bytes.
    JsonNode memory =
        editor.ok(
            "readMemory",
            Map.of("memoryReference", packet.get("memoryReference").asText(), "count", 3));
    byte[] bytes = Base64.getDecoder().decode(memory.get("data").asText());
    assertEquals(List.of(9, 240, 24), List.of((int) bytes[0], bytes[1] & 0xFF, (int) bytes[2]));
  }

  private JsonNode evaluate(String expression, JsonNode frame) throws Exception {
    return editor.ok(
        "evaluate",
        Map.of("expression", expression, "context", "watch", "frameId", frame.get("id").asInt()));
  }

  private String value(String expression, JsonNode frame) throws Exception {
    return evaluate(expression, frame).get("result").asText();
  }

  private String value(String expression) throws Exception {
    return value(expression, editor.frames(1).get(0));
  }

  @Test
  void codeIsShownWhereThereIsNoSource() throws Exception {
    begin();
    JsonNode code =
        editor
            .ok(
                "disassemble",
                Map.of(
                    "memoryReference",
                    "0x80300000",
                    "instructionOffset",
                    -4,
                    "instructionCount",
                    6))
            .get("instructions");
    assertEquals(6, code.size());
    for (JsonNode each : code) {
      assertEquals("invalid", each.path("presentationHint").asText(), "not in the trace");
    }
    editor.says("visit 0x802002c0");
    editor.stop();
    code =
        editor
            .ok(
                "disassemble",
                Map.of(
                    "memoryReference",
                    "0x802002c0",
                    "instructionOffset",
                    -4,
                    "instructionCount",
                    6))
            .get("instructions");
    assertEquals("0x802002b4", code.get(0).get("address").asText());
    assertEquals("walk_ring", code.get(0).get("symbol").asText());
    assertEquals("auipc a7,0x3", code.get(0).get("instruction").asText());
    assertEquals("0x802002c0", code.get(4).get("address").asText());
    assertEquals("83268801", code.get(4).get("instructionBytes").asText());
    assertEquals("lw a3,24(a6)", code.get(4).get("instruction").asText());
    assertEquals("step: walk_ring panic.c:111", instructionStep("next"));
    assertEquals("step: walk_ring panic.c:110", instructionStep("stepBack"));
    assertEquals("0x802002c0", pc());
    assertTrue(
        editor.ok("loadedSources", Map.of()).toString().contains("panic.c"),
        "sources of the trace");
    assertTrue(editor.ok("modules", Map.of()).toString().contains("panic.elf"));
  }

  private String pc() throws Exception {
    return editor.frames(1).get(0).get("instructionPointerReference").asText();
  }

  private String instructionStep(String command) throws Exception {
    editor.ok(command, Map.of("threadId", 1, "granularity", "instruction"));
    return editor.stop();
  }

  /** Without the binary: the functions of the trace, disassembled, are the sources. */
  @Test
  void withoutDebugInformationFunctionsAreSources() throws Exception {
    try (Editor plain = new Editor()) {
      plain.ok("attach", Map.of("program", trace.toString(), "at", "receive:2"));
      plain.ok("configurationDone", Map.of());
      assertEquals("entry: receive receive.s:2", plain.stop());
      JsonNode frame = plain.frames(1).get(0);
      JsonNode source = frame.get("source");
      String text =
          plain
              .ok(
                  "source",
                  Map.of("source", source, "sourceReference", source.get("sourceReference")))
              .get("content")
              .asText();
      assertTrue(text.startsWith("receive:\n8020023e  lbu"), text);
      JsonNode third =
          plain
              .ok(
                  "setBreakpoints",
                  Map.of("source", source, "breakpoints", List.of(Map.of("line", 3))))
              .get("breakpoints")
              .get(0);
      assertTrue(third.get("verified").asBoolean(), third::toString);
      assertEquals("instruction breakpoint: receive+0x4 receive.s:3", plain.move("continue"));
      assertTrue(
          plain
              .refused("variables", Map.of("variablesReference", 1))
              .startsWith("no variables 1: the run has moved since"));
    }
  }

  @Test
  void whatCannotBeServedIsToldAndTheSessionGoesOn() throws Exception {
    begin();
    JsonNode stale = editor.frames(1).get(0);
    editor.move("next");
    Map<String, Object> old = Map.of("frameId", stale.get("id").asInt());
    assertTrue(editor.refused("scopes", old).endsWith("the run has moved since"));
    assertEquals(
        "no thread 5; there are 1 to 1", editor.refused("stackTrace", Map.of("threadId", 5)));
    assertEquals("no thread 5; there are 1 to 1", editor.refused("next", Map.of("threadId", 5)));
    assertEquals(
        "no source has the reference 77", editor.refused("source", Map.of("sourceReference", 77)));
    assertEquals(
        "no address: \"here\"",
        editor.refused("disassemble", Map.of("memoryReference", "here", "instructionCount", 1)));
    assertEquals(
        "disassemble: at most 20000 instructions",
        editor.refused("disassemble", Map.of("memoryReference", "1", "instructionCount", 1 << 30)));
    assertEquals(
        "readMemory: from 0 to 1048576 bytes",
        editor.refused("readMemory", Map.of("memoryReference", "1", "count", 1 << 30)));
    assertTrue(
        editor
            .refused("evaluate", Map.of("expression", "nobody", "context", "hover"))
            .startsWith("no variable in scope here and no symbol is called \"nobody\""));
    assertTrue(
        editor
            .refused("evaluate", Map.of("expression", "visit nobody", "context", "repl"))
            .startsWith("no symbol or address \"nobody\" in this trace"));
    for (String change : List.of("setVariable", "setExpression", "writeMemory")) {
      Map<String, Object> arguments =
          Map.of(
              "variablesReference",
              1,
              "name",
              "a",
              "value",
              "1",
              "expression",
              "a",
              "memoryReference",
              "0x1",
              "data",
              "AA==");
      assertEquals(
          "the run is over: what has happened cannot be changed",
          editor.refused(change, arguments));
    }
    assertTrue(
        editor.refused("launch", Map.of("trace", "x")).startsWith("a trace is open already"));
    assertEquals(1, editor.ok("threads", Map.of()).get("threads").size());
    editor.ok("disconnect", Map.of());
    assertTrue(editor.ended());
  }

  /** A command that would wait for a minute ends when the user says pause. */
  @Test
  void pauseInterruptsWhatIsGoingOn() throws Exception {
    Path mini = folder.resolve("mini.bbt");
    InProcess.run(0, "boot", "mini", "--bb-trace", mini + "", "--console", "none");
    byte[] whole = Files.readAllBytes(mini);
    Path begun = folder.resolve("begun.bbt");
    Files.write(begun, Arrays.copyOf(whole, whole.length * 4 / 5));
    try (Editor other = new Editor()) {
      other.ok("launch", Map.of("trace", begun.toString()));
      other.ok("configurationDone", Map.of());
      other.event("stopped");
      long start = System.nanoTime();
      int waiting = other.send("evaluate", Map.of("expression", "follow 100", "context", "repl"));
      other.ok("pause", Map.of("threadId", 1));
      JsonNode answer = other.answer(waiting);
      assertTrue(answer.path("message").asText().startsWith("interrupted; "), answer::toString);
      assertTrue(System.nanoTime() - start < 300_000_000_000L);
      other.send("evaluate", Map.of("expression", "follow 100", "context", "repl"));
      other.vanish();
      assertTrue(other.ended());
    }
  }

  @Test
  void tracesThatCannotBeOpened() throws Exception {
    try (Editor other = new Editor()) {
      assertTrue(
          other
              .refused("launch", Map.of("trace", "no-such.bbt", "cwd", folder.toString()))
              .startsWith(folder.resolve("no-such.bbt") + ": no such file"));
      assertTrue(
          other.refused("launch", Map.of("trace", SOURCE)).contains("panic.c: not a bbt trace"));
      assertTrue(
          other
              .refused("launch", Map.of("trace", folder.toString()))
              .endsWith("is a directory; name a trace file"));
      assertTrue(
          other
              .refused("launch", Map.of("trace", trace.toString(), "at", "nowhere"))
              .startsWith("--at nowhere: no symbol or address \"nowhere\""));
      assertEquals(
          "hart 3: the trace has harts 0 to 0",
          other.refused("launch", Map.of("trace", trace.toString(), "hart", 3)));
      other.ok("launch", Map.of("trace", trace.toString(), "stopOnEntry", false));
      other.ok("configurationDone", Map.of());
      assertTrue(other.stop().startsWith("end: "));
    }
  }
}

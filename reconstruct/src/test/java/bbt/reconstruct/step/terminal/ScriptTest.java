package bbt.reconstruct.step.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.Verb;
import bbt.reconstruct.step.Verbs;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.Feedback;
import bbt.reconstruct.step.text.Operand;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every verb, on a trace of 23 instructions that is known by heart. */
class ScriptTest {
  @TempDir private Path folder;
  private TraceMap map;
  private final List<String> lines = new ArrayList<>();
  private StepSession session;

  @BeforeEach
  void open() throws IOException {
    Path file = folder.resolve("tiny.bbt");
    TinyTrace.write(file);
    map = TraceMap.open(file, TraceMap.Options.PLAIN);
    session = new StepSession(map, Feedback.NONE, line -> lines.add(line.toString()));
  }

  @AfterEach
  void close() {
    map.close();
  }

  /** What a command prints, without the lines that name the context. */
  private List<String> says(String command) {
    lines.clear();
    session.execute(command);
    return lines.stream().filter(line -> !line.startsWith("--")).toList();
  }

  private String last(String command) {
    return says(command).getLast();
  }

  private static void has(String part, String line) {
    assertTrue(line.contains(part), "\"" + part + "\" in: " + line);
  }

  @Test
  void theDisplayIsTheFoundingPapers() {
    assertEquals(
        "(1:0:  0: ) [     0] ffffffff80000000 : [ 1/ 1] (CALL) :"
            + " jal ffffffff80000100 <leaf>  (main)",
        last("where"));
  }

  @Test
  void instructionsAndNodes() {
    has("[     1] ffffffff80000100", last("si"));
    has("[     2] ffffffff80000102", last("si"));
    has("[     0] ffffffff80000000", last("rsi 2"));
    has("[     1] ffffffff80000100", last("s"));
    has("(main+0x4)", last("s"));
    has("[     1] ffffffff80000100", last("rs"));
    assertThrows(CommandException.class, () -> session.execute("goto x"));
  }

  @Test
  void theKeysThatFitAreShownAndHowToSeeTheOthers() {
    for (int width : new int[] {40, 80, 120, 200, 400}) {
      String keys = FullScreen.shortKeys(width);
      assertTrue(keys.length() <= width, keys);
      assertTrue(keys.startsWith("j node  k back"), keys);
      assertTrue(keys.endsWith("h keys  q leave"), keys);
    }
    assertTrue(FullScreen.shortKeys(400).contains("b break here"));
    assertFalse(FullScreen.shortKeys(80).contains("b break here"));
  }

  @Test
  void thingsAreCalledAsTheirVerbsToo() {
    for (String[] names : new String[][] {{"nd", "node"}, {"ret", "return"}, {"ni", "over"}}) {
      says("goto 0");
      String byVerb = last("next " + names[0]);
      says("goto 0");
      assertEquals(last("next " + names[1]), byVerb);
    }
  }

  @Test
  void overOutAndCaller() {
    has("(main+0x4)", last("ni"));
    has("(main+0x8)", last("ni"));
    has("[     3]", last("rni"));
    says("goto 4");
    has("(main+0x8)", last("fin"));
    says("goto 4");
    has("(CALL)", last("caller"));
    has("(main+0x4)", lines.getLast());
  }

  @Test
  void callsReturnsTrapsSwitches() {
    has("(main+0x4)", last("call"));
    has("(RETURN)", last("ret"));
    has("(EXCEPTION) : load page fault, tval 0x77", last("rexc"));
    has("<handler>", lines.getLast());
    has("(RETURN)", last("next return"));
    has("load page fault", last("prev exception"));
    has("no context switch from here on", error("sw"));
    has("no interrupt from here on", error("irq"));
    has("no conditional branch", error("br"));
    has("no branch that was taken", error("taken"));
    has("no branch that was not taken", error("untaken"));
    has("[     5]", last("pk"));
    has("(main)", last("goto 0"));
    has("no call at this level before this", error("rcallh"));
    has("(main+0x4)", last("callh"));
  }

  private String error(String command) {
    return assertThrows(CommandException.class, () -> session.execute(command)).getMessage();
  }

  @Test
  void places() {
    has("(END OF TRACE) : poweroff", last("goto end"));
    has("[     0]", last("goto start"));
    has("[    11]", last("goto 11"));
    has("[    12]", last("goto +1"));
    has("[    11]", last("goto -1"));
    has("[    12]", last("goto 50%"));
    has("mark here at instruction 12", last("mark here"));
    says("goto 3");
    has("[    12]", last("goto here"));
    has("here", last("marks"));
    has("the trace holds instructions 0 to 23", error("goto 24"));
    has("the trace holds 0 s to", error("goto 17s"));
    has("no bookmark \"nowhere\"", error("goto nowhere"));
    has("[     0]", last("goto 0s"));
    has("goto nowhere: no bookmark", error("goto nowhere"));
    has("goto 24: the trace holds", error("goto 24"));
  }

  @Test
  void whereToBeginIsNoCommand() {
    session.begin("leaf:-1");
    has("[     4]", lines.getLast());
    for (String at : List.of("abc", "24", "17s", "leaf:9", "5x")) {
      String message = assertThrows(CommandException.class, () -> session.begin(at)).getMessage();
      assertTrue(message.startsWith("--at"), message);
      assertFalse(message.contains("goto") || message.contains("bookmark"), message);
    }
    has("[     4]", last("where"));
  }

  @Test
  void operandsAreWrittenAsTheDisassemblyDoes() {
    assertEquals(new Operand("sp", 8), Operand.of("8(sp)"));
    assertEquals(new Operand("sp", -16), Operand.of("-16(sp)"));
    assertEquals(new Operand("sp", 0), Operand.of("(sp)"));
    assertEquals(new Operand("sp", -8), Operand.of("sp-8"));
    assertEquals(new Operand("a0", 0x10), Operand.of("a0+0x10"));
    assertEquals(new Operand("leaf", 4096), Operand.of("leaf+4096"));
    assertEquals(new Operand("packet->length", 0), Operand.of("packet->length"));
    has("registers and memory are not available here", error("watch 8(sp)"));
    has("no symbol or address \"nobody\"", error("watch 8(nobody)"));
    has("leaf+0x2", last("visit leaf+2"));
    has("= 0xffffffff800000fc", last("p leaf-4"));
    has("= 0xffffffff80000104", last("p 4(leaf)"));
  }

  @Test
  void whatDoesNotFitEndsWithAMark() {
    AttributedString line = new AttributedString("0123456789");
    assertEquals("0123456789", FullScreen.cut(line, 10).toString());
    assertEquals("01234567>", FullScreen.cut(line, 9).toString());
    assertEquals(">", FullScreen.cut(line, 1).toString());
  }

  @Test
  void namesInTheListOfCommandsDoNotPushTheirHelpAside() {
    int column = "  %-26s ".formatted("").length();
    List<String> alone =
        Verbs.all().stream().map(verb -> "  " + String.join(", ", verb.names())).toList();
    for (String line : says("help")) {
      if (line.startsWith("  ") && line.length() > column && !alone.contains(line)) {
        assertEquals(' ', line.charAt(column - 1), line);
        assertTrue(line.charAt(column) != ' ', line);
      }
    }
  }

  @Test
  void breakpointsBothWays() {
    has("breakpoint 1 at leaf", last("b leaf"));
    says("c");
    has("breakpoint 1, leaf, hit 1", lines.getFirst());
    has("[     1]", lines.getLast());
    has("[     4]", last("c"));
    says("c");
    has("no breakpoint is hit from there on", lines.getFirst());
    has("(END OF TRACE)", lines.getLast());
    has("[     4]", last("rc"));
    has("[     1]", last("rc"));
    says("rc");
    has("no breakpoint is hit before that", lines.getFirst());
    says("delete 1");
    has("breakpoint 2", last("b leaf every=2"));
    has("[     4]", last("c"));
    has("hits 2", last("b"));
    says("delete");
    says("goto 0");
    says("b cause load page fault");
    has("(EXCEPTION)", last("c"));
    says("delete");
    says("tb handler");
    says("goto 0");
    has("(handler)", last("c"));
    has("no breakpoints", last("b"));
    has("no symbol or address \"handlr\"", error("b handlr"));
    has("what is \"color=red\"", error("b leaf color=red"));
    has("no task \"nobody\"", error("b task nobody"));
  }

  @Test
  void disabledBreakpointsDoNotStop() {
    says("b leaf");
    has("disabled", last("disable 1"));
    has("(END OF TRACE)", last("c"));
    has("enabled", last("enable 1"));
    has("[     4]", last("rc"));
    has("no breakpoint 7", error("enable 7"));
  }

  @Test
  void tasksAreStoppedAt() {
    says("b task prog");
    has("hit", says("c").getFirst());
  }

  @Test
  void visitsAndSearches() {
    has("[     4]", last("visit leaf 2"));
    has("[     1]", last("last leaf"));
    has("[     5]", last("next visit handler"));
    has("no visit of leaf from here on", error("visit leaf"));
    says("goto 0");
    has("[     4]", last("visit leaf 5"));
    has("only 2 of 5", lines.getFirst());
    says("goto 0");
    has("only 2 of 1,000", says("call 1000").getFirst());
    says("goto 0");
    has("sret", last("/sret"));
    has("sret", last("/"));
    has("[     7]", last("?sret"));
    has("no match of wfi", error("/wfi"));
    has("is no regular expression", error("/("));
    says("goto 0");
    has("(leaf)", last("/^leaf$"));
  }

  @Test
  void theCallStack() {
    says("goto 5");
    says("si");
    List<String> stack = says("bt");
    assertEquals(3, stack.size(), stack.toString());
    has("*0  ffffffff80000200 handler  <- load page fault at [5]", stack.get(0));
    has("1  ffffffff80000102 leaf+0x2  <- called at [4]", stack.get(1));
    has("2  ffffffff80000004 main+0x4  (outermost known)", stack.get(2));
    has("*1", last("up"));
    has("leaf+0x2", lines.getLast());
    has("handler", last("down"));
    has("main+0x4", last("frame 2"));
    has("no frame 9", error("frame 9"));
    has("(2 more)", last("bt 1"));
  }

  @Test
  void theListingShowsThePath() {
    says("goto 4");
    List<String> listing = says("l");
    assertEquals("leaf:", listing.get(0));
    has("=> : ffffffff80000100  nop", listing.get(1));
    has("   : ffffffff80000102  ret", listing.get(2));
    has("handler:", says("l handler").getFirst());
  }

  @Test
  void historyAndInfo() {
    says("goto 4");
    List<String> history = says("history 2");
    assertEquals(3, history.size());
    has("[     3]", history.get(1));
    has("23 instructions, 1 hart, guest time", String.join("\n", says("info trace")));
    has("1 hart", last("info harts"));
    has("prog", last("info tasks"));
    has("nothing in it is damaged", last("info problems"));
    has("no bookmarks", last("info marks"));
    has("no breakpoints", last("info breakpoints"));
    has("no topic \"weather\"", error("info weather"));
    has("leaf", last("symbols ^le"));
  }

  @Test
  void helpKnowsEveryVerb() {
    String all = String.join("\n", says("help"));
    for (Verb verb : Verbs.all()) {
      has(String.join(", ", verb.names()), all);
      String one = String.join("\n", says("help " + verb.name()));
      has(verb.help(), one);
      assertFalse(verb.templates().isEmpty(), verb.name());
    }
  }

  @Test
  void wordsAreForgiving() {
    has("no command \"frobnicate\"", error("frobnicate"));
    has("may be", error("di"));
    has("what is \"now\"", error("si now"));
    has("a count is 1 or more", error("si 0"));
    has("[     1]", last("stepi"));
    has("[     2]", last("")); // Enter repeats
    assertEquals(List.of(), says("# a remark"));
  }

  @Test
  void oneHartCanBeLookedAtAlone() {
    has("hart 0 alone", last("hart 0"));
    has("[     1]", last("si"));
    has("in the order in which they executed", last("hart all"));
    has("the trace has harts 0 to 0", error("hart 1"));
  }

  @Test
  void scriptsStopAtTheFirstError() {
    CommandScript.Failure failure =
        assertThrows(
            CommandScript.Failure.class,
            () -> CommandScript.run(session, "my.step", List.of("si", "# ok", "", "si x", "si")));
    assertEquals("my.step:4: si x: si: what is \"x\"? See help si", failure.getMessage());
    assertEquals(2, lines.stream().filter(line -> !line.startsWith("--")).count() + 1);
    CommandScript.Failure far =
        assertThrows(
            CommandScript.Failure.class,
            () -> CommandScript.run(session, "--at", List.of("goto 99G")));
    assertTrue(
        far.getMessage().startsWith("--at:1: goto 99G: the trace holds instructions 0 to "),
        far.getMessage());
    CommandScript.run(session, "my.step", List.of("quit", "frobnicate"));
    assertTrue(session.isOver());
  }
}

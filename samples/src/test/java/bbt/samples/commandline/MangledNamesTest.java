package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions of C++ and Rust have the names that people write, in every view and every option. */
final class MangledNamesTest {
  private static final long CODE = 0xFFFF_FFFF_8000_0000L;
  private static final long PHYSICAL = 0x8020_0000L;
  private static final int STRIDE = 0x100;

  /** {@code run} calls the others, one after the other; two are {@code ns::f}. */
  private static final String[] SYMBOLS = {
    "_ZN2ns3runEv", "_ZN2ns1fEi", "_ZN2ns1fEc", "_ZN2ns1gERKSs", "_RNvC3foo3bar"
  };

  @TempDir private static Path folder;
  private static String trace;

  @BeforeAll
  static void write() throws IOException {
    Path file = folder.resolve("mangled.bbt");
    trace = file.toString();
    Map<String, String> facts = Map.of("trace.mode", "compact", "trace.verify", "false");
    try (TraceWriter writer = TraceWriter.create(file, new TraceHeader(facts))) {
      MachineWriter machine = new MachineWriter(writer);
      EventWriter out = machine.current();
      out.reset(CODE, 1, 0);
      out.contextSwitch(CODE, 1, 0x8000_0000_0000_1234L, 0x500, 7, 0);
      out.sideband().mapping(0, 1, CODE, PHYSICAL, true);
      int retired = 0;
      long[] addresses = new long[SYMBOLS.length];
      addresses[0] = CODE;
      for (int i = 1; i < SYMBOLS.length; i++) {
        addresses[i] = CODE + i * STRIDE;
        int from = 4 * (i - 1);
        int jal = 0x6f | 1 << 7 | ((i * STRIDE - from) >>> 1 & 1023) << 21;
        out.sideband().code(retired, PHYSICAL + from, jal & 0xFFFF);
        out.sideband().code(retired, PHYSICAL + from + 2, jal >>> 16);
        out.retire(1);
        out.call(CODE + from + 4);
        out.sideband().code(retired + 1, PHYSICAL + i * STRIDE, 0x8082);
        out.retire(1);
        out.ret(addresses[i], CODE + from + 4);
        retired += 2;
      }
      out.sideband().code(retired, PHYSICAL + 4 * (SYMBOLS.length - 1), 1);
      out.retire(1);
      machine.finish(
          List.of(
              new SidebandRecord.Symbols(
                  retired + 1, "kernel", SidebandRecord.GLOBAL, addresses, SYMBOLS)),
          new long[] {0},
          0,
          "poweroff",
          0);
    }
  }

  private static String bbt(String... arguments) throws Exception {
    Bbt.Outcome outcome = InProcess.outcome(arguments);
    assertEquals(0, outcome.code(), outcome.err());
    return outcome.out();
  }

  private static void has(String text, String... wanted) {
    for (String each : wanted) {
      assertTrue(text.contains(each), () -> each + " in\n" + text);
    }
    assertTrue(!text.contains("_ZN2ns") && !text.contains("_RNv"), text);
  }

  @Test
  void tablesHaveBriefNamesWhereTheseMeanOneFunction() throws Exception {
    String[] shown = {" ns::run", " ns::f(int)", " ns::f(char)", " ns::g ", " foo::bar"};
    has(bbt("report", trace, "--full", "--tree", "9", "--top", "9") + " ", shown);
    has(bbt("annotate", trace, "ns::run()"), "<ns::f(int)>", "<ns::g>", "<foo::bar>");
  }

  @Test
  void filesHaveWholeNames() throws Exception {
    String[] names = {"ns::run()", "ns::f(int)", "ns::f(char)", "ns::g(std::string const&)"};
    has(bbt("report", trace, "--json", "--top", "9"), names);
    has(bbt("query", trace, "select name from functions"), names);
    Path folded = folder.resolve("folded");
    bbt("export", trace, "--format", "folded", "-o", folded.toString());
    has(Files.readString(folded), "ns::run();ns::g(std::string const&) 1");
  }

  /** The instructions that are selected with a name. */
  private static String selected(String name) throws Exception {
    String text = bbt("report", trace, "--function", name, "--full");
    return text.lines()
        .filter(line -> line.startsWith("Total instructions"))
        .findFirst()
        .orElseThrow()
        .replaceFirst("\\D+", "");
  }

  @Test
  void everyNameSelects() throws Exception {
    assertEquals("1", selected("_ZN2ns1fEi"));
    assertEquals("1", selected("ns::f(int)"));
    assertEquals("2", selected("ns::f"));
    assertEquals("1", selected("ns::g"));
    assertEquals("1", selected("foo::bar"));
    has(bbt("annotate", trace, "ns::f"), "ns::f(int) (kernel)", "ns::f(char) (kernel)");
    has(bbt("annotate", trace, "_ZN2ns1gERKSs"), "ns::g(std::string const&) (kernel)");
    has(bbt("report", trace, "--callers", "ns::g"), "FUNCTION ns::g");
  }

  @Test
  void aNameThatIsNoneIsAnsweredWithThoseThatAre() throws Exception {
    Bbt.Outcome outcome = InProcess.outcome("report", trace, "--function", "ns::h");
    assertEquals(64, outcome.code());
    assertEquals(1, outcome.errorLines().size(), outcome.err());
  }

  @Test
  void theStepperKnowsThem() throws Exception {
    String script = "break ns::f(char)\nbreak _ZN2ns1gERKSs\nc\nbt\nc\nwhere\n";
    Bbt.Outcome outcome = Bbt.fed(script.getBytes(StandardCharsets.UTF_8), "step", trace);
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.out().contains("ns::f(char)"), outcome.out());
    assertTrue(outcome.out().contains("ns::run+0x"), outcome.out());
    assertTrue(outcome.out().contains("(ns::g)"), outcome.out());
  }
}

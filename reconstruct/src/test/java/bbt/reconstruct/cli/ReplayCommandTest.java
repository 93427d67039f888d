package bbt.reconstruct.cli;

import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.CSRRC;
import static bbt.ptg.riscv.Insn.CSRRW;
import static bbt.ptg.riscv.Insn.ECALL;
import static bbt.ptg.riscv.Insn.JALR;
import static bbt.ptg.riscv.Insn.MRET;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.reconstruct.replay.StateText;
import bbt.reconstruct.testing.SmpGuest;
import bbt.reconstruct.testing.TestElf;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code bbt replay --at} from its command line. */
@Timeout(300)
class ReplayCommandTest {
  private static final long BASE = 0x8000_0000L;
  private static final int MSTATUS = 0x300;
  private static final int MTVEC = 0x305;
  private static final int MEPC = 0x341;
  private static final int PMPCFG0 = 0x3a0;
  private static final int PMPADDR0 = 0x3b0;

  @TempDir private Path folder;
  private String home;
  private Path kernel;
  private Path trace;
  private long retired;
  private String err = "";

  /** Address of the function of {@link #user}. */
  private long function;

  @BeforeEach
  void cacheElsewhere() {
    home = System.getProperty("user.home");
    System.setProperty("user.home", folder.toString());
  }

  @AfterEach
  void cacheAtHome() {
    System.setProperty("user.home", home);
  }

  private void record(int harts) throws IOException {
    record(harts, SmpGuest.elf(harts, 800));
  }

  private void record(int harts, byte[] elf) throws IOException {
    kernel = Files.write(folder.resolve("guest.elf"), elf);
    trace = folder.resolve("guest.bbt");
    MachineConfig config =
        MachineConfig.builder()
            .kernel(kernel)
            .memoryBytes(16 << 20)
            .harts(harts)
            .quantum(2000)
            .engine(EngineMode.AUTO)
            .trace(new TraceOptions(trace, false, true, TraceOptions.Context.AUTO))
            .build();
    retired = Machine.create(config, ConsolePort.none()).run().retired();
  }

  private String replay(String... more) {
    List<String> line =
        new ArrayList<>(List.of("replay", trace.toString(), "--kernel", kernel.toString()));
    line.addAll(List.of(more));
    StringWriter out = new StringWriter();
    StringWriter errors = new StringWriter();
    CommandLine command = Main.create();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(errors));
    command.execute(line.toArray(String[]::new));
    err = errors.toString();
    return out.toString();
  }

  private JsonNode json(String... more) throws IOException {
    List<String> line = new ArrayList<>(List.of(more));
    line.add("--json");
    String out = replay(line.toArray(String[]::new));
    assertEquals("", err);
    JsonNode node = new ObjectMapper().readTree(out);
    JsonSchema schema;
    try (InputStream in = StateText.class.getResourceAsStream("state.schema.json")) {
      schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(in);
    }
    assertEquals(Set.of(), schema.validate(node));
    return node;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void allPlacesInTextAndJson(int harts) throws IOException {
    record(harts);
    assertEquals(0, json("--at", "start").get("clock").asLong());
    assertEquals(retired, json("--at", "end").get("clock").asLong());
    assertEquals(Math.round(retired * 0.5), json("--at", "50%").get("clock").asLong());
    assertEquals(1500, json("--at", "1.5k").get("clock").asLong());
    JsonNode time = json("--at", "5us");
    assertTrue(time.get("ticks").asLong() >= 50, time.toString());
    // The trap handler's first instruction, by its address: its times come in order.
    String handler = json("--at", "50%").at("/harts/0/csr/mtvec").asText();
    JsonNode first = json("--at", handler);
    JsonNode third = json("--at", handler + ":3");
    JsonNode last = json("--at", handler + ":-1");
    int at = first.get("hart").asInt();
    assertEquals(handler, first.get("harts").get(at).get("pc").asText());
    assertTrue(first.get("clock").asLong() < third.get("clock").asLong());
    assertTrue(third.get("clock").asLong() < last.get("clock").asLong());
    assertTrue(first.get("traps").asInt() > 0, "behind the trap that led there");
    JsonNode stack = first.get("harts").get(at).get("stack");
    assertTrue(stack.size() >= 2, stack.toString());
    assertEquals(handler, stack.get(0).get("pc").asText());
    assertEquals(first.get("clock"), stack.get(0).get("clock"));
    for (int hart = 0; hart < harts; hart++) {
      JsonNode its = json("--at", "70%", "--hart", Integer.toString(hart)).get("harts").get(hart);
      assertEquals(its.get("pc"), its.at("/stack/0/pc"), "every hart has its stack");
    }
    String clock = third.get("clock") + "+" + third.get("traps");
    JsonNode memory =
        json("--at", clock, "--memory", "phys:0x80008000:16", "--last-write", "0x80008000:8");
    assertEquals(32, memory.at("/memory/0/bytes").asText().length());
    assertTrue(memory.at("/lastWrites/0/clock").asLong() < third.get("clock").asLong());
    String text = replay("--at", clock, "--memory", "phys:0x80008000:16");
    assertTrue(text.contains(third.get("harts").get(0).at("/x/sp").asText()), text);
    assertTrue(text.contains("0   " + handler), text);
    assertTrue(text.contains("  <- supervisor") || text.contains(" at "), text);
  }

  /** A function that has no symbol, called in user mode. */
  private byte[] user() {
    Assembler a = new Assembler();
    a.la(5, "trap").i(CSRRW, 0, 5, MTVEC).li(5, -1).i(CSRRW, 0, 5, PMPADDR0);
    a.li(5, 0x1f).i(CSRRW, 0, 5, PMPCFG0).li(5, 0x1800).i(CSRRC, 0, 5, MSTATUS);
    a.li(8, BASE + 0x8000).la(5, "user").i(CSRRW, 0, 5, MEPC).op(MRET);
    a.align(64).label("user").jal(1, "function").op(ECALL);
    a.align(64).label("function").i(ADDI, 9, 9, 3).s(SD, 9, 8, 0).i(ADDI, 9, 9, 3);
    a.i(JALR, 0, 1, 0);
    a.align(64).label("trap").li(5, 0x10_0000).li(6, 0x5555).s(SW, 6, 5, 0);
    a.label("end").jal(0, "end");
    function = BASE + a.offsetOf("function");
    return TestElf.plain(BASE, a.bytes());
  }

  private static String called(long address) {
    return "user+0x" + Long.toHexString(address);
  }

  @Test
  void userCodeWithoutSymbolsIsCalledAsInTheStepper() throws IOException {
    record(1, user());
    String at = "0x" + Long.toHexString(function + 8);
    JsonNode there = json("--at", at, "--last-write", "phys:0x80008000:8");
    assertEquals(called(function + 8), there.at("/harts/0/symbol").asText());
    assertEquals(called(function + 8), there.at("/harts/0/stack/0/symbol").asText());
    assertTrue(there.at("/harts/0/stack/1/symbol").asText().startsWith("user+0x"));
    assertEquals(called(function + 4), there.at("/lastWrites/0/symbol").asText());
    assertEquals("", json("--at", "start").at("/harts/0/symbol").asText(), "not in user mode");
    String text = replay("--at", at);
    assertTrue(text.contains(" " + called(function + 8) + ", user mode"), text);
    assertTrue(text.contains(" " + called(function + 8) + "  <- called"), text);
    StringWriter out = new StringWriter();
    Path script = Files.writeString(folder.resolve("script"), "where\n");
    Main.create()
        .setOut(new PrintWriter(out))
        .execute("step", trace.toString(), "--at", at, "--script", script.toString());
    assertTrue(out.toString().contains("(" + called(function + 8) + ")"), out.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x y",
        "1.5",
        "-3",
        "+4",
        "nowhere",
        "0x1234:1000000",
        "5:7",
        "200%",
        "99999999999"
      })
  void otherPlacesAreRefusedInOneLine(String at) throws IOException {
    record(1);
    replay("--at=" + at);
    assertTrue(err.startsWith("bbt: "), err);
    assertEquals(1, err.strip().lines().count(), err);
  }
}

package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.samples.testing.ReportSchema;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.trace.TraceScope;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines that a guest writes to its console are in its trace, and every tool shows them. */
final class ConsoleTraceTest {
  @TempDir private Path folder;

  private static List<String> lines(Path trace) throws Exception {
    List<String> lines = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      while (reader.next() instanceof Chunk chunk) {
        if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
          for (SidebandRecord item : sideband.records()) {
            if (item instanceof SidebandRecord.Note n && n.key().equals(NoteKeys.CONSOLE)) {
              lines.add(n.value());
            }
          }
        }
      }
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyEngineNotesWhatWasWritten(int harts) throws Exception {
    Path first = null;
    for (EngineMode engine : EngineMode.values()) {
      Path trace = folder.resolve(engine + ".bbt");
      ByteArrayOutputStream console = new ByteArrayOutputStream();
      MachineConfig config =
          MachineConfig.builder()
              .kernel(harts == 1 ? MiniSample.kernel() : HartsSample.kernel())
              .harts(harts)
              .engine(engine)
              .trace(
                  new TraceOptions(trace, false, true, TraceOptions.Context.AUTO, TraceScope.ALL))
              .build();
      Machine.create(config, ConsolePort.outputOnly(console::write)).run();
      List<String> written =
          console.toString(StandardCharsets.UTF_8).lines().filter(l -> !l.isEmpty()).toList();
      assertTrue(written.size() >= 2, () -> "only " + written);
      // Of several harts each has lines in a stream of its own.
      assertEquals(written.stream().sorted().toList(), lines(trace).stream().sorted().toList());
      if (first == null) {
        first = trace;
      } else {
        assertEquals(-1, Files.mismatch(first, trace), engine.toString());
      }
    }
  }

  /** Prints one line at once, and one after a thousand rounds of a loop, with a colour in it. */
  private Path guest() throws Exception {
    Assembler a = new Assembler();
    print(a, "one\r\n");
    a.i(Insn.ADDI, 9, 0, 1000);
    a.label("inner").i(Insn.ADDI, 9, 9, -1).branch(Insn.BNE, 9, 0, "inner");
    print(a, "\u001b[1mtwo\u001b[0m\u0007\n\n");
    print(a, "no end of a line");
    a.i(Insn.ADDI, 17, 0, 8).raw32(0x73); // shut down
    return Bbt.guest(folder.resolve("guest.elf"), a);
  }

  private static void print(Assembler a, String text) {
    for (char c : text.toCharArray()) {
      a.i(Insn.ADDI, 10, 0, c).i(Insn.ADDI, 17, 0, 1).raw32(0x73);
    }
  }

  @Test
  void everyToolShowsTheLines() throws Exception {
    String trace = folder.resolve("guest.bbt").toString();
    InProcess.run(0, "boot", guest().toString(), "--bb-trace", trace);
    assertEquals(List.of("one", "\u001b[1mtwo\u001b[0m\u0007"), lines(Path.of(trace)));

    String report = InProcess.run(0, "report", trace, "--boot");
    assertTrue(report.contains("CONSOLE: 2 lines"), report);
    assertTrue(report.lines().anyMatch(l -> l.endsWith("  one")), report);
    assertTrue(report.lines().anyMatch(l -> l.endsWith("  two\\x07")), report);

    String json = InProcess.run(0, "report", trace, "--boot", "--json");
    ReportSchema.conforms(new ObjectMapper().readTree(json));
    JsonNode console = new ObjectMapper().readTree(json).at("/console");
    assertEquals(2, console.get("count").asInt());
    long one = console.at("/first/0/at").asLong();
    long two = console.at("/first/1/at").asLong();
    assertEquals(15, one, "the fifth of five calls of three instructions");
    assertEquals(15 + 1 + 2000 + 3 * 13, two);

    assertTrue(
        InProcess.run(0, "query", trace, "--csv", "select hart, retired, clock, text from console")
            .contains("0,15,15,one\n0,2055,2055,two"));
    String later = InProcess.run(0, "report", trace, "--boot", "--from", "1000");
    assertTrue(later.contains("CONSOLE: 1 line\n"), later);

    Path events = folder.resolve("guest.trace.json");
    InProcess.run(0, "export", trace, "-o", events.toString());
    String told = Files.readString(events);
    assertTrue(told.contains("\"name\":\"two\\\\x07\",\"cat\":\"console\""), told);

    Path bare = folder.resolve("bare.bbt");
    InProcess.run(0, "trace", "strip", "--without", "console", trace, "-o", bare.toString());
    assertEquals(List.of(), lines(bare));
    assertFalse(InProcess.run(0, "report", bare.toString(), "--boot").contains("CONSOLE"));
    InProcess.run(0, "replay", trace);
    InProcess.run(0, "replay", bare.toString());
  }
}

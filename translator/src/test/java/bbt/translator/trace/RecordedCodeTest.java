package bbt.translator.trace;

import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.AUIPC;
import static bbt.ptg.riscv.Insn.CSRRW;
import static bbt.ptg.riscv.Insn.JAL;
import static bbt.ptg.riscv.Insn.LW;
import static bbt.ptg.riscv.Insn.MRET;
import static bbt.ptg.riscv.Insn.SW;
import static bbt.ptg.riscv.Insn.WFI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bbt.packets.Chunk;
import bbt.packets.KnownCode;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.packets.write.TraceWriter;
import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.code.Tiering;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.PageTableRoots;
import bbt.translator.testing.BareMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that a trace announces is the code that was executed. */
class RecordedCodeTest {
  private static final int MTVEC = 0x305;
  private static final int MEPC = 0x341;
  private static final int NODE = 0x34;
  private static final int PATCHED = 0x40;

  @TempDir Path directory;

  /**
   * A trap cuts a node before the line in which it ends; a store changes that line, which was never
   * decoded; then the whole node runs.
   */
  @Test
  void aStoreBehindTheExecutedPartOfANodeIsNoticed() throws IOException {
    int before = Encoder.i(ADDI, 7, 0, 1);
    int after = Encoder.i(ADDI, 7, 0, 2);
    Assembler program = new Assembler();
    program.i(AUIPC, 31, 0, 0).i(ADDI, 31, 31, 0x7F0).i(CSRRW, 0, 31, MTVEC);
    program.i(AUIPC, 11, 0, 0).i(ADDI, 10, 0, 0);
    program.i(AUIPC, 12, 0, 0); // at 0x14
    program.li(13, after).to(JAL, 0, 0, 0, "node").padTo(NODE);
    program.label("node").i(ADDI, 6, 6, 1).i(LW, 5, 10, 0).i(ADDI, 6, 6, 1).raw32(before).op(WFI);
    program.padTo(0x7F0); // the handler
    program.s(SW, 13, 12, PATCHED - 0x14).i(ADDI, 10, 11, 0);
    program.i(ADDI, 14, 12, NODE - 0x14).i(CSRRW, 0, 14, MEPC).op(MRET);

    Path trace = directory.resolve("t.bbt");
    Ram ram = new Ram(1 << 20);
    Map<String, String> facts = Map.of("trace.mode", "compact", "trace.verify", "true");
    Recorder recorder =
        new Recorder(
            RiscvIsa.RV64,
            () ->
                new Recorder.Opened(
                    TraceWriter.create(trace, new TraceHeader(facts)), SymbolTable.EMPTY),
            new PageTableRoots(ram),
            List.of(),
            ContextRule.THREAD_POINTER,
            TraceScope.ALL,
            List.of());
    BareMachine machine = new BareMachine(ram, Tiering.NONE, recorder);
    machine.load(program).runTo(1000);
    recorder.end(machine.cpu, 0, "end");

    assertEquals(2, machine.cpu.x7);
    assertEquals(after, announced(trace, Ram.BASE + PATCHED));
  }

  /** What the trace says in the end is at a physical address. */
  private static int announced(Path trace, long physical) throws IOException {
    KnownCode known = new KnownCode();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Chunk.Sideband sideband) {
          sideband.records().forEach(known::apply);
        }
      }
    }
    return known.halfword(physical) & 0xFFFF | known.halfword(physical + 2) << 16;
  }

  @Test
  void aStraddlerKeepsItsIdUntilSomethingAboutItChanges() {
    int bits = Encoder.i(Insn.ADDI, 7, 0, 1);
    Straddlers straddlers = new Straddlers(new PathTable(RiscvIsa.RV64.nodes()));
    int id = straddlers.id(0x1FFE, 0x8000_0FFEL, 0x8000_1000L, bits);
    int otherPage = straddlers.id(0x1FFE, 0x8000_0FFEL, 0x8000_5000L, bits);
    int otherBits = straddlers.id(0x1FFE, 0x8000_0FFEL, 0x8000_1000L, bits ^ 1 << 20);
    assertNotEquals(id, otherPage);
    assertNotEquals(id, otherBits);
    assertNotEquals(otherPage, otherBits);
    assertEquals(id, straddlers.id(0x1FFE, 0x8000_0FFEL, 0x8000_1000L, bits));
    assertEquals(otherPage, straddlers.id(0x1FFE, 0x8000_0FFEL, 0x8000_5000L, bits));
  }
}

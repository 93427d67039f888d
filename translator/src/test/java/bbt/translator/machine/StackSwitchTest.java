package bbt.translator.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import bbt.translator.testing.ElfBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Context switches of a guest without Linux: loads into sp ({@code --context stack}). */
@Timeout(300)
class StackSwitchTest {
  private static final long BASE = 0x8000_0000L;
  private static final int SP = 2;
  private static final int TP = 4;
  private static final int CELLS = 0x600;
  private static final int FIRST = 0x4000;
  private static final int SECOND = 0x5000;
  private static final int ROUNDS = 200;

  @TempDir Path folder;

  /**
   * Two stacks take turns: in each round the first pushes 16 bytes, saves sp and loads the other's,
   * which saves its own and loads the first's back, which pops. Each round moves tp, loads sp with
   * the value it has, loads it from its own stack, and takes the fault of a load into it that
   * fails: none of them is a switch of stacks. The last load stands on two pages.
   */
  private static byte[] program() {
    Assembler a = new Assembler();
    a.i(Insn.AUIPC, 8, 0, 0); // s0 = BASE
    a.i(Insn.ADDI, 5, 8, 0x700).i(Insn.CSRRW, 0, 5, Csr.MTVEC);
    a.i(Insn.LUI, 6, 0, FIRST).r(Insn.ADD, SP, 8, 6);
    a.i(Insn.LUI, 6, 0, SECOND).r(Insn.ADD, 7, 8, 6).s(Insn.SD, 7, 8, CELLS + 8);
    a.i(Insn.ADDI, 9, 0, ROUNDS);
    a.label("round");
    a.i(Insn.ADDI, SP, SP, -16).s(Insn.SD, SP, 8, CELLS);
    a.i(Insn.ADDI, 6, SP, 8).s(Insn.SD, 6, SP, 0);
    a.i(Insn.LD, SP, SP, 0).i(Insn.ADDI, SP, SP, -8); // from its own stack
    a.i(Insn.LD, SP, 8, CELLS); // what it has already
    a.i(Insn.ADDI, TP, 9, 0); // Linux's switch
    a.i(Insn.LD, SP, 0, 16); // faults
    a.i(Insn.LD, SP, 8, CELLS + 8); // the second stack
    a.i(Insn.ADDI, 10, 10, 1);
    a.to(Insn.JAL, 0, 0, 0, "straddle");
    a.padTo(CELLS).raw32(0).raw32(0).raw32(0).raw32(0).padTo(0x700);
    a.i(Insn.CSRRS, 5, 0, Csr.MEPC).i(Insn.ADDI, 5, 5, 4).i(Insn.CSRRW, 0, 5, Csr.MEPC);
    a.op(Insn.MRET);
    a.padTo(0xFF6).label("straddle").s(Insn.SD, SP, 8, CELLS + 8).i(Insn.ADDI, 11, 11, 1);
    a.i(Insn.LD, SP, 8, CELLS); // the first stack
    a.i(Insn.ADDI, SP, SP, 16).i(Insn.ADDI, 9, 9, -1);
    a.branch(Insn.BEQ, 9, 0, "done").to(Insn.JAL, 0, 0, 0, "round");
    a.label("done").li(28, 0x10_0000).li(29, 0x5555).s(Insn.SW, 29, 28, 0);
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    return a.bytes();
  }

  private RunResult run(Path trace, TraceOptions.Context context, EngineMode engine, long seed)
      throws IOException {
    byte[] elf = new ElfBuilder(BASE).segment(BASE, program()).build();
    MachineConfig config =
        MachineConfig.builder()
            .kernel(Files.write(folder.resolve("program.elf"), elf))
            .memoryBytes(16 << 20)
            .engine(engine)
            .threshold(seed == 0 ? 0 : 5)
            .thresholdSeed(seed)
            .trace(trace == null ? null : new TraceOptions(trace, true, true, context))
            .build();
    RunResult result = Machine.create(config, ConsolePort.none()).run();
    assertEquals(ExitReason.POWER_OFF, result.reason());
    assertEquals(ROUNDS, result.causes().get("exception 5"));
    return result;
  }

  private static List<Packet.Switch> switches(Path trace) throws IOException {
    List<Packet.Switch> found = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Frame frame) {
          for (Packet packet : frame.packets()) {
            if (packet instanceof Packet.Switch s) {
              found.add(s);
            }
          }
        }
      }
    }
    return found;
  }

  @ParameterizedTest
  @EnumSource(
      value = TraceOptions.Context.class,
      names = {"AUTO", "STACK"})
  void aLoadOfAnotherStackIsASwitch(TraceOptions.Context context) throws IOException {
    Path trace = folder.resolve("t.bbt");
    run(trace, context, EngineMode.INTERPRETER, 0);
    List<Packet.Switch> found = switches(trace);
    assertEquals(2 * ROUNDS, found.size());
    long first = BASE + FIRST - 16;
    long second = BASE + SECOND;
    for (int i = 0; i < found.size(); i++) {
      Packet.Switch s = found.get(i);
      boolean leaves = i % 2 == 0;
      assertEquals(leaves ? second : first, s.stack(), "switch " + i);
      assertEquals(leaves ? first : second, s.previousStack(), "switch " + i);
      long place = BASE + CELLS + 8; // where the second task's stack pointer is saved
      assertEquals(leaves ? place : 0, s.task(), "the task of reset has no name; switch " + i);
      assertEquals(leaves ? 0 : place, s.previousTask(), "switch " + i);
      assertEquals(leaves ? BASE + 0x4C : BASE + 0x1002, s.pc(), "switch " + i);
    }
  }

  /** A kernel of Linux may have M-mode to itself. */
  @Test
  void underTheLinuxRuleTheThreadPointerTells() throws IOException {
    Path trace = folder.resolve("t.bbt");
    run(trace, TraceOptions.Context.LINUX, EngineMode.INTERPRETER, 0);
    List<Packet.Switch> found = switches(trace);
    assertEquals(ROUNDS, found.size());
    for (int i = 0; i < ROUNDS; i++) {
      assertEquals(ROUNDS - i, found.get(i).task(), "tp counts down");
      assertEquals(BASE + 0x44, found.get(i).pc(), "behind the move to tp");
    }
  }

  @ParameterizedTest
  @EnumSource(TraceOptions.Context.class)
  void allEnginesWriteTheSameTraceAndCountAsUntraced(TraceOptions.Context context)
      throws IOException {
    Path expected = folder.resolve("interpreter.bbt");
    long retired = run(null, context, EngineMode.TRANSLATOR, 0).retired();
    assertEquals(retired, run(expected, context, EngineMode.INTERPRETER, 0).retired());
    Path actual = folder.resolve("other.bbt");
    run(actual, context, EngineMode.TRANSLATOR, 0);
    assertArrayEquals(Files.readAllBytes(expected), Files.readAllBytes(actual), "translator");
    run(actual, context, EngineMode.AUTO, 0);
    assertArrayEquals(Files.readAllBytes(expected), Files.readAllBytes(actual), "auto");
    for (long seed = 1; seed <= 3; seed++) {
      run(actual, context, EngineMode.AUTO, seed);
      assertArrayEquals(Files.readAllBytes(expected), Files.readAllBytes(actual), "seed " + seed);
    }
  }
}

package bbt.reconstruct.arm64;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.ptg.arm64.SystemRegisters;
import bbt.reconstruct.testing.ArmProgram;
import bbt.reconstruct.testing.RandomArmProgram;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.hart.Hart;
import bbt.translator.machine.Machine;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bare-metal AArch64 guests, from their execution to what is rebuilt of it. */
@Tag("qemu")
@Timeout(300)
class ArmTraceTest {
  @TempDir private Path folder;

  private static MachineConfig config(Path kernel, Path trace, boolean compact) {
    return config(kernel, trace, compact, EngineMode.INTERPRETER);
  }

  /** With regions that are compiled after a few executions, or at the first. */
  private static MachineConfig config(Path kernel, Path trace, boolean compact, EngineMode engine) {
    MachineConfig.Builder builder =
        MachineConfig.builder()
            .kernel(kernel)
            .memoryBytes(32 << 20)
            .maxInsns(5_000_000)
            .engine(engine)
            .threshold(5)
            .thresholdSeed(1);
    if (trace != null) {
      builder.trace(new TraceOptions(trace, true, compact, TraceOptions.Context.AUTO));
    }
    return builder.build();
  }

  private static RunResult run(Path kernel, Path trace, boolean compact) throws IOException {
    Machine machine = Machine.create(config(kernel, trace, compact), ConsolePort.none());
    RunResult result = machine.run();
    machine.release();
    return result;
  }

  /** The address of each instruction that retires, by single steps of a machine without a trace. */
  private static List<Long> executed(Path kernel) throws IOException {
    List<Long> addresses = new ArrayList<>();
    Machine machine = Machine.create(config(kernel, null, true), ConsolePort.none());
    machine.begin();
    long pc = machine.hart(0).pc;
    long clock = machine.clock();
    while (machine.step()) {
      if (machine.clock() > clock) {
        addresses.add(pc);
        clock = machine.clock();
      }
      pc = machine.hart(0).pc;
    }
    machine.finish();
    machine.release();
    return addresses;
  }

  /** Records a program, and compares what is rebuilt with what single steps execute. */
  private Path check(String program, int exceptions) throws Exception {
    Path kernel = ArmProgram.build(folder, program);
    RunResult untraced = run(kernel, null, true);
    assertEquals(ExitReason.POWER_OFF, untraced.reason());
    Path trace = folder.resolve("a.bbt");
    RunResult traced = run(kernel, trace, true);
    assertEquals(untraced.retired(), traced.retired());
    assertEquals(untraced.causes(), traced.causes());
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertEquals(List.of(), verified.problems());
    assertTrue(verified.hashed());
    assertTrue(verified.exceptions() >= exceptions, verified.exceptions() + " exceptions");
    // The program ends by the firmware's call that switches the machine off.
    List<Long> executed = executed(kernel);
    Rebuilt rebuilt = Rebuilt.of(trace);
    assertEquals(List.of(), rebuilt.problems());
    for (int i = 0; i < executed.size(); i++) {
      int at = i;
      assertEquals(executed.get(i), rebuilt.addresses().get(i), () -> "instruction " + at);
    }
    assertEquals(executed.size(), rebuilt.addresses().size());
    String last = rebuilt.traps().getLast();
    assertTrue(last.contains(" " + 0x8400_0008L + " "), last);
    Path again = folder.resolve("again.bbt");
    run(kernel, again, true);
    assertArrayEquals(Files.readAllBytes(trace), Files.readAllBytes(again));
    run(kernel, again, false);
    assertEquals(rebuilt.addresses(), Rebuilt.of(again).addresses());
    for (EngineMode engine : List.of(EngineMode.TRANSLATOR, EngineMode.AUTO)) {
      sameWith(engine, kernel, trace);
    }
    return trace;
  }

  /** Compares a program's run, and its trace, with what the interpreter makes of it. */
  private void sameWith(EngineMode engine, Path kernel, Path trace) throws IOException {
    Path again = folder.resolve("again.bbt");
    for (Path to : Arrays.asList(null, again)) {
      Machine interpreter = Machine.create(config(kernel, null, true), ConsolePort.none());
      Machine other = Machine.create(config(kernel, to, true, engine), ConsolePort.none());
      RunResult expected = interpreter.run();
      RunResult found = other.run();
      assertEquals(expected.retired(), found.retired(), engine::name);
      assertEquals(expected.causes(), found.causes(), engine::name);
      assertEquals(state(interpreter), state(other), engine::name);
      interpreter.release();
      other.release();
    }
    assertArrayEquals(Files.readAllBytes(trace), Files.readAllBytes(again), engine::name);
  }

  /** Registers, flags and the data that programs work on. */
  private static List<Object> state(Machine machine) {
    Hart hart = machine.hart(0);
    List<Object> state = new ArrayList<>(List.of(hart.pc, hart.control(SystemRegisters.PSTATE)));
    for (int i = 0; i < 32; i++) {
      state.addAll(List.of(hart.general(i), hart.floating(i), hart.upperFloating(i)));
    }
    byte[] data = new byte[4096];
    machine.memory().read(0x4100_0000L, data, 0, data.length);
    state.add(Arrays.toString(data));
    return state;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatIsRebuiltIsWhatWasExecuted(long seed) throws Exception {
    check(RandomArmProgram.of(seed), 20);
  }

  @Tag("full")
  @Test
  void soOfManyPrograms() throws Exception {
    for (long seed = 100; seed < 200; seed++) {
      check(RandomArmProgram.of(seed), 10);
    }
  }

  /**
   * Two tables of the lower half show different code at the same address, to code in the upper
   * half; the task is in SP_EL0.
   */
  private static final String SPACES =
      """
              .macro  table name
              ldr     x0, =\\name
              msr     ttbr0_el1, x0
              isb
              .endm
              .macro  task value
              ldr     x0, =\\value
              msr     sp_el0, x0
              .endm
      main:   mov     x0, #0xff
              msr     mair_el1, x0
              ldr     x0, =0x0000000080190019
              msr     tcr_el1, x0
              ldr     x0, =first
              msr     ttbr1_el1, x0
              table   first
              mrs     x0, sctlr_el1
              orr     x0, x0, #1
              msr     sctlr_el1, x0
              isb
              adr     x0, up
              mov     x1, #0xffffff8000000000
              orr     x0, x0, x1
              br      x0
      up:
              ldr     x3, =0x80000000
              blr     x3
              table   second + 0x0007000000000000
              blr     x3
              table   empty
              nop
              table   second
              blr     x3
              table   first
              blr     x3
              task    0x1000
              task    0xffff000000001000
              task    0x1000
              task    0xffff000000001000
              task    0xffff000000002000
              mov     x0, #7
              msr     contextidr_el1, x0
              task    0x2000
              task    0xffff000000003000
              task    0xffff000000004000
              adr     x0, down
              bic     x0, x0, x1
              br      x0
      down:
              mrs     x0, sctlr_el1
              bic     x0, x0, #1
              msr     sctlr_el1, x0
              isb
              b       off
              .ltorg
              .balign 4096, 0
      first:  .quad   0, 0x40000701, show_a + 3
              .balign 4096, 0
      second: .quad   0, 0x40000701, show_b + 3
              .balign 4096, 0
      empty:  .space  4096
      show_a: .quad   0x40600701
              .balign 4096, 0
      show_b: .quad   0x40800701
              .balign 0x200000
              movz    x5, #1
              ret
              .balign 0x200000
              nop
              movz    x5, #2
              ret
      """;

  @Test
  void addressSpacesAreTablesAndTasksAreKernelAddresses() throws Exception {
    Path trace = check(SPACES, 2);
    List<String> found = new ArrayList<>();
    FlowListener listener =
        new FlowListener() {
          @Override
          public void contextSwitch(Packet.Switch packet) {
            found.add(packet.addressSpace() + " " + Long.toHexString(packet.task()));
          }
        };
    try (TraceReader reader = TraceReader.open(trace)) {
      new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, listener, (step, n) -> {}).run();
    }
    String first = "ffff000000001000";
    String last = "ffff000000003000";
    assertEquals(
        List.of("1 0", "2 0", "1 0", "1 " + first, "1 ffff000000002000", "1 " + last, "0 " + last),
        found);
  }

  /** A branch that is taken to the next instruction leaves a 1 all the same. */
  @Test
  void aBranchLeavesItsBitWhereverItLeads() throws Exception {
    String branches =
        """
        main:   cmp     x28, x28
                b.eq    . + 4
                b.ne    . + 4
                cbz     x28, . + 4
                tbnz    x28, #3, . + 4
                cbz     x28, 1f
                nop
        1:      b       off
        """;
    Path trace = folder.resolve("bits.bbt");
    run(ArmProgram.build(folder, branches), trace, false);
    try (TraceReader reader = TraceReader.open(trace)) {
      Chunk chunk = reader.next();
      while (!(chunk instanceof Frame)) {
        chunk = reader.next();
      }
      Frame frame = (Frame) chunk;
      assertEquals(5, frame.bitCount());
      assertEquals(0b10101, frame.words()[0]);
    }
  }
}

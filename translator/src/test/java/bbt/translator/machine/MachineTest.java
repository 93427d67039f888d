package bbt.translator.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.GuestTime;
import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import bbt.ptg.riscv.RiscvIsa;
import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsolePort;
import bbt.translator.console.InputLog;
import bbt.translator.engine.EngineMode;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.run.ExceptionKindName;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import bbt.translator.testing.ElfBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of small bare-metal programs. */
@Timeout(300)
class MachineTest {
  private static final long BARE = 0x8000_0000L;
  private static final int FINISHER = 0x10_0000;
  private static final int UART = 0x1000_0000;
  private static final int MTIMECMP = 0x200_4000;
  private static final int MTIE = 0x80;

  @TempDir Path folder;

  /** A console with given input that keeps the output. */
  private static final class Console implements ConsolePort {
    private final InputStream in;
    private final boolean interactive;
    private int polls;
    final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Console(String input, boolean interactive) {
      this.in = new ByteArrayInputStream(input.getBytes(StandardCharsets.US_ASCII));
      this.interactive = interactive;
    }

    @Override
    public void write(int octet) {
      out.write(octet);
    }

    @Override
    public void flush() {}

    @Override
    public boolean interactive() {
      return interactive;
    }

    @Override
    public int read() {
      return next();
    }

    @Override
    public int poll() {
      return ++polls % 3 == 0 ? next() : -1; // a key now and then
    }

    private int next() {
      try {
        return in.read();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void await(long nanos) {}
  }

  private MachineConfig.Builder config(long address, Assembler program) throws IOException {
    byte[] elf = new ElfBuilder(address).segment(address, program.bytes()).build();
    return MachineConfig.builder()
        .kernel(Files.write(folder.resolve("program.elf"), elf))
        .memoryBytes(16 << 20)
        .engine(EngineMode.INTERPRETER);
  }

  private static Assembler finish(Assembler a, int command) {
    return a.li(28, FINISHER)
        .li(29, command)
        .s(Insn.SW, 29, 28, 0)
        .label("end")
        .to(Insn.JAL, 0, 0, 0, "end");
  }

  private RunResult run(Assembler program) throws IOException {
    return Machine.create(config(BARE, program).build(), ConsolePort.none()).run();
  }

  @Test
  void powerOffEndsAtTheEndOfTheNode() throws IOException {
    RunResult r = run(finish(new Assembler(), 0x5555));
    assertEquals(ExitReason.POWER_OFF, r.reason());
    assertEquals(5, r.retired(), "three for the constants, the store, the jump that ends its node");
    assertEquals(1, r.exceptions().get(ExceptionKindName.RESET));
  }

  @Test
  void failureHasACodeAndResetIsToldApart() throws IOException {
    RunResult r = run(finish(new Assembler(), 0x002A_3333));
    assertEquals(ExitReason.GUEST_FAILURE, r.reason());
    assertEquals(42, r.guestCode());
    assertEquals(ExitReason.REBOOT, run(finish(new Assembler(), 0x7777)).reason());
  }

  /** mtvec = handler, mtimecmp = tick, machine timer interrupts on. */
  private static Assembler timer(int tick, int handler) {
    return new Assembler()
        .i(Insn.AUIPC, 5, 0, 0)
        .i(Insn.ADDI, 5, 5, handler)
        .i(Insn.CSRRW, 0, 5, Csr.MTVEC)
        .li(5, MTIMECMP)
        .li(6, tick)
        .s(Insn.SD, 6, 5, 0)
        .i(Insn.ADDI, 6, 0, MTIE)
        .i(Insn.CSRRW, 0, 6, Csr.MIE)
        .emit(Insn.CSRRSI, new Operands(0, 8, 0, 0, Csr.MSTATUS, 0));
  }

  @Test
  void aTimerInterruptsAtTheFirstNodeEndAtItsDeadline() throws IOException {
    Assembler a =
        timer(50, 128)
            .i(Insn.ADDI, 7, 0, 0)
            .i(Insn.ADDI, 7, 0, 0)
            .label("loop")
            .i(Insn.ADDI, 7, 7, 1)
            .i(Insn.ADDI, 7, 7, 1)
            .to(Insn.JAL, 0, 0, 0, "loop")
            .padTo(128)
            .i(Insn.CSRRS, 8, 0, Csr.MINSTRET);
    finish(a, 0x5555);
    Machine m = Machine.create(config(BARE, a).build(), ConsolePort.none());
    RunResult r = m.run();
    // 11 instructions of set-up, then nodes of 3: the first end at or after 50 * 100 is 5000
    // itself.
    assertEquals(0, (5000 - 11) % 3);
    assertEquals(5000, m.hart().general(8));
    assertEquals(1, r.exceptions().get(ExceptionKindName.INTERRUPT_REQUEST));
    assertEquals(1, r.causes().get("interrupt 7"));
    assertEquals(0, r.skippedTicks());
  }

  @Test
  void waitingSkipsToTheTimer() throws IOException {
    Assembler a =
        timer(500_000, 128)
            .label("loop")
            .op(Insn.WFI)
            .to(Insn.JAL, 0, 0, 0, "loop")
            .padTo(128)
            .i(Insn.CSRRS, 8, 0, Csr.TIME);
    finish(a, 0x5555);
    Machine m = Machine.create(config(BARE, a).build(), ConsolePort.none());
    RunResult r = m.run();
    assertEquals(500_000, r.skippedTicks());
    assertEquals(500_000, m.hart().general(8));
    assertTrue(r.retired() < 30);
  }

  @Test
  void waitingForeverEndsWithOneLine() throws IOException {
    RunResult r = run(new Assembler().label("w").op(Insn.WFI).to(Insn.JAL, 0, 0, 0, "w"));
    assertEquals(ExitReason.IDLE_FOREVER, r.reason());
    assertEquals("the guest waits, no timer is set and it does not listen for input", r.message());
  }

  @Test
  void trappingForeverEndsWithOneLine() throws IOException {
    RunResult r = run(new Assembler().raw32(0));
    assertEquals(ExitReason.IDLE_FOREVER, r.reason());
    assertTrue(r.message().startsWith("the guest traps without end at 0x0"), r.message());
  }

  @Test
  void theInstructionLimitStopsAtTheNextNodeEnd() throws IOException {
    Assembler loop =
        new Assembler()
            .label("l")
            .i(Insn.ADDI, 5, 5, 1)
            .i(Insn.ADDI, 5, 5, 1)
            .to(Insn.JAL, 0, 0, 0, "l");
    for (EngineMode engine : EngineMode.values()) {
      RunResult r =
          Machine.create(
                  config(BARE, loop).maxInsns(100_000).engine(engine).build(), ConsolePort.none())
              .run();
      assertEquals(ExitReason.INSTRUCTION_LIMIT, r.reason());
      assertEquals(100_002, r.retired(), engine.toString());
    }
  }

  @Test
  void aStopRequestEndsTheRun() throws IOException {
    Assembler loop = new Assembler().label("l").to(Insn.JAL, 0, 0, 0, "l");
    Machine m = Machine.create(config(BARE, loop).build(), ConsolePort.none());
    Thread.ofVirtual().start(m::requestStop);
    assertEquals(ExitReason.STOPPED, m.run().reason());
  }

  @Test
  void aPanicMessageEndsTheRun() throws IOException {
    Assembler a = new Assembler().li(5, UART);
    for (byte b : "KeKernel panic - not syncing: x".getBytes(StandardCharsets.US_ASCII)) {
      a.i(Insn.ADDI, 6, 0, b).s(Insn.SB, 6, 5, 0);
    }
    a.label("l").to(Insn.JAL, 0, 0, 0, "l");
    Console console = new Console("", false);
    RunResult r = Machine.create(config(BARE, a).build(), console).run();
    assertEquals(ExitReason.PANIC, r.reason());
    assertTrue(console.out.toString(StandardCharsets.US_ASCII).endsWith("syncing: x"));
  }

  /** The time that a panic has left passes while the guest waits, too. */
  @Test
  @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPanicThatWaitsEndsTheRun() throws IOException {
    Assembler a = new Assembler().li(5, UART);
    for (byte b : "Kernel panic - not syncing: x".getBytes(StandardCharsets.US_ASCII)) {
      a.i(Insn.ADDI, 6, 0, b).s(Insn.SB, 6, 5, 0);
    }
    a.label("l").op(Insn.WFI).to(Insn.JAL, 0, 0, 0, "l");
    RunResult r = Machine.create(config(BARE, a).build(), new Console("", false)).run();
    assertEquals(ExitReason.PANIC, r.reason());
  }

  /** Echoes what it receives by polling; q ends it. */
  private static Assembler echo() {
    Assembler a =
        new Assembler()
            .li(5, UART)
            .label("poll")
            .i(Insn.LBU, 6, 5, 5)
            .i(Insn.ANDI, 6, 6, 1)
            .branch(Insn.BEQ, 6, 0, "poll")
            .i(Insn.LBU, 6, 5, 0)
            .s(Insn.SB, 6, 5, 0)
            .i(Insn.ADDI, 7, 0, 'q')
            .branch(Insn.BNE, 6, 7, "poll");
    return finish(a, 0x5555);
  }

  @Test
  void pipedInputArrivesAtTheSameInstructionsInEveryRun() throws IOException {
    Console first = new Console("ab\ncq", false);
    Console second = new Console("ab\ncq", false);
    RunResult a = Machine.create(config(BARE, echo()).build(), first).run();
    RunResult b = Machine.create(config(BARE, echo()).build(), second).run();
    assertEquals("ab\ncq", first.out.toString(StandardCharsets.US_ASCII));
    assertEquals(a.retired(), b.retired());
    assertEquals(ExitReason.POWER_OFF, a.reason());
  }

  @Test
  void interactiveInputIsRepeatedFromItsLog() throws IOException {
    Path log = folder.resolve("input");
    RunResult original;
    try (InputLog.Writer w = new InputLog.Writer(log)) {
      original =
          Machine.create(config(BARE, echo()).build(), new Console("xyzq", true), w, null).run();
    }
    assertEquals(5, Files.readAllLines(log).size());
    Console silent = new Console("", false);
    RunResult repeated =
        Machine.create(config(BARE, echo()).build(), silent, null, InputLog.Replay.read(log)).run();
    assertEquals("xyzq", silent.out.toString(StandardCharsets.US_ASCII));
    assertEquals(original.retired(), repeated.retired());
  }

  @Test
  void supervisorProgramsCallTheFirmware() throws IOException {
    Assembler a =
        new Assembler()
            .i(Insn.ADDI, 17, 0, 1) // legacy putchar
            .i(Insn.ADDI, 10, 0, 'S')
            .op(Insn.ECALL)
            .i(Insn.ADDI, 17, 0, 8) // legacy shutdown
            .op(Insn.ECALL);
    Console console = new Console("", false);
    RunResult r = Machine.create(config(0x8020_0000L, a).build(), console).run();
    assertEquals("S", console.out.toString(StandardCharsets.US_ASCII));
    assertEquals(ExitReason.POWER_OFF, r.reason());
    assertEquals(5, r.retired(), "an SBI call retires as one instruction");
    assertEquals(2, r.exceptions().get(ExceptionKindName.FIRMWARE));
    assertEquals(0, r.exceptions().get(ExceptionKindName.SYSTEM_CALL));
  }

  @Test
  void aSlowerGuestHasFewerInstructionsPerTick() throws IOException {
    Assembler a = new Assembler().padTo(2000).i(Insn.CSRRS, 8, 0, Csr.TIME);
    finish(a, 0x5555);
    Machine m =
        Machine.create(
            config(BARE, a).insnsPerSecond(GuestTime.TICKS_PER_SECOND).build(), ConsolePort.none());
    m.run();
    assertEquals(1000, m.hart().general(8), "one instruction is one tick");
  }

  @Test
  void kindsOfExceptions() {
    assertEquals(
        ExceptionKindName.INTERRUPT_REQUEST,
        ExceptionKindName.of(RiscvIsa.RV64.traps().kind(1L << 63 | 5)));
    assertEquals(
        ExceptionKindName.SYSTEM_CALL, ExceptionKindName.of(RiscvIsa.RV64.traps().kind(8)));
    assertEquals(
        ExceptionKindName.SYSTEM_CALL, ExceptionKindName.of(RiscvIsa.RV64.traps().kind(9)));
    assertEquals(
        ExceptionKindName.MMU_EXCEPTION, ExceptionKindName.of(RiscvIsa.RV64.traps().kind(13)));
    assertEquals(
        ExceptionKindName.MMU_EXCEPTION, ExceptionKindName.of(RiscvIsa.RV64.traps().kind(5)));
    assertEquals(
        ExceptionKindName.EXECUTION_EXCEPTION, ExceptionKindName.of(RiscvIsa.RV64.traps().kind(2)));
    assertEquals(
        ExceptionKindName.EXECUTION_EXCEPTION, ExceptionKindName.of(RiscvIsa.RV64.traps().kind(3)));
  }
}

package bbt.translator.smp;

import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsolePort;
import bbt.translator.device.GuestMemory;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Runs a program on our machine in one way, and says what came of it.
 *
 * @param bios firmware below it, or null for the built-in one
 */
record SmpRun(Path folder, int harts, long quantum, Path bios) {
  private static final int MEMORY = 16 << 20;
  private static final long LIMIT = 200_000_000;

  /** An engine, with random thresholds or not. */
  record Engine(EngineMode mode, int threshold, long seed) {
    static final List<Engine> ALL =
        List.of(
            new Engine(EngineMode.INTERPRETER, 0, 0),
            new Engine(EngineMode.TRANSLATOR, 0, 0),
            new Engine(EngineMode.AUTO, 40, 0),
            new Engine(EngineMode.AUTO, 300, 7));
  }

  /** Everything that must not depend on the engine. */
  record Outcome(
      ExitReason reason,
      int code,
      long retired,
      List<Long> hartRetired,
      long skipped,
      Map<String, Long> causes,
      List<List<Long>> registers,
      int memory) {}

  Outcome run(byte[] elf, Engine engine) throws IOException {
    Machine machine =
        Machine.create(
            MachineConfig.builder()
                .kernel(Files.write(folder.resolve("program.elf"), elf))
                .bios(bios)
                .memoryBytes(MEMORY)
                .engine(engine.mode)
                .threshold(engine.threshold)
                .thresholdSeed(engine.seed)
                .harts(harts)
                .quantum(quantum)
                .maxInsns(LIMIT)
                .build(),
            ConsolePort.none());
    RunResult result = machine.run();
    List<List<Long>> registers = new ArrayList<>();
    for (int h = 0; h < harts; h++) {
      registers.add(registers((Cpu) machine.hart(h)));
    }
    Outcome outcome =
        new Outcome(
            result.reason(),
            result.guestCode(),
            result.retired(),
            result.hartRetired(),
            result.skippedTicks(),
            result.causes(),
            registers,
            hash(machine.memory()));
    machine.release();
    return outcome;
  }

  private static List<Long> registers(Cpu cpu) {
    List<Long> all = new ArrayList<>(List.of(cpu.pc, (long) cpu.priv, cpu.csrs.mstatus()));
    for (int x = 1; x < 32; x++) {
      all.add(cpu.general(x));
    }
    return all;
  }

  private static int hash(GuestMemory memory) {
    byte[] all = new byte[MEMORY];
    memory.read(memory.base(), all, 0, MEMORY);
    return Arrays.hashCode(all);
  }
}

package bbt.samples.jmh;

import bbt.packets.TraceHeader;
import bbt.ptg.asm.Assembler;
import bbt.samples.conformance.fuzz.run.Image;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A machine with a bare-metal program that never ends, executed piece by piece. */
final class EndlessGuest implements AutoCloseable {
  private static final int MEMORY = 16 << 20;

  private final Path elf;
  private final Machine machine;

  /**
   * Loads a program at the start of RAM, where it begins in M-mode.
   *
   * @param traced whether a compact trace is recorded; it is thrown away
   */
  EndlessGuest(Assembler program, EngineMode engine, boolean traced) throws IOException {
    byte[] bytes = program.align(4096).bytes();
    elf = Files.createTempFile("bbt-jmh", ".elf");
    new Image(bytes, MEMORY, bytes.length).writeElf(elf);
    TraceOptions trace = new TraceOptions(elf, false, true, TraceOptions.Context.AUTO);
    machine =
        Machine.create(
            MachineConfig.builder()
                .kernel(elf)
                .memoryBytes(MEMORY)
                .engine(engine)
                .trace(traced ? trace : null)
                .build(),
            ConsolePort.none());
    if (traced) {
      machine.recordTo(
          OutputStream.nullOutputStream(),
          new TraceHeader(Map.of("trace.mode", "compact")),
          List.of());
    }
    machine.begin();
  }

  /** Executes at least so many more instructions, up to a node's end. */
  long run(long instructions) {
    if (!machine.proceed(machine.clock() + instructions)) {
      throw new IllegalStateException("the guest ended");
    }
    return machine.clock();
  }

  @Override
  public void close() throws IOException {
    machine.finish();
    machine.release();
    Files.deleteIfExists(elf);
  }
}

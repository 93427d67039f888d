package bbt.reconstruct.replay;

import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.testing.SmpGuest;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A run of {@link SmpGuest} with its trace.
 *
 * @param retired instructions of all harts
 */
public record RecordedGuest(Path kernel, Path trace, MachineConfig config, long retired) {
  static RecordedGuest run(Path folder, int harts, int rounds, EngineMode engine)
      throws IOException {
    return run(folder, harts, rounds, engine, 0);
  }

  /**
   * Runs the guest and stops it after so many instructions.
   *
   * @param limit 0 for none
   */
  static RecordedGuest run(Path folder, int harts, int rounds, EngineMode engine, long limit)
      throws IOException {
    Path kernel = Files.write(folder.resolve("guest.elf"), SmpGuest.elf(harts, rounds));
    Path trace = folder.resolve("guest.bbt");
    MachineConfig config =
        MachineConfig.builder()
            .kernel(kernel)
            .memoryBytes(16 << 20)
            .harts(harts)
            .quantum(2000)
            .engine(engine)
            .maxInsns(limit == 0 ? Long.MAX_VALUE : limit)
            .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
            .build();
    long retired = Machine.create(config, ConsolePort.none()).run().retired();
    return new RecordedGuest(kernel, trace, config, retired);
  }

  public GuestOptions files() {
    return new GuestOptions(kernel, null, List.of(), null, null, List.of(), List.of(), null);
  }
}

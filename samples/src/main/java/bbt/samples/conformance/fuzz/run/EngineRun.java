package bbt.samples.conformance.fuzz.run;

import bbt.reconstruct.trace.TraceVerifier;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.machine.Machine;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An image's run on our machine.
 *
 * @param ram what it left
 * @param retired instructions
 * @param problem what is wrong with the run or its trace by itself; empty when nothing is
 */
public record EngineRun(GuestRam ram, long retired, String problem) {
  /**
   * Runs an image to its end.
   *
   * @param elf the image as a file
   * @param folder where a trace may be put, which is deleted again
   * @param maxInsns the run is broken off there, with a problem
   */
  public static EngineRun of(Image image, Path elf, EngineChoice choice, Path folder, long maxInsns)
      throws IOException {
    Path trace = choice.traced() ? Files.createTempFile(folder, "fuzz", ".bbt") : null;
    Machine machine = null;
    try {
      MachineConfig config =
          MachineConfig.builder()
              .kernel(elf)
              .memoryBytes(image.memoryBytes())
              .engine(choice.mode())
              .threshold(choice.thresholds())
              .thresholdSeed(choice.seed())
              .maxInsns(maxInsns)
              .trace(
                  trace == null
                      ? null
                      : new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
              .build();
      machine = Machine.create(config, ConsolePort.none());
      RunResult result = machine.run();
      byte[] ram = new byte[image.observed()];
      machine.memory().read(image.board().start(), ram, 0, ram.length);
      String problem =
          result.reason() == ExitReason.POWER_OFF
              ? ""
              : "ended with " + result.reason() + " after " + result.retired() + " instructions";
      if (trace != null && problem.isEmpty()) {
        problem = check(trace, result.retired());
      }
      return new EngineRun(new GuestRam(ram), result.retired(), problem);
    } finally {
      if (machine != null) {
        machine.release();
      }
      if (trace != null) {
        Files.deleteIfExists(trace);
      }
    }
  }

  private static String check(Path trace, long retired) throws IOException {
    TraceVerifier.Result result = TraceVerifier.verify(trace);
    if (!result.ok()) {
      return "the trace does not verify: " + result.problems().getFirst();
    }
    return result.instructions() == retired
        ? ""
        : "the trace rebuilds to " + result.instructions() + " instructions, not " + retired;
  }
}

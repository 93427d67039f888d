package bbt.reconstruct.cli;

import bbt.reconstruct.cli.boot.ProgramRunner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bbt run}: runs one program in a guest that has booted already, and traces it. */
@Command(
    name = "run",
    description = "Run a program in a small Linux guest, and record it with --bb-trace.",
    footer = {
      "",
      "The guest is a stock Debian kernel with busybox. It is booted once, and kept as a snapshot. The"
          + " program's standard streams are those of this command, its exit code is, too (128 and the"
          + " number of the signal that ended it). The trace begins with the program's first"
          + " instruction and ends with its exit. Options stand before PROGRAM."
    })
public final class RunCommand implements Callable<Integer> {
  @Mixin private ProgramRunner runner;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    int code = runner.run(Main.of(spec).caller(), spec.commandLine().getErr());
    return Main.of(spec).reported(code, runner.reports());
  }
}

package bbt.reconstruct.cli;

import bbt.reconstruct.cli.boot.BootRunner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bbt boot}: boots a guest, traces it, and reports if asked to. */
@Command(
    name = "boot",
    description = "Boot a guest, and record its execution with --bb-trace.",
    footer = {
      "",
      "GUEST is a sample (see bbt samples list) or a file: a Linux Image, plain, gzip-compressed or"
          + " in an EFI zboot wrapper, or an ELF program. It says itself whether it is for RISC-V or"
          + " AArch64. A RISC-V program whose entry point is 0x80200000 or above starts in S-mode with"
          + " the built-in SBI, one below it in M-mode on the bare machine; one for AArch64 starts at"
          + " EL1 with the built-in PSCI. Piped input reaches the guest at fixed virtual times, so a"
          + " run can be repeated exactly."
    })
public final class BootCommand implements Callable<Integer> {
  @Mixin private BootRunner runner;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    int code = runner.run(Main.of(spec).caller(), spec.commandLine().getErr());
    return Main.of(spec).reported(code, runner.reports());
  }

  /** Registers the command. */
  public static final class Provider implements CommandProvider {
    @Override
    public Object command() {
      return new BootCommand();
    }
  }
}

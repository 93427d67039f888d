package bbt.samples.cli;

import bbt.reconstruct.cli.CommandProvider;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.conformance.prove.Check;
import bbt.samples.conformance.prove.Prove;
import bbt.translator.engine.EngineMode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt prove}: checks the promises on this machine. */
@Command(
    name = "prove",
    description = {
      "Check the promises on this machine, and print a table of what held.",
      "Parts: mini (every engine against committed values), qemu (the pc sequence against QEMU),",
      "linux (a traced boot, verified from the trace alone), damage (a changed trace must fail),",
      "lockstep (both engines compared at each region exit: mini, 50 M instructions of Linux),",
      "smp (several harts in every engine: one trace, rebuilt),",
      "software (U-Boot, a disk checked by e2fsck), kernels (Linux under OpenSBI, booted by U-Boot,",
      "and Debian's stable one), and, only when asked for: debian (Debian's programs down to gcc",
      "print what they print in QEMU)."
    })
public final class ProveCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "PART",
      description =
          "Only these parts: mini, qemu, linux, lockstep, damage, smp, software, kernels, debian.")
  private List<Prove.Part> parts;

  @Option(names = "--json", description = "Print the table as JSON.")
  private boolean json;

  @Option(
      names = "--guest",
      paramLabel = "NAME",
      defaultValue = "linux",
      description = "Sample of the part linux (default: ${DEFAULT-VALUE}).")
  private String guest;

  @Option(
      names = "--engine",
      paramLabel = "auto|interpreter|translator",
      defaultValue = "auto",
      description = "Engine of all parts but mini (default: ${DEFAULT-VALUE}).")
  private EngineMode engine;

  @Option(names = "--print-values", hidden = true, description = "Print mini.properties anew.")
  private boolean printValues;

  @Spec private CommandSpec spec;

  private static Set<Prove.Part> usual() {
    return Arrays.stream(Prove.Part.values())
        .filter(Prove.Part::usual)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Prove.Part.class)));
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Set<Prove.Part> wanted = parts == null ? usual() : EnumSet.copyOf(parts);
    Prove prove =
        new Prove(
            wanted,
            guest,
            engine,
            line -> {
              err.println("bbt: " + line);
              err.flush();
            });
    if (printValues) {
      prove.values().forEach(out::println);
      return ExitCode.OK;
    }
    List<Check> checks = prove.run();
    long failed = checks.stream().filter(check -> !check.passed()).count();
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("versions", Prove.versions());
      all.put("checks", checks);
      all.put("passed", checks.size() - failed);
      all.put("failed", failed);
      out.println(
          new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(all));
    } else {
      Prove.versions().forEach((what, version) -> out.printf("%-6s %s%n", what, version));
      for (Check check : checks) {
        out.printf(
            "%s  %-8s %s%s%n",
            check.passed() ? "PASS" : "FAIL",
            check.part(),
            check.what(),
            check.detail().isEmpty() ? "" : ": " + check.detail());
      }
      out.printf("%d passed, %d failed%n", checks.size() - failed, failed);
    }
    out.flush();
    return failed == 0 ? ExitCode.OK : ExitCode.CHECK_FAILED;
  }

  /** Registers the command. */
  public static final class Provider implements CommandProvider {
    @Override
    public Object command() {
      return new ProveCommand();
    }
  }
}

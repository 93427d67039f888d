package bbt.samples.cli;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.CommandProvider;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.guests.debian.FetchedSample;
import bbt.samples.guests.linux.KernelDebug;
import bbt.samples.guests.linux.LinuxSample;
import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt samples}: guests by name. */
@Command(
    name = "samples",
    description = "List, fetch and locate the guests that can be booted by name.",
    subcommands = {
      SamplesCommand.ListSamples.class,
      SamplesCommand.Fetch.class,
      SamplesCommand.Where.class,
      SamplesCommand.Debug.class
    })
public final class SamplesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return ExitCode.OK;
  }

  private static List<GuestSample> all() {
    return ServiceLoader.load(GuestSample.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(GuestSample::name))
        .toList();
  }

  static GuestSample named(String name) {
    return all().stream()
        .filter(sample -> sample.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UserException(
                    Fault.USAGE,
                    "no sample "
                        + name
                        + "; there are "
                        + all().stream().map(GuestSample::name).collect(Collectors.joining(", "))));
  }

  /** {@code bbt samples list}. */
  @Command(name = "list", description = "List the samples.")
  static final class ListSamples implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      int width = all().stream().mapToInt(sample -> sample.name().length()).max().orElse(1);
      for (GuestSample sample : all()) {
        out.printf("%-" + width + "s %s%n", sample.name(), sample.description());
      }
      return ExitCode.OK;
    }
  }

  /** {@code bbt samples fetch NAME}. */
  @Command(
      name = "fetch",
      description = "Make a sample's files ready in the cache and print where they come from.")
  static final class Fetch implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "Name of a sample, see: bbt samples list.")
    private String name;

    @Option(names = "--update", description = "Fetch the newest version even if one is cached.")
    private boolean update;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      PrintWriter err = spec.commandLine().getErr();
      GuestSample sample = named(name);
      if (update && sample instanceof FetchedSample fetched) {
        fetched.fetch(line -> err.println("bbt: " + line));
      } else {
        sample.prepare(line -> err.println("bbt: " + line));
      }
      if (sample instanceof FetchedSample fetched) {
        fetched.provenance().forEach(spec.commandLine().getOut()::println);
      }
      return ExitCode.OK;
    }
  }

  /** {@code bbt samples path NAME}. */
  @Command(
      name = "path",
      description = "Print where a sample's files are, fetching them if needed.")
  static final class Where implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "Name of a sample, see: bbt samples list.")
    private String name;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      PrintWriter err = spec.commandLine().getErr();
      GuestSample.Prepared files = named(name).prepare(line -> err.println("bbt: " + line));
      PrintWriter out = spec.commandLine().getOut();
      out.println("kernel: " + files.kernel());
      if (files.initrd() != null) {
        out.println("initrd: " + files.initrd());
      }
      if (!files.append().isEmpty()) {
        out.println("append: " + files.append());
      }
      if (files.bios() != null) {
        out.println("bios: " + files.bios());
      }
      files.drives().forEach(drive -> out.println("drive: " + drive));
      return ExitCode.OK;
    }
  }

  /** {@code bbt samples debug NAME}. */
  @Command(
      name = "debug",
      description = "Print where a Debian kernel's vmlinux with debugging information is.",
      footer = {
        "",
        "It is fetched if needed: a package of more than a gigabyte. Give the file to --binary of the"
            + " commands that read traces of this kernel."
      })
  static final class Debug implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "Name of a sample with a kernel of Debian's.")
    private String name;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      PrintWriter err = spec.commandLine().getErr();
      GuestSample sample = named(name);
      if (!(sample instanceof LinuxSample linux)) {
        throw new UserException(
            Fault.USAGE, "the sample " + name + " has no kernel of Debian's of its own");
      }
      GuestSample.Prepared files = sample.prepare(line -> err.println("bbt: " + line));
      KernelDebug debug = new KernelDebug(name, linux.architecture(), files.kernel());
      spec.commandLine().getOut().println(debug.ready(line -> err.println("bbt: " + line)));
      return ExitCode.OK;
    }
  }

  /** Registers the command. */
  public static final class Provider implements CommandProvider {
    @Override
    public Object command() {
      return new SamplesCommand();
    }
  }
}

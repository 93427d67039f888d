package bbt.reconstruct.cli.options;

import bbt.reconstruct.replay.setup.GuestOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that name a traced run's guest files, for commands that execute it again. */
public final class GuestFileOptions {
  @Option(
      names = "--kernel",
      paramLabel = "FILE",
      description = "The traced kernel (default: found by its hash).")
  private Path kernel;

  @Option(names = "--initrd", paramLabel = "FILE", description = "Its initial RAM disk.")
  private Path initrd;

  @Option(
      names = "--initrd-add",
      paramLabel = "FILE",
      description = "A file that was added to the initial RAM disk. Repeatable, in order.")
  private List<Path> initrdAdd = new ArrayList<>();

  @Option(names = "--bios", paramLabel = "FILE", description = "Its firmware.")
  private Path bios;

  @Option(names = "--dtb", paramLabel = "FILE", description = "Its device tree.")
  private Path dtb;

  @Option(
      names = "--drive",
      paramLabel = "FILE",
      description = {
        "A drive's content as it was when the run began. Repeatable, in order.",
        "The file is only read."
      })
  private List<Path> drives = new ArrayList<>();

  @Option(
      names = "--guest-files",
      paramLabel = "DIR",
      description = "Look for guest files in this folder, too. Repeatable.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--replay-input",
      paramLabel = "FILE",
      description = "The log of --record-input, for a trace that does not hold its input itself.")
  private Path input;

  public GuestOptions toOptions() {
    return new GuestOptions(kernel, initrd, initrdAdd, bios, dtb, drives, folders, input);
  }
}

package bbt.reconstruct.cli.options;

import bbt.reconstruct.memory.MemoryConfig;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of commands that simulate a memory system beside the run, which is executed again.
 */
public final class MemoryOptions {
  @Option(
      names = "--memory-system",
      paramLabel = "small|medium|large|FILE",
      description =
          "Execute the run again and simulate caches, TLBs and branch prediction, of a size or as a"
              + " file describes them (see docs/memory-system.md). Takes minutes for each thousand"
              + " million instructions.")
  private String system;

  @Mixin private GuestFileOptions files = new GuestFileOptions();

  /** The memory system; null: none. */
  public MemoryConfig config() throws IOException {
    return system == null ? null : MemoryConfig.read(system);
  }

  /** Where the guest's files are. */
  public GuestFileOptions files() {
    return files;
  }
}

package bbt.reconstruct.names;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The files that a user gives beside a trace, so that its code has names and source lines.
 *
 * @param files ELF files; their names go before those in the trace, in this order
 * @param debugFolders where {@linkplain DebugFiles debug files} are looked for, before {@link
 *     DebugFiles#SYSTEM}; the traced kernel's is taken from here if no file is the kernel
 * @param damage is told, a line for a file, that its debugging information is damaged
 */
public record BinaryFiles(List<Path> files, List<Path> debugFolders, Consumer<String> damage) {
  /** The trace names its code itself. */
  public static final BinaryFiles NONE = new BinaryFiles(List.of(), List.of(), line -> {});

  public BinaryFiles {
    files = List.copyOf(files);
    debugFolders = List.copyOf(debugFolders);
  }

  /** Files alone. */
  public static BinaryFiles of(List<Path> files) {
    return new BinaryFiles(files, List.of(), line -> {});
  }
}

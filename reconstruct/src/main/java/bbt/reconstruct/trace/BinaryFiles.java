package bbt.reconstruct.trace;

import java.nio.file.Path;
import java.util.List;

/**
 * What a user gives beside a trace, so that its code has names and source lines.
 *
 * @param files ELF files; their names go before those in the trace, in this order
 * @param debugFolders where {@linkplain DebugFiles debug files} are looked for, before {@link
 *     DebugFiles#SYSTEM}; the traced kernel's is taken from here if no file is the kernel
 */
public record BinaryFiles(List<Path> files, List<Path> debugFolders) {
  /** The trace names its code itself. */
  public static final BinaryFiles NONE = new BinaryFiles(List.of(), List.of());

  public BinaryFiles {
    files = List.copyOf(files);
    debugFolders = List.copyOf(debugFolders);
  }

  /** Files alone. */
  public static BinaryFiles of(List<Path> files) {
    return new BinaryFiles(files, List.of());
  }
}

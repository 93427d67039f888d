package bbt.reconstruct.code;

import bbt.packets.PrintableText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The text of source files, where they are found: at the path in the debugging information, or with
 * the longest end of that path in one of the folders given.
 */
public final class SourceText {
  /** A larger file is no source that a person wrote. */
  private static final long MAX_BYTES = 16 << 20;

  private final List<Path> folders;
  private final Map<String, List<String>> files = new HashMap<>();

  /**
   * Makes one.
   *
   * @param folders roots of source trees, searched in their order
   */
  public SourceText(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  /**
   * A line of a file.
   *
   * @param file path in the debugging information; may be null
   * @param line 1 or more; 0 for none
   * @return null if the file was not found or has no such line
   */
  public String line(String file, int line) {
    if (file == null || line < 1) {
      return null;
    }
    List<String> lines = files.computeIfAbsent(file, this::read);
    return line <= lines.size() ? lines.get(line - 1) : null;
  }

  private List<String> read(String file) {
    Path found = find(file);
    try {
      if (found != null && Files.size(found) <= MAX_BYTES) {
        // Any bytes are text in this character set; sources need not be in the host's.
        String text = Files.readString(found, StandardCharsets.ISO_8859_1);
        return new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
            .lines()
            .map(SourceText::printable)
            .toList();
      }
    } catch (IOException e) {
      // As if it were not there: the listing says the line's number then.
    }
    return List.of();
  }

  /** A line as it is shown; tabs stay. */
  private static String printable(String line) {
    return Arrays.stream(line.split("\t", -1))
        .map(PrintableText::of)
        .collect(Collectors.joining("\t"));
  }

  /** Where a file is on this machine, or null. */
  public Path find(String file) {
    try {
      Path path = Path.of(file).normalize();
      for (Path folder : folders) {
        for (int from = 0; from < path.getNameCount(); from++) {
          Path candidate = folder.resolve(path.subpath(from, path.getNameCount()));
          if (Files.isRegularFile(candidate)) {
            return candidate;
          }
        }
      }
      return Files.isRegularFile(path) ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }
}

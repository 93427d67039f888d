package bbt.reconstruct.code;

import bbt.packets.bytes.PrintableText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds and reads source files: at the path in the debugging information, or with the longest end
 * of that path in one of the folders given.
 *
 * <p>Whoever wrote a binary chose these paths, and what is read may stand in a page that is shared.
 * So a file is read only if its name ends as names of source files do, and it is, links resolved,
 * below one of those folders, the current one, or that of a binary.
 */
public final class SourceText {
  /** A larger file is no source that a person wrote. */
  private static final long MAX_BYTES = 16 << 20;

  /** The endings of names of source files. */
  private static final Set<String> ENDINGS =
      Set.of(
          ("c h i ii cc cp cpp cxx c++ hh hp hpp hxx h++ inc inl ipp tcc def s asm sx lds m mm"
                  + " rs go zig d di f for f77 f90 f95 f03 f08 ada adb ads pas pp nim swift v"
                  + " odin java kt scala cu cl l y ll lex yy re")
              .split(" "));

  private final List<Path> folders;
  private final List<Path> roots;
  private final Map<String, List<String>> files = new HashMap<>();

  /**
   * Creates a finder of source files.
   *
   * @param folders roots of source trees, searched in their order
   * @param binaries files with debugging information
   */
  public SourceText(List<Path> folders, List<Path> binaries) {
    this.folders = List.copyOf(folders);
    Stream<Path> own =
        Stream.concat(
            Stream.of(Path.of("")),
            binaries.stream().map(Path::toAbsolutePath).map(Path::getParent));
    this.roots =
        Stream.concat(folders.stream(), own)
            .map(SourceText::real)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
  }

  /** Resolves the links of a path; null if there is no such file. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return null;
    }
  }

  private boolean isSource(Path path) {
    Path its = Files.isRegularFile(path) ? real(path) : null;
    Path name = its == null ? null : its.getFileName();
    if (name == null || roots.stream().noneMatch(its::startsWith)) {
      return false;
    }
    String text = name.toString();
    return ENDINGS.contains(text.substring(text.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
        && text.indexOf('.') > 0;
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

  /** Where a file is on this machine, or null if it is not there or may not be read. */
  public Path find(String file) {
    try {
      Path path = Path.of(file).normalize();
      for (Path folder : folders) {
        for (int from = 0; from < path.getNameCount(); from++) {
          Path candidate = folder.resolve(path.subpath(from, path.getNameCount()));
          if (isSource(candidate)) {
            return candidate;
          }
        }
      }
      return isSource(path) ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }
}

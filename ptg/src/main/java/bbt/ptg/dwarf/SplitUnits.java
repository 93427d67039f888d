package bbt.ptg.dwarf;

import bbt.ptg.image.ElfFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Finds the other halves of a program's skeleton units ({@code -gsplit-dwarf}, DWARF 5): in the
 * package beside the program ({@code program.dwp}), else in the file that the skeleton names, where
 * it was compiled or beside the program. What is of another build is not used: the identity that
 * both halves bear says so.
 */
final class SplitUnits {
  private static final String PACKAGE = ".dwp";

  /** Columns of a package's index (DWARF 5, section 7.3.5.3, table 7.1). */
  private static final Map<Integer, String> COLUMNS =
      Map.of(
          1, ".debug_info",
          3, ".debug_abbrev",
          4, ".debug_line",
          5, ".debug_loclists",
          6, ".debug_str_offsets",
          8, ".debug_rnglists");

  private final DwarfSections program;
  private DwarfSections packed;
  private Map<Long, Map<String, SplitSections.Part>> index;
  private ElfFile packageFile;

  SplitUnits(DwarfSections program) {
    this.program = program;
  }

  /**
   * The unit that a skeleton stands for.
   *
   * @param directory in which it was compiled; may be null
   * @param name of the file, as the skeleton has it; may be null
   * @return null where it is not found
   */
  CompileUnit find(CompileUnit skeleton, long identity, String directory, String name) {
    CompileUnit found = inPackage(skeleton, identity);
    if (found != null || name == null) {
      return found;
    }
    return places(directory, name)
        .filter(Files::isRegularFile)
        .map(
            file -> {
              ElfFile elf = read(file);
              return elf == null
                  ? null
                  : unit(new SplitSections(program, elf, Map.of()), skeleton, identity);
            })
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private Stream<Path> places(String directory, String name) {
    try {
      Path named = Path.of(name);
      Path beside = Path.of(program.where()).toAbsolutePath().resolveSibling(named.getFileName());
      Path compiled = directory == null ? named : Path.of(directory).resolve(named);
      return Stream.of(
          compiled, beside, Path.of(program.where()).toAbsolutePath().resolveSibling(named));
    } catch (InvalidPathException e) {
      return Stream.of();
    }
  }

  private static ElfFile read(Path file) {
    try {
      return ElfFile.read(file);
    } catch (IOException e) {
      throw new DwarfException(file + ": " + e.getMessage());
    }
  }

  private static CompileUnit unit(SplitSections sections, CompileUnit skeleton, long identity) {
    for (CompileUnit each : new DwarfInfo(sections, skeleton).units()) {
      if (each.identity() == identity) {
        return each;
      }
    }
    return null;
  }

  private CompileUnit inPackage(CompileUnit skeleton, long identity) {
    if (index == null) {
      index = new HashMap<>();
      Path file = packagePath();
      if (file != null && Files.isRegularFile(file)) {
        packageFile = read(file);
        packed = new DwarfSections(packageFile);
        readIndex(packed.get(".debug_cu_index"));
      }
    }
    Map<String, SplitSections.Part> parts = index.get(identity);
    return parts == null
        ? null
        : unit(new SplitSections(program, packageFile, parts), skeleton, identity);
  }

  private Path packagePath() {
    try {
      return Path.of(program.where() + PACKAGE);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** DWARF 5, section 7.3.5.3: a hash table of identities, a table of offsets, one of sizes. */
  private void readIndex(ByteBuffer section) {
    if (section.limit() == 0) {
      return;
    }
    int version = section.getShort(0);
    if (version != 5) {
      throw new DwarfException(packed.where() + ": a package of DWARF version " + version);
    }
    int columns = section.getInt(4);
    int units = section.getInt(8);
    int slots = section.getInt(12);
    int rows = 16 + slots * 8;
    int offsets = rows + slots * 4; // its first line says which section each column is of
    int sizes = offsets + (units + 1) * columns * 4;
    for (int slot = 0; slot < slots; slot++) {
      int row = section.getInt(rows + slot * 4);
      if (row == 0) {
        continue;
      }
      Map<String, SplitSections.Part> parts = new HashMap<>();
      for (int column = 0; column < columns; column++) {
        String name = COLUMNS.get(section.getInt(offsets + column * 4));
        if (name != null) {
          parts.put(
              name,
              new SplitSections.Part(
                  section.getInt(offsets + (row * columns + column) * 4) & 0xFFFF_FFFFL,
                  section.getInt(sizes + ((row - 1) * columns + column) * 4) & 0xFFFF_FFFFL));
        }
      }
      index.put(section.getLong(16 + slot * 8), parts);
    }
  }
}

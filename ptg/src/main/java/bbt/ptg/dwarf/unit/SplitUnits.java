package bbt.ptg.dwarf.unit;

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

  /** Columns of a package's index: the sections that a unit can have are fewer. */
  private static final int MOST_COLUMNS = 16;

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
      if (named.getFileName() == null) {
        return Stream.of();
      }
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
        packed = new DwarfSections(packageFile, program.damage());
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
    DwarfCursor in = new DwarfCursor(section, 0);
    int version = in.u16();
    if (version != 5) {
      throw new DwarfException("a package of DWARF version " + version);
    }
    in.skip(2);
    int columns = (int) in.u32();
    long units = in.u32();
    long slots = in.u32();
    if (columns < 0 || columns > MOST_COLUMNS) {
      throw new DwarfException("a package with " + columns + " columns");
    }
    long identities = in.position();
    long rows = identities + slots * 8;
    long offsets = rows + slots * 4; // its first line says which section each column is of
    long sizes = offsets + (units + 1) * columns * 4;
    String[] names = new String[columns];
    in.seek(offsets);
    for (int column = 0; column < columns; column++) {
      names[column] = COLUMNS.get((int) in.u32());
    }
    for (long slot = 0; slot < slots; slot++) {
      long row = u32(section, rows + slot * 4);
      if (row == 0) {
        continue;
      }
      Map<String, SplitSections.Part> parts = new HashMap<>();
      for (int column = 0; column < columns; column++) {
        if (names[column] != null) {
          long cell = 4 * (row * columns + column);
          parts.put(
              names[column],
              new SplitSections.Part(
                  u32(section, offsets + cell), u32(section, sizes + cell - 4L * columns)));
        }
      }
      index.put(new DwarfCursor(section, identities + slot * 8).u64(), parts);
    }
  }

  private static long u32(ByteBuffer section, long at) {
    return new DwarfCursor(section, at).u32();
  }
}

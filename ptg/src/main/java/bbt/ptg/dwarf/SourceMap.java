package bbt.ptg.dwarf;

import bbt.ptg.dwarf.unit.CompileUnit;
import bbt.ptg.dwarf.unit.Dw;
import bbt.ptg.dwarf.unit.DwarfInfo;
import bbt.ptg.dwarf.unit.DwarfSections;
import bbt.ptg.dwarf.unit.LineTable;
import bbt.ptg.dwarf.unit.Scope;
import bbt.ptg.image.ElfFile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds the source lines of addresses of a program. A part of it is read when it is first asked
 * for. For one thread at a time.
 */
public final class SourceMap {
  /** A map that knows no source lines. */
  public static final SourceMap EMPTY = new SourceMap(null);

  /** The debugging information; null without any. */
  private final DwarfInfo info;

  private SourceMap(DwarfInfo info) {
    this.info = info;
  }

  /**
   * The source lines that a file tells of. Where its debugging information is damaged, there are
   * none: a unit that cannot be read costs its own lines and no others'.
   *
   * @param damage is told in one line that something is damaged, at most once
   */
  public static SourceMap of(ElfFile elf, Consumer<String> damage) {
    DwarfSections sections = new DwarfSections(elf, new DwarfSections.Damage(damage));
    if (!sections.has(".debug_info")) {
      return EMPTY;
    }
    DwarfInfo info = sections.bear(() -> new DwarfInfo(sections), null);
    return info == null ? EMPTY : new SourceMap(info);
  }

  /** The source files that were compiled, as their compiler was told their names. */
  public List<String> files() {
    return info == null
        ? List.of()
        : info.units().stream()
            .filter(CompileUnit::hasCode)
            .map(CompileUnit::name)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
  }

  /** Whether there is any debugging information. */
  public boolean known() {
    return info != null;
  }

  /**
   * Where an instruction comes from, the innermost inlined function first and the function that
   * stands in the symbol table last; each but the first at the line of the call.
   *
   * @param address as the file has it, before any relocation
   * @return empty where nothing is known
   */
  public List<SourceFrame> at(long address) {
    CompileUnit unit = info == null ? null : info.at(address);
    return unit == null ? List.of() : unit.sections().bear(() -> frames(unit, address), List.of());
  }

  private List<SourceFrame> frames(CompileUnit unit, long address) {
    LineTable lines = unit.lines();
    int row = lines.row(address);
    String file = row < 0 ? null : lines.file(row);
    int line = row < 0 ? 0 : lines.line(row);
    int column = row < 0 ? 0 : lines.column(row);
    List<SourceFrame> frames = new ArrayList<>(2);
    List<Scope> scopes = unit.scopes().around(address);
    for (int i = scopes.size() - 1; i >= 0; i--) {
      Scope scope = scopes.get(i);
      if (scope.tag != Dw.TAG_LEXICAL_BLOCK) {
        frames.add(new SourceFrame(unit.info().name(scope.die), file, line, column));
        file = lines.fileNamed(scope.callFile);
        line = (int) scope.callLine;
        column = (int) scope.callColumn;
      }
    }
    if (frames.isEmpty() && row >= 0) {
      frames.add(new SourceFrame(null, file, line, column));
    }
    return frames;
  }

  /**
   * Every place with code in the compile unit around an address, each once, without functions.
   *
   * @param told identities of units: this one is added; if it was there, nothing is told
   */
  public List<SourceFrame> linesAround(long address, Set<Object> told) {
    CompileUnit unit = info == null ? null : info.at(address);
    if (unit == null || !told.add(unit)) {
      return List.of();
    }
    LineTable lines = unit.lines();
    Set<SourceFrame> places = new LinkedHashSet<>();
    for (int row = 0; row < lines.rows(); row++) {
      places.add(new SourceFrame(null, lines.file(row), lines.line(row), 0));
    }
    return List.copyOf(places);
  }

  /** The innermost place alone, without the functions around it; null where nothing is known. */
  public SourceFrame line(long address) {
    List<SourceFrame> frames = at(address);
    return frames.isEmpty() ? null : frames.getFirst();
  }
}

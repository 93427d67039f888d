package bbt.reconstruct.step.text;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.code.SourceText;
import bbt.reconstruct.cursor.KnownBytes;
import bbt.reconstruct.cursor.SearchTarget;
import bbt.reconstruct.cursor.StackLine;
import bbt.reconstruct.cursor.Targets;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.names.Sources;
import bbt.reconstruct.names.TraceSymbols;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;

/** Finds the source lines of stops, where a binary with debugging information was given. */
public final class SourceLines {
  private static final long PAGE = 4096;

  private final TraceSymbols symbols;
  private final Sources sources;
  private final SourceText text;

  /** An address and the page that is shown there. */
  private record ShownAddress(long pc, long page) {}

  /** {@code file:line} of each place; several where any page may be meant. */
  private final Map<ShownAddress, Set<String>> keys = new HashMap<>();

  public SourceLines(TraceSymbols symbols, List<Path> folders) {
    this.symbols = symbols;
    this.sources = symbols.sources();
    this.text = new SourceText(folders, sources.binaries());
  }

  /** The names of the source files, without folders. */
  public Set<String> files() {
    Set<String> names = new TreeSet<>();
    for (String file : sources.files()) {
      names.add(file.substring(file.lastIndexOf('/') + 1));
    }
    return names;
  }

  public boolean known() {
    return sources.known();
  }

  /** Where a cursor stands in the source, innermost inlined function first; may be empty. */
  public List<SourceFrame> frames(TraceCursor at) {
    if (!known() || at.kind() == TraceCursor.Kind.GAP) {
      return List.of();
    }
    return sources.executedAt(at.pc(), page(at));
  }

  /** The functions and lines of a line of the cursor's stack, innermost inlined one first. */
  public List<SourceFrame> frames(TraceCursor at, StackLine line) {
    return known() ? sources.executedAt(line.pc(), page(at, line)) : List.of();
  }

  /**
   * The functions and lines of an address, whatever process executes it.
   *
   * @param page that is shown there, as {@link TraceSymbols#page} has it
   */
  public List<SourceFrame> frames(long pc, long page) {
    return sources.executedAt(pc, page);
  }

  /** Where a source file is on this machine; null where it is not found, or may not be read. */
  public Path find(String file) {
    return file == null ? null : text.find(file);
  }

  /** The ELF files whose lines these are. */
  public List<Path> binaries() {
    return sources.binaries();
  }

  private long page(TraceCursor at) {
    return page(at, at.pc(), at.addressSpace(), at.privilege());
  }

  private long page(TraceCursor at, long pc, int addressSpace, int privilege) {
    return symbols.page(symbols.guest().translates(privilege) ? addressSpace : 0, pc, at.clock());
  }

  private long page(TraceCursor at, StackLine line) {
    return page(at, line.pc(), line.addressSpace(), line.privilege());
  }

  /** The innermost place of a line of a cursor's stack, short; empty where none is known. */
  public String brief(TraceCursor at, StackLine line) {
    List<SourceFrame> frames = known() ? sources.executedAt(line.pc(), page(at, line)) : List.of();
    return frames.isEmpty() || frames.getFirst().line() == 0 ? "" : frames.getFirst().brief();
  }

  private static OptionalInt bits(TraceCursor at) {
    return at.node() != null
        ? OptionalInt.of(at.node().bits(at.indexInNode()))
        : KnownBytes.around(at).instruction(at.pc());
  }

  /** The variables of the program that a cursor stands in; null where no binary is known. */
  public Sources.Executed variables(TraceCursor at) {
    return at.kind() == TraceCursor.Kind.GAP
        ? null
        : sources.variables(at.pc(), page(at), bits(at));
  }

  /** The variables of the code at a line of the cursor's stack. */
  public Sources.Executed variables(TraceCursor at, StackLine line) {
    return sources.variables(line.pc(), page(at, line), OptionalInt.empty());
  }

  /** The innermost place of a cursor, or null. */
  public SourceFrame place(TraceCursor at) {
    List<SourceFrame> frames = frames(at);
    return frames.isEmpty() || frames.getFirst().line() == 0 ? null : frames.getFirst();
  }

  private Set<String> keys(long pc, long page) {
    return keys.computeIfAbsent(
        new ShownAddress(pc, page),
        place ->
            (page == Targets.InstructionTest.ANYWHERE
                    ? sources.everywhere(pc)
                    : List.of(sources.executedAt(pc, page)))
                .stream()
                    .filter(frames -> !frames.isEmpty() && frames.getFirst().line() != 0)
                    .map(frames -> frames.getFirst().file() + ":" + frames.getFirst().line())
                    .collect(Collectors.toSet()));
  }

  /** An instruction of another source line than the one under a cursor. */
  public SearchTarget otherLine(TraceCursor at) {
    Set<String> here = keys(at.pc(), page(at));
    return Targets.instructions(
        (pc, bits, page) -> {
          Set<String> its = keys(pc, page);
          return !its.isEmpty() && !here.containsAll(its);
        });
  }

  /** Where a source line's code begins. */
  public SearchTarget line(String file, int line) {
    return Targets.rare((pc, bits, page) -> begins(file, line, pc, page));
  }

  private boolean begins(String file, int line, long pc, long page) {
    // The instruction before may be in another page, of which nothing is known here.
    boolean first = (pc & PAGE - 1) == 0;
    long before = first ? Targets.InstructionTest.ANYWHERE : page;
    return is(file, line, pc, page) && !is(file, line, pc - 2, before);
  }

  private boolean is(String file, int line, long pc, long page) {
    return keys(pc, page).stream()
        .anyMatch(
            key ->
                key.endsWith(":" + line)
                    && (key.equals(file + ":" + line) || key.endsWith("/" + file + ":" + line)));
  }

  /** A place with its text, for a line of its own. */
  public AttributedString described(SourceFrame frame) {
    String code = text.line(frame.file(), frame.line());
    return Paint.line()
        .append("   " + frame.brief(), Paint.DIM)
        .append(code == null || code.isBlank() ? "" : "  " + code.strip())
        .toAttributedString();
  }

  /** Lines of a file around a place, the place marked; empty if the file is not found. */
  public List<AttributedString> around(SourceFrame frame, int rows) {
    List<AttributedString> lines = new ArrayList<>();
    int from = Math.max(1, frame.line() - rows / 2);
    for (int i = from; i < from + rows; i++) {
      String code = text.line(frame.file(), i);
      if (code == null) {
        break;
      }
      boolean here = i == frame.line();
      lines.add(
          Paint.line()
              .append(here ? "=> " : "   ", Paint.BOLD)
              .append(String.format(Locale.ROOT, "%5d  ", i), Paint.DIM)
              .append(code.replace("\t", "        "), here ? Paint.BOLD : Paint.PLAIN)
              .toAttributedString());
    }
    return lines;
  }
}

package bbt.reconstruct.step.shell;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.code.SourceText;
import bbt.reconstruct.step.KnownBytes;
import bbt.reconstruct.step.Target;
import bbt.reconstruct.step.Targets;
import bbt.reconstruct.step.TraceCursor;
import bbt.reconstruct.trace.Sources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.jline.utils.AttributedString;

/** Source lines of stops, where a binary with debugging information was given. */
final class SourceLines {
  private final Sources sources;
  private final SourceText text;

  /** By address; {@code ""} where nothing is known. */
  private final Map<Long, String> keys = new HashMap<>();

  SourceLines(Sources sources, List<Path> folders) {
    this.sources = sources;
    this.text = new SourceText(folders);
  }

  /** The names of the source files, without folders. */
  Set<String> files() {
    Set<String> names = new TreeSet<>();
    for (String file : sources.files()) {
      names.add(file.substring(file.lastIndexOf('/') + 1));
    }
    return names;
  }

  boolean known() {
    return sources.known();
  }

  /** Where a cursor stands in the source, innermost inlined function first; may be empty. */
  List<SourceFrame> frames(TraceCursor at) {
    if (!known() || at.kind() == TraceCursor.Kind.GAP) {
      return List.of();
    }
    OptionalInt bits = bits(at);
    List<SourceFrame> found = bits.isEmpty() ? List.of() : sources.at(at.pc(), bits.getAsInt());
    return found.isEmpty() ? sources.executedAt(at.pc()) : found;
  }

  /** The innermost place of an address as it is executed, short; empty where none is known. */
  String brief(long pc) {
    List<SourceFrame> frames = known() ? sources.executedAt(pc) : List.of();
    return frames.isEmpty() || frames.getFirst().line() == 0 ? "" : frames.getFirst().brief();
  }

  private static OptionalInt bits(TraceCursor at) {
    return at.node() != null
        ? OptionalInt.of(at.node().bits(at.indexInNode()))
        : KnownBytes.around(at).instruction(at.pc());
  }

  /** The variables of the program that a cursor stands in; null where no binary is known. */
  Sources.Executed variables(TraceCursor at) {
    return at.kind() == TraceCursor.Kind.GAP ? null : sources.variables(at.pc(), bits(at));
  }

  /** The same of the code at an address. */
  Sources.Executed variables(long pc) {
    return sources.variables(pc, OptionalInt.empty());
  }

  /** The innermost place of a cursor, or null. */
  SourceFrame place(TraceCursor at) {
    List<SourceFrame> frames = frames(at);
    return frames.isEmpty() || frames.getFirst().line() == 0 ? null : frames.getFirst();
  }

  private String key(long pc) {
    return keys.computeIfAbsent(
        pc,
        k -> {
          List<SourceFrame> frames = sources.executedAt(pc);
          return frames.isEmpty() || frames.getFirst().line() == 0
              ? ""
              : frames.getFirst().file() + ":" + frames.getFirst().line();
        });
  }

  /** An instruction of another source line than the one at an address. */
  Target otherLine(long pc) {
    String here = key(pc);
    return Targets.instructions(
        (address, bits) -> {
          String its = key(address);
          return !its.isEmpty() && !its.equals(here);
        });
  }

  /** Where a source line's code begins. */
  Target line(String file, int line) {
    return Targets.rare((address, bits) -> begins(file, line, address));
  }

  private boolean begins(String file, int line, long pc) {
    return is(file, line, pc) && !is(file, line, pc - 2);
  }

  private boolean is(String file, int line, long pc) {
    String key = key(pc);
    return key.endsWith(":" + line)
        && (key.equals(file + ":" + line) || key.endsWith("/" + file + ":" + line));
  }

  /** A place with its text, for a line of its own. */
  AttributedString described(SourceFrame frame) {
    String code = text.line(frame.file(), frame.line());
    return Paint.line()
        .append("   " + frame.brief(), Paint.DIM)
        .append(code == null || code.isBlank() ? "" : "  " + code.strip())
        .toAttributedString();
  }

  /** Lines of a file around a place, the place marked; empty if the file is not found. */
  List<AttributedString> around(SourceFrame frame, int rows) {
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

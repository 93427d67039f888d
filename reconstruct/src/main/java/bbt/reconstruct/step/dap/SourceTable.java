package bbt.reconstruct.step.dap;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.StopText;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.lsp4j.debug.Source;
import org.eclipse.lsp4j.debug.SourcePresentationHint;

/**
 * Finds what an editor shows beside a frame: the source file where it is on this machine; else the
 * disassembled function, by a number.
 */
final class SourceTable {
  /** The listing of a function: its text, and the address of each line, from line 1 on. */
  private record FunctionText(String name, String text, List<Long> addresses) {}

  private final StepSession session;
  private final Map<Integer, FunctionText> byNumber = new HashMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  SourceTable(StepSession session) {
    this.session = session;
  }

  /** Where a source file is on this machine, or null. */
  Path onHost(String file) {
    if (file == null) {
      return null;
    }
    Path found = session.lines().find(file);
    if (found == null) {
      // The editor may read what this process may not show.
      try {
        Path path = Path.of(file);
        found = path.isAbsolute() && Files.isRegularFile(path) ? path : null;
      } catch (InvalidPathException e) {
        return null;
      }
    }
    return found == null ? null : found.toAbsolutePath().normalize();
  }

  /** A source file as an editor opens it; null where it is not on this machine. */
  Source file(String file) {
    Path path = onHost(file);
    if (path == null) {
      return null;
    }
    Source source = new Source();
    source.setName(path.getFileName().toString());
    source.setPath(path.toString());
    return source;
  }

  /** A place in a text: a line of it, from 1 on. */
  record TextLine(Source source, int line) {}

  /**
   * The function around an address, disassembled.
   *
   * @param instead the source that is meant, and not found; null if none is known
   */
  TextLine function(long pc, SourceFrame instead) {
    CodeWindow.ListedFunction around = new CodeWindow(session).functionAround(pc);
    List<CodeWindow.Shown> code = around.code();
    String name =
        around.function() == null ? "0x" + Long.toHexString(pc) : around.function().name();
    StringBuilder text = new StringBuilder();
    List<Long> addresses = new ArrayList<>();
    text.append(name).append(":\n");
    long end = code.isEmpty() ? pc : code.getFirst().address();
    addresses.add(end);
    int line = 1;
    for (CodeWindow.Shown each : code) {
      if (each.address() != end) {
        text.append("        ... not executed by then\n");
        addresses.add(each.address());
      }
      text.append(StopText.address(each.address()))
          .append("  ")
          .append(each.bytes() == 0 ? StopText.NOWHERE : each.text())
          .append('\n');
      addresses.add(each.address());
      if (each.address() <= pc) {
        line = addresses.size();
      }
      end = each.address() + each.bytes();
    }
    String content = text.toString();
    int number =
        numbers.computeIfAbsent(
            content,
            its -> {
              byNumber.put(byNumber.size() + 1, new FunctionText(name, content, addresses));
              return byNumber.size();
            });
    Source source = new Source();
    source.setName(name + ".s");
    source.setSourceReference(number);
    if (instead != null) {
      source.setOrigin(instead.brief() + " is not found here");
      source.setPresentationHint(SourcePresentationHint.DEEMPHASIZE);
    } else {
      source.setOrigin("disassembled from the trace");
    }
    return new TextLine(source, line);
  }

  private FunctionText numbered(int number) {
    FunctionText text = byNumber.get(number);
    if (text == null) {
      throw new CommandException("no source has the reference " + number);
    }
    return text;
  }

  /** The text of a source with a number. */
  String text(int number) {
    return numbered(number).text();
  }

  /**
   * The instruction at a line of such a text.
   *
   * @throws CommandException if there is no such source or line
   */
  long address(int number, int line) {
    FunctionText text = numbered(number);
    if (line < 1 || line > text.addresses().size()) {
      throw new CommandException("line " + line + ": " + text.name() + " has fewer lines");
    }
    return text.addresses().get(line - 1);
  }
}

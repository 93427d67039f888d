package bbt.reconstruct.html;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.code.CodeLine;
import bbt.reconstruct.code.SourceText;
import bbt.reconstruct.names.Sources;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Writes the block {@code sources}: source files with how often each line was executed, and their
 * text where it was found. Other blocks name files by their number in it.
 */
final class SourceBlock {
  /** Characters of source text in a page, in all; a file that would exceed it has none. */
  private static final int TEXT = 8 << 20;

  private final Sources sources;
  private final SourceText text;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ArrayNode files = JsonNodeFactory.instance.arrayNode();

  /**
   * Creates the block of the files that are known.
   *
   * @param lines by path, by line: executions; 0 for lines with code that never ran
   */
  SourceBlock(Sources sources, SourceText text, SortedMap<String, SortedMap<Integer, Long>> lines) {
    this.sources = sources;
    this.text = text;
    int left = TEXT;
    for (Map.Entry<String, SortedMap<Integer, Long>> file : lines.entrySet()) {
      left -= add(file.getKey(), file.getValue(), left);
    }
  }

  private int add(String path, SortedMap<Integer, Long> executions, int left) {
    numbers.put(path, files.size());
    ObjectNode node = files.addObject();
    node.put("path", path);
    ArrayNode line = node.putArray("line");
    ArrayNode count = node.putArray("count");
    executions.forEach(
        (number, times) -> {
          line.add(number);
          count.add(times);
        });
    StringBuilder all = new StringBuilder();
    for (int n = 1; all.length() <= left; n++) {
      String each = text.line(path, n);
      if (each == null) {
        break;
      }
      all.append(each).append('\n');
    }
    boolean fits = !all.isEmpty() && all.length() <= left;
    node.put("text", fits ? all.toString() : null);
    return fits ? all.length() : 0;
  }

  ObjectNode block() {
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    block.set("files", files);
    return block;
  }

  /**
   * The place of an instruction: file, line, and the functions it is inlined into, if any.
   *
   * @return null where it is not known
   */
  InlinedLine place(CodeLine line) {
    List<SourceFrame> frames = sources.at(line.image(), line.address(), line.bits());
    if (frames.isEmpty() || frames.getFirst().file() == null) {
      return null;
    }
    SourceFrame innermost = frames.getFirst();
    String inlined =
        frames.size() == 1
            ? ""
            : frames.stream()
                .limit(frames.size() - 1L)
                .map(f -> f.function() == null ? "?" : f.function())
                .collect(Collectors.joining(" in "));
    return new InlinedLine(numbers.getOrDefault(innermost.file(), -1), innermost.line(), inlined);
  }

  /**
   * Where an instruction comes from.
   *
   * @param file its number in the block, -1 if it is not there
   * @param inlined names of inlined functions, the innermost first; empty without any
   */
  record InlinedLine(int file, int line, String inlined) {}
}

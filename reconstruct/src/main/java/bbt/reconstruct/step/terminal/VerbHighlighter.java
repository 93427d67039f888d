package bbt.reconstruct.step.terminal;

import bbt.reconstruct.step.Verbs;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.Paint;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** Colours a command while it is typed: a verb that exists, one that does not. */
final class VerbHighlighter implements Highlighter {
  @Override
  public AttributedString highlight(LineReader reader, String buffer) {
    int end = 0;
    while (end < buffer.length() && !Character.isWhitespace(buffer.charAt(end))) {
      end++;
    }
    String verb = buffer.substring(0, end);
    AttributedStringBuilder line = Paint.line();
    line.append(verb, known(verb) ? Paint.BOLD : Paint.PLAIN);
    return line.append(buffer.substring(end)).toAttributedString();
  }

  private static boolean known(String verb) {
    if (verb.startsWith("/") || verb.startsWith("?")) {
      return true;
    }
    try {
      Verbs.find(verb);
      return !verb.isEmpty();
    } catch (CommandException e) {
      return false;
    }
  }
}

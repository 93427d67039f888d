package bbt.samples.conformance.prove;

import bbt.samples.guests.debian.AptArchive;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script of what is typed at a guest's console and what must then be on it; a text file.
 *
 * <pre>
 * # comment
 * &lt; typed, with a line feed
 * &gt; text that must follow
 * ~ regular expression that must follow
 * </pre>
 *
 * @param input everything that is typed
 * @param expected in this order, each behind the one before
 */
record ConsoleScript(String input, List<Pattern> expected) {
  /** The end of the name of a guest of the port to AArch64. */
  private static final String ARM64 = "-" + AptArchive.ARM64;

  /**
   * The script of a guest, a resource. A guest of another port that has none of its own says what
   * the one for RISC-V says.
   */
  static ConsoleScript of(String guest) throws IOException {
    InputStream own = resource(guest);
    try (InputStream in =
        own == null && guest.endsWith(ARM64)
            ? resource(guest.substring(0, guest.length() - ARM64.length()))
            : own) {
      if (in == null) {
        throw new IOException(
            "the resource bbt/samples/prove/console/" + guest + " is missing; build again");
      }
      return parse(guest, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static InputStream resource(String guest) {
    return ConsoleScript.class.getResourceAsStream("/bbt/samples/prove/console/" + guest);
  }

  static ConsoleScript parse(String where, String text) throws IOException {
    StringBuilder input = new StringBuilder();
    List<Pattern> expected = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String rest = line.length() > 2 ? line.substring(2) : "";
      switch (line.isEmpty() ? '#' : line.charAt(0)) {
        case '#' -> {}
        case '<' -> input.append(rest).append('\n');
        case '>' -> expected.add(Pattern.compile(Pattern.quote(rest)));
        case '~' -> expected.add(Pattern.compile(rest));
        default ->
            throw new IOException(where + ": neither #, <, > nor ~ begins the line: " + line);
      }
    }
    return new ConsoleScript(input.toString(), List.copyOf(expected));
  }

  /** The first expected text that a console does not have in its place; empty if it has all. */
  String missing(String console) {
    String plain = console.replace("\r", "");
    int at = 0;
    for (Pattern each : expected) {
      Matcher matcher = each.matcher(plain);
      if (!matcher.find(at)) {
        return each.pattern().replaceFirst("^\\\\Q(.*)\\\\E$", "$1");
      }
      at = matcher.end();
    }
    return "";
  }
}

package bbt.reconstruct.basics;

import java.util.regex.Pattern;

/** A word of a command line as a user types it to a shell. */
public final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellWord() {}

  /** The word itself, in single quotes where a shell would make something else of it. */
  public static String of(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}

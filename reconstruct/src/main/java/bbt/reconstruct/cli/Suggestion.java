package bbt.reconstruct.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Suggests what the user may have meant: the option or command nearest to a word that is none. */
final class Suggestion {
  /** Farther than this (or than half of the word) is no likely slip. */
  private static final int MAX_DISTANCE = 3;

  private Suggestion() {}

  static Optional<String> nearest(String word, CommandSpec command) {
    List<String> names = new ArrayList<>();
    if (word.startsWith("-")) {
      for (OptionSpec option : command.options()) {
        names.addAll(List.of(option.names()));
      }
    } else {
      names.addAll(command.subcommands().keySet());
    }
    String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
    String best = null;
    int bestDistance = Math.min(MAX_DISTANCE, name.length() / 2) + 1;
    for (String candidate : names) {
      int distance = distance(name, candidate);
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Insertions, deletions and replacements that turn one word into the other (Levenshtein). */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}

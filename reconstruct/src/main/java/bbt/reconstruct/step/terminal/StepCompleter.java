package bbt.reconstruct.step.terminal;

import bbt.reconstruct.step.LookVerbs;
import bbt.reconstruct.step.MoveVerbs;
import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.VariableVerbs;
import bbt.reconstruct.step.Verb;
import bbt.reconstruct.step.Verbs;
import bbt.reconstruct.step.text.CommandException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes verbs, and behind them what each expects. */
final class StepCompleter implements Completer {
  /** The most symbols that are offered: more help nobody. */
  private static final int MOST = 200;

  /** The text before the name that is being typed, and what there is of the name. */
  private static final Pattern LAST_NAME = Pattern.compile("(.*?)(\\$?(?:[A-Za-z_]\\w*)?)");

  private final StepSession session;

  StepCompleter(StepSession session) {
    this.session = session;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    if (line.wordIndex() == 0) {
      for (Verb verb : Verbs.all()) {
        for (String name : verb.names()) {
          candidates.add(new Candidate(name, name, verb.group(), verb.help(), null, null, true));
        }
      }
      candidates.add(
          new Candidate("view", "view", "The stepper", "full-screen view", null, null, true));
      return;
    }
    Verb verb;
    try {
      String typed = line.words().getFirst();
      int format = typed.indexOf('/');
      verb = Verbs.find(format > 0 ? typed.substring(0, format) : typed);
    } catch (CommandException e) {
      return;
    }
    List<String> words = line.words();
    String before = words.get(line.wordIndex() - 1);
    if (before.equals("task")) {
      add(candidates, session.map().tasks().all());
      return;
    }
    if (before.equals("visit") && line.wordIndex() > 1) {
      add(candidates, session.names().startingWith(line.word(), MOST));
      return;
    }
    if (line.wordIndex() > 1) {
      return;
    }
    switch (verb.expects()) {
      case SYMBOL -> add(candidates, session.names().startingWith(line.word(), MOST));
      case CODE -> {
        add(candidates, session.names().startingWith(line.word(), MOST));
        add(candidates, List.of("task", "cause"));
        for (String file : session.lines().files()) {
          candidates.add(new Candidate(file + ":", file, "Source files", null, null, null, false));
        }
      }
      case VALUE -> values(line.word(), candidates);
      case VERB -> add(candidates, Verbs.names());
      case TOPIC -> add(candidates, LookVerbs.TOPICS);
      case THING -> {
        add(candidates, MoveVerbs.thingNames());
        add(candidates, List.of("visit"));
      }
      case MARK -> {
        add(candidates, session.marks().keySet());
        add(candidates, List.of("start", "end"));
      }
      case TASK -> add(candidates, session.map().tasks().all());
      case PLACE, NOTHING, COUNT -> {
        // Numbers need no completion.
      }
    }
  }

  /**
   * Completes parts of an expression of C: variables, members behind a variable, registers,
   * symbols.
   */
  private void values(String word, List<Candidate> candidates) {
    Matcher last = LAST_NAME.matcher(word);
    if (!last.matches()) {
      return;
    }
    String before = last.group(1);
    String name = last.group(2);
    List<String> names = new ArrayList<>();
    try {
      if (before.endsWith("->") || before.endsWith(".")) {
        String object = before.substring(0, before.length() - (before.endsWith(".") ? 1 : 2));
        names.addAll(VariableVerbs.members(session, object));
      } else {
        names.addAll(VariableVerbs.names(session));
        for (String register : session.map().guest().registers().general().names()) {
          names.add((name.startsWith("$") ? "$" : "") + register);
        }
        names.addAll(VariableVerbs.globals(session, name, MOST));
        names.addAll(session.names().startingWith(name, MOST));
      }
    } catch (CommandException e) {
      // What cannot be read cannot be completed; the command itself says why.
    }
    for (String each : names) {
      if (each.startsWith(name)) {
        candidates.add(new Candidate(before + each, each, null, null, null, null, false));
      }
    }
  }

  private static void add(List<Candidate> candidates, Collection<String> words) {
    for (String word : words) {
      candidates.add(new Candidate(word));
    }
  }
}

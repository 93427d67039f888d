package bbt.reconstruct.step.shell;

import java.util.Collection;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes verbs, and behind them what each expects. */
final class StepCompleter implements Completer {
  /** More symbols than these help nobody. */
  private static final int MOST = 200;

  private final Session session;

  StepCompleter(Session session) {
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
      verb = Verbs.find(line.words().getFirst());
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

  private static void add(List<Candidate> candidates, Collection<String> words) {
    for (String word : words) {
      candidates.add(new Candidate(word));
    }
  }
}

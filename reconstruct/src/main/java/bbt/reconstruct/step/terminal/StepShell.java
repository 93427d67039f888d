package bbt.reconstruct.step.terminal;

import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.Feedback;
import bbt.reconstruct.step.text.Paint;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;

/** Reads commands from a terminal, with history, completion and colours. */
public final class StepShell {
  private static final long SHOW_AFTER = 2_000_000_000L;
  private static final long SHOW_EVERY = 200_000_000L;

  private final Terminal terminal;
  private final StepSession session;
  private final Path history;
  private final AtomicBoolean interrupted;

  private StepShell(
      Terminal terminal, StepSession session, Path history, AtomicBoolean interrupted) {
    this.terminal = terminal;
    this.session = session;
    this.history = history;
    this.interrupted = interrupted;
  }

  /**
   * A session on a terminal.
   *
   * @param history file of the commands typed before, or null to keep none
   */
  public static StepShell on(Terminal terminal, TraceMap map, Path history) {
    AtomicBoolean interrupted = new AtomicBoolean();
    terminal.handle(Terminal.Signal.INT, signal -> interrupted.set(true));
    StepSession session =
        new StepSession(
            map,
            new TerminalFeedback(terminal, interrupted),
            line -> {
              terminal.writer().println(line.toAnsi(terminal));
              terminal.writer().flush();
            });
    return new StepShell(terminal, session, history, interrupted);
  }

  /** The session of the shell. */
  public StepSession session() {
    return session;
  }

  /** Reads and carries out commands until the user leaves. */
  public void run() {
    DefaultParser parser = new DefaultParser();
    parser.setEscapeChars(null);
    parser.setQuoteChars(new char[0]);
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .parser(parser)
            .history(new DefaultHistory())
            .completer(new StepCompleter(session))
            .highlighter(new VerbHighlighter())
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.HISTORY_TIMESTAMPED, false)
            .option(LineReader.Option.INSERT_TAB, false);
    if (history != null) {
      builder.variable(LineReader.HISTORY_FILE, history);
    }
    LineReader reader = builder.build();
    try (Interruption.Registration open = Interruption.during(this::leave)) {
      while (!session.isOver()) {
        String line;
        try {
          line = reader.readLine(prompt());
        } catch (UserInterruptException e) {
          continue;
        } catch (EndOfFileException e) {
          break;
        }
        interrupted.set(false);
        try {
          if (FullScreen.means(line)) {
            new FullScreen(terminal, session, interrupted).run();
            session.showAll();
          } else {
            session.execute(line);
          }
        } catch (CommandException e) {
          session.feedback().finished();
          session.print(new AttributedString(e.getMessage(), Paint.ERROR));
        }
      }
    } finally {
      terminal.flush();
    }
  }

  /** A signal other than Ctrl-C's ends the process. */
  private String leave() {
    session.feedback().finished();
    return "";
  }

  private String prompt() {
    return "bbt step> ";
  }

  /** Progress of a long command in the terminal's last line, and Ctrl-C. */
  private static final class TerminalFeedback implements Feedback {
    private final Terminal terminal;
    private final AtomicBoolean interrupted;
    private long start;
    private long shown;
    private long first;

    TerminalFeedback(Terminal terminal, AtomicBoolean interrupted) {
      this.terminal = terminal;
      this.interrupted = interrupted;
    }

    @Override
    public boolean interrupted() {
      return interrupted.get();
    }

    @Override
    public void progress(long done, long total) {
      long now = System.nanoTime();
      if (start == 0) {
        start = now;
        first = done;
      }
      boolean dumb = Terminal.TYPE_DUMB.equals(terminal.getType());
      if (now - start < SHOW_AFTER || now - shown < SHOW_EVERY || dumb) {
        return;
      }
      shown = now;
      double rate = Math.abs(done - first) / ((now - start) / 1e9);
      terminal
          .writer()
          .print(
              String.format(
                  Locale.ROOT,
                  "\r%3d %% of the trace, %,.0f M insns/s; Ctrl-C stops the search   ",
                  done * 100 / total,
                  rate / 1e6));
      terminal.flush();
    }

    @Override
    public void finished() {
      if (shown != 0) {
        terminal.writer().print("\r" + " ".repeat(70) + "\r");
        terminal.flush();
      }
      start = 0;
      shown = 0;
    }
  }
}

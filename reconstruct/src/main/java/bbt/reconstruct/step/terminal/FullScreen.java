package bbt.reconstruct.step.terminal;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.step.Listing;
import bbt.reconstruct.step.LookVerbs;
import bbt.reconstruct.step.StackText;
import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.Numbers;
import bbt.reconstruct.step.text.Paint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;

/**
 * Shows the split view: code with the taken path, call stack, history, and the last command's
 * answer. It uses the terminal's alternate screen and leaves everything as it was.
 */
public final class FullScreen {
  /** Commands by key; those that ask for more words end with a space. */
  private static final List<Key> KEYS =
      List.of(
          new Key("j", "node", "nd", "j"),
          new Key("k", "back", "rnd", "k"),
          new Key("s", "line", "s", "s"),
          new Key("n", "over", "n", "n"),
          new Key("i", "insn", "si", "i"),
          new Key("u", "back", "rsi", "u"),
          new Key("p", "back", "rn", "p"),
          new Key("f", "out", "fin", "f"),
          new Key("r", "caller", "caller", "r"),
          new Key("c", "run", "c", "c"),
          new Key("C", "run back", "rc", "C"),
          new Key("g", "goto", "goto ", "g"),
          new Key("/", "search", "/", "/"),
          new Key(":", "command", "", ":"),
          new Key("t", "source", "@source", "t"),
          new Key("b", "break here", "@break", "b"),
          new Key("]", "branch", "br", "]"),
          new Key("[", "branch back", "rbr", "["),
          new Key("h", "keys", "@help", "h"),
          new Key("q", "leave", "@quit", "q"));

  private record Key(String shown, String title, String command, String key) {
    @Override
    public String toString() {
      return shown + " " + title;
    }
  }

  private final Terminal terminal;
  private final StepSession session;
  private final AtomicBoolean interrupted;
  private final Display display;
  private final String bar;
  private final List<AttributedString> answer = new ArrayList<>();

  /** Lines that the code is scrolled away from the place. */
  private int scroll;

  /** The text that is typed behind {@code :}, or null. */
  private StringBuilder typed;

  /** Whether to show source lines where they are known. */
  private boolean source = true;

  private volatile boolean resized;
  private volatile boolean over;

  FullScreen(Terminal terminal, StepSession session, AtomicBoolean interrupted) {
    this.terminal = terminal;
    this.session = session;
    this.interrupted = interrupted;
    this.display = new Display(terminal, true);
    this.bar = terminal.encoding().newEncoder().canEncode('│') ? "│" : "|";
  }

  /** Whether a command line asks for this view. */
  static boolean means(String line) {
    String word = line.strip();
    return word.equals("view") || word.equals("v") || word.equals("tui");
  }

  /**
   * Shows it until the user leaves.
   *
   * @throws CommandException if the terminal cannot move its cursor
   */
  void run() {
    if (terminal.getStringCapability(Capability.cursor_address) == null
        || terminal.getWidth() < 20
        || terminal.getHeight() < 5) {
      throw new CommandException(
          "view: this terminal ("
              + terminal.getType()
              + ", "
              + terminal.getWidth()
              + " x "
              + terminal.getHeight()
              + ") cannot show it");
    }
    session.output(answer::add);
    Attributes before = terminal.enterRawMode();
    Terminal.SignalHandler winch = terminal.handle(Terminal.Signal.WINCH, signal -> resized = true);
    try (Interruption.Registration open = Interruption.during(() -> restore(before))) {
      terminal.puts(Capability.enter_ca_mode);
      terminal.puts(Capability.keypad_xmit);
      terminal.puts(Capability.cursor_invisible);
      loop();
    } finally {
      terminal.handle(Terminal.Signal.WINCH, winch);
      restore(before);
      session.output(
          line -> {
            terminal.writer().println(line.toAnsi(terminal));
            terminal.writer().flush();
          });
    }
  }

  /** The terminal as it was; also when a signal ends the process. */
  private String restore(Attributes before) {
    over = true;
    terminal.puts(Capability.cursor_visible);
    terminal.puts(Capability.keypad_local);
    terminal.puts(Capability.exit_ca_mode);
    terminal.setAttributes(before);
    terminal.flush();
    return "";
  }

  private void loop() {
    BindingReader keys = new BindingReader(terminal.reader());
    KeyMap<String> map = keyMap();
    Size size = new Size();
    resized = true;
    while (!over && !session.isOver()) {
      if (resized) {
        resized = false;
        size.copy(terminal.getSize());
        display.clear();
        display.resize(size.getRows(), size.getColumns());
      }
      draw(size);
      if (typed != null) {
        type(keys.readCharacter());
        continue;
      }
      String command = null;
      while (command == null && !resized) {
        // Looks up now and then whether the size has changed.
        int next = keys.peekCharacter(100);
        if (next >= 0) {
          command = keys.readBinding(map, null, true);
        } else if (next == -1) {
          return;
        }
      }
      if (command != null) {
        act(command, size);
      }
    }
  }

  private KeyMap<String> keyMap() {
    KeyMap<String> map = new KeyMap<>();
    for (Key key : KEYS) {
      map.bind(key.command().isEmpty() ? "@command" : key.command(), key.shown(), key.key());
    }
    map.bind("nd", KeyMap.key(terminal, Capability.key_down));
    map.bind("rnd", KeyMap.key(terminal, Capability.key_up));
    map.bind("si", KeyMap.key(terminal, Capability.key_right));
    map.bind("rsi", KeyMap.key(terminal, Capability.key_left));
    map.bind("@pageup", KeyMap.key(terminal, Capability.key_ppage));
    map.bind("@pagedown", KeyMap.key(terminal, Capability.key_npage));
    map.bind("goto start", KeyMap.key(terminal, Capability.key_home));
    map.bind("goto end", KeyMap.key(terminal, Capability.key_end));
    map.bind("@redraw", KeyMap.ctrl('L'));
    map.bind("@again", "\r", "\n");
    map.setNomatch("@none");
    map.setUnicode("@none");
    map.setAmbiguousTimeout(50);
    return map;
  }

  private void act(String command, Size size) {
    switch (command) {
      case "@quit" -> over = true;
      case "@pageup" -> scroll -= size.getRows() / 2;
      case "@pagedown" -> scroll += size.getRows() / 2;
      case "@redraw" -> resized = true;
      case "@help" -> help();
      case "@command" -> typed = new StringBuilder();
      case "@source" -> source = !source;
      case "@break" -> execute("break 0x" + Numbers.hex(session.cursor().pc()));
      case "@again" -> execute("");
      case "@none" -> {
        // No such key.
      }
      default -> {
        if (command.endsWith(" ") || command.equals("/")) {
          typed = new StringBuilder(command);
        } else {
          execute(command);
        }
      }
    }
  }

  private void help() {
    answer.clear();
    StringBuilder line = new StringBuilder();
    for (Key key : KEYS) {
      if (line.length() + key.toString().length() > terminal.getWidth()) {
        answer.add(new AttributedString(line.toString().strip()));
        line.setLength(0);
      }
      line.append(key).append("   ");
    }
    answer.add(new AttributedString(line.toString().strip()));
    answer.add(new AttributedString("arrows: down, up a node; left, right an instruction"));
    answer.add(
        new AttributedString("Page keys scroll; Enter repeats; : takes any command; Ctrl-C stops"));
  }

  private void type(int character) {
    switch (character) {
      case -1, -2 -> over = true;
      case 27, 7 -> typed = null;
      case '\r', '\n' -> {
        String command = typed.toString();
        typed = null;
        execute(command);
      }
      case 8, 127 -> {
        if (typed.isEmpty()) {
          typed = null;
        } else {
          typed.setLength(typed.length() - 1);
        }
      }
      default -> {
        if (character >= ' ') {
          typed.append((char) character);
        }
      }
    }
  }

  private void execute(String command) {
    answer.clear();
    scroll = 0;
    interrupted.set(false);
    try {
      if (means(command)) {
        return;
      }
      session.execute(command);
    } catch (CommandException e) {
      session.feedback().finished();
      answer.add(new AttributedString(e.getMessage(), Paint.ERROR));
    }
  }

  // ---- drawing

  private void draw(Size size) {
    int width = size.getColumns();
    int height = size.getRows();
    List<AttributedString> lines = new ArrayList<>();
    lines.add(status(width));
    int bottom = Math.min(Math.max(1, answer.size()), Math.max(1, height / 3));
    int body = Math.max(1, height - 2 - bottom - 1);
    int right = width >= 100 ? Math.min(70, width * 2 / 5) : 0;
    int left = right > 0 ? width - right - 1 : width;
    List<AttributedString> code = source(body);
    if (code.isEmpty()) {
      code = code(body);
    }
    List<AttributedString> side = right > 0 ? side(body) : List.of();
    for (int i = 0; i < body; i++) {
      AttributedString one = i < code.size() ? code.get(i) : AttributedString.EMPTY;
      if (right == 0) {
        lines.add(cut(one, left));
      } else {
        AttributedStringBuilder line = Paint.line();
        AttributedString cut = cut(one, left);
        line.append(cut).append(" ".repeat(Math.max(0, left - cut.columnLength())));
        line.append(bar, Paint.DIM);
        line.append(cut(i < side.size() ? side.get(i) : AttributedString.EMPTY, right));
        lines.add(line.toAttributedString());
      }
    }
    lines.add(cut(session.stopText().line(session.cursor()), width));
    int skip = Math.max(0, answer.size() - bottom);
    for (int i = 0; i < bottom; i++) {
      lines.add(
          skip + i < answer.size() ? cut(answer.get(skip + i), width) : AttributedString.EMPTY);
    }
    lines.add(
        typed != null
            ? cut(new AttributedString(":" + typed + "_", Paint.BOLD), width)
            : new AttributedString(shortKeys(width), Paint.DIM));
    while (lines.size() > height) {
      lines.remove(lines.size() - 2);
    }
    display.update(lines, 0);
  }

  /** The keys that there is room for; how to see all of them, and how to leave, in any case. */
  static String shortKeys(int width) {
    String end = "";
    StringBuilder text = new StringBuilder();
    for (Key key : KEYS.reversed()) {
      if (key.key().equals("q") || key.key().equals("h")) {
        end = key + "  " + end;
      }
    }
    for (Key key : KEYS) {
      boolean last = key.key().equals("q") || key.key().equals("h");
      if (!last && text.length() + key.toString().length() + end.length() < width) {
        text.append(key).append("  ");
      }
    }
    return cut(text + end.strip(), width);
  }

  private static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width);
  }

  private AttributedString status(int width) {
    TraceCursor at = session.cursor();
    long end = Math.max(1, session.map().endClock());
    String text =
        String.format(
            Locale.ROOT,
            " %s  [%,d of %,d]  %.3f %%  %s  %s",
            session.map().file().getFileName(),
            at.clock(),
            session.map().endClock(),
            100.0 * at.clock() / end,
            session.map().time().known()
                ? NumberText.seconds(session.map().time().seconds(at.clock()))
                : "time unknown",
            session.stopText().context(at, session.map().harts())
                + session.stopText().switched(at));
    AttributedStringBuilder line = Paint.line();
    line.append(text, Paint.HERE);
    line.append(" ".repeat(Math.max(0, width - text.length())), Paint.HERE);
    return cut(line.toAttributedString(), width);
  }

  /** Source in the upper half, code in the lower; empty where no source is known. */
  private List<AttributedString> source(int rows) {
    SourceFrame place = source && scroll == 0 ? session.lines().place(session.cursor()) : null;
    if (place == null || rows < 8) {
      return List.of();
    }
    int upper = rows / 2;
    List<AttributedString> lines = new ArrayList<>();
    lines.add(new AttributedString(place.brief() + " " + place.function(), Paint.BOLD));
    lines.addAll(session.lines().around(place, upper - 1));
    if (lines.size() == 1) {
      return List.of();
    }
    lines.addAll(code(rows - lines.size()));
    return lines;
  }

  private List<AttributedString> code(int rows) {
    long pc = LookVerbs.address(session);
    List<Listing.Line> lines = Listing.around(session, pc);
    int here = 0;
    while (here + 1 < lines.size() && lines.get(here).address() < pc) {
      here++;
    }
    int from = Math.max(0, Math.min(here - rows / 2 + scroll, lines.size() - 1));
    return lines.stream().skip(from).limit(rows).map(Listing.Line::text).toList();
  }

  private List<AttributedString> side(int rows) {
    List<AttributedString> lines = new ArrayList<>();
    int half = Math.max(2, rows / 2);
    lines.add(new AttributedString("call stack", Paint.BOLD));
    List<AttributedString> stack = StackText.brief(session, session.frame());
    lines.addAll(stack.subList(0, Math.min(stack.size(), half - 1)));
    while (lines.size() < half) {
      lines.add(AttributedString.EMPTY);
    }
    lines.add(new AttributedString("before this", Paint.BOLD));
    lines.addAll(LookVerbs.brieflyBefore(session, Math.max(1, rows - half - 1)));
    return lines;
  }

  /** Cuts a line to a width, with a mark that says so. */
  static AttributedString cut(AttributedString line, int width) {
    return line.columnLength() <= width
        ? line
        : Paint.line()
            .append(line.columnSubSequence(0, width - 1))
            .append(">", Paint.DIM)
            .toAttributedString();
  }
}

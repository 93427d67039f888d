package bbt.reconstruct.step;

import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.RegisterFile;
import bbt.reconstruct.cursor.StackLine;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.names.CodeNames;
import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.CommandWords;
import bbt.reconstruct.step.text.Numbers;
import bbt.reconstruct.step.text.Operand;
import bbt.reconstruct.step.text.Paint;
import bbt.reconstruct.step.text.StopText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/**
 * Implements the verbs that show registers and memory, which the trace does not hold: the run is
 * executed again up to here.
 */
public final class StateVerbs {
  static final String GROUP =
      "Registers and memory (the run is executed again; needs the guest's files)";

  /** Words that mean memory. */
  private static final String WHERE =
      "ADDRESS|SYMBOL|REGISTER[+OFFSET]|OFFSET(REGISTER)|phys:ADDRESS[:BYTES]";

  private static final String PHYSICAL = "phys:";

  /** A length behind an address: {@code ring+8:4}. */
  private static final Pattern WITH_LENGTH = Pattern.compile("(.+):([0-9][0-9_,]*[kMG]?)");

  static final List<Verb> ALL =
      List.of(
          new Verb(
              List.of("regs", "registers"),
              GROUP,
              "[all | f | NAME...]",
              "the registers before this instruction",
              List.of("regs", "regs {0} {1}", "regs all | control and status registers, too"),
              false,
              Verb.Expects.NOTHING,
              StateVerbs::registers),
          new Verb(
              List.of("x"),
              GROUP,
              "[/COUNT FORMAT SIZE] ADDRESS|SYMBOL|REGISTER[+OFFSET]|OFFSET(REGISTER)",
              "memory; FORMAT x d u c s i, SIZE b h w g",
              List.of("x/8gx {stack}", "x/s {0}", "x/4i pc", "x/16bx ring"),
              false,
              Verb.Expects.VALUE,
              StateVerbs::memory),
          new Verb(
              List.of("print", "p"),
              GROUP,
              "REGISTER|SYMBOL|ADDRESS[+OFFSET] | *ADDRESS | VARIABLE[->MEMBER|.MEMBER|[N]]...",
              "a value in hexadecimal and decimal; with * the eight bytes there;"
                  + " a variable of the program as C writes it",
              List.of("p {0}", "p {stack}+16", "p *ring+16", "p packet->length", "p *packet"),
              false,
              Verb.Expects.VALUE,
              StateVerbs::print),
          new Verb(
              List.of("who-wrote", "who"),
              GROUP,
              WHERE,
              "to the instruction that wrote there last before this place",
              List.of("who-wrote {6}+24", "who-wrote ring+528 8"),
              false,
              Verb.Expects.VALUE,
              (s, w) -> access(s, w, Access.Kind.WRITE, false)),
          new Verb(
              List.of("who-changed"),
              GROUP,
              WHERE,
              "the same, but to the last write that changed what stood there",
              List.of("who-changed {6}+16"),
              false,
              Verb.Expects.VALUE,
              StateVerbs::changed),
          new Verb(
              List.of("who-writes"),
              GROUP,
              WHERE,
              "to the next instruction that writes there",
              List.of("who-writes received 4"),
              false,
              Verb.Expects.VALUE,
              (s, w) -> access(s, w, Access.Kind.WRITE, true)),
          new Verb(
              List.of("who-read"),
              GROUP,
              WHERE,
              "to the instruction that read there last before this place; an atomic one that writes,"
                  + " too, is found by who-wrote",
              List.of("who-read {6}+16", "who-read ring+528:8"),
              false,
              Verb.Expects.VALUE,
              (s, w) -> access(s, w, Access.Kind.READ, false)),
          new Verb(
              List.of("who-reads"),
              GROUP,
              WHERE,
              "to the next instruction that reads there",
              List.of("who-reads received 4"),
              false,
              Verb.Expects.VALUE,
              (s, w) -> access(s, w, Access.Kind.READ, true)),
          new Verb(
              List.of("watch"),
              GROUP,
              WHERE + " | off",
              "stop c and rc at writes there, too",
              List.of("watch ring+528 8", "watch 8({stack})", "watch off"),
              false,
              Verb.Expects.VALUE,
              StateVerbs::watch));

  private StateVerbs() {}

  /**
   * Memory to be watched.
   *
   * @param pieces what the addresses showed where the user named them
   */
  record Watch(long address, int bytes, String text, List<FullState.Piece> pieces) {}

  private static GuestIsa guest(StepSession session) {
    return session.map().guest();
  }

  private static String stackPointer(StepSession session) {
    var registers = guest(session).registers();
    return registers.general().name(registers.stackPointer());
  }

  // ---- values

  /** The value of a word: a register's value, a symbol's address, a number; plus an offset. */
  public static long value(StepSession session, String word) {
    Operand operand = Operand.of(word);
    if (operand.isPc()) {
      return LookVerbs.address(session) + operand.offset();
    }
    int register = operand.register(guest(session));
    if (register >= 0) {
      return FrameRegisters.of(session).general()[register] + operand.offset();
    }
    // An offset that is added may be part of a name: init+0x12c.
    return operand.offset() >= 0 && !word.endsWith(")")
        ? Locations.first(session, word)
        : Locations.first(session, operand.base()) + operand.offset();
  }

  private static void print(StepSession session, CommandWords words) {
    String word = words.hasNext() ? words.rest() : words.take("what to print");
    boolean content = word.startsWith("*");
    if (!Operand.of(content ? word.substring(1) : word).isRegister(guest(session))) {
      String variable = VariableVerbs.find(session, word);
      if (variable != null) {
        session.print(variable);
        return;
      }
      VariableVerbs.mustBeAddress(session, content ? word.substring(1) : word);
    }
    long value = value(session, content ? word.substring(1) : word);
    if (content) {
      value = littleEndian(bytes(session, value, 8), 0, 8);
    }
    boolean pc = Operand.of(word).isPc();
    session.print(word + " = " + (pc ? code(session, value) : described(session, value)));
  }

  private static String described(StepSession session, long value) {
    TraceCursor at = session.cursor();
    String label = session.names().near(at.addressSpace(), value, at.clock());
    return "0x" + Numbers.hex(value) + "  " + value + (label == null ? "" : "  <" + label + ">");
  }

  /** An address of code: nobody wants it in decimal. */
  private static String code(StepSession session, long pc) {
    StackLine its = StackLine.of(session.cursor()).get(session.frame());
    String label = session.names().label(session.cursor(), its.addressSpace(), pc, its.privilege());
    return "0x" + Numbers.hex(pc) + (label.startsWith("0x") ? "" : "  <" + label + ">");
  }

  // ---- registers

  private static void registers(StepSession session, CommandWords words) {
    TraceCursor at = session.cursor();
    int hart = at.hart();
    if (words.takeIf("f")) {
      words.end();
      FrameRegisters registers = FrameRegisters.of(session);
      RegisterFile file = guest(session).registers().floating();
      for (int i = 0; i < file.size(); i += 2) {
        session.print(floats(file, registers, i) + "   " + floats(file, registers, i + 1));
      }
      return;
    }
    boolean all = words.takeIf("all");
    if (words.hasNext()) {
      while (words.hasNext()) {
        named(session, words.take("a register"));
      }
      return;
    }
    FrameRegisters registers = FrameRegisters.of(session);
    if (session.frame() > 0) {
      session.print(
          new AttributedString("-- frame " + session.frame() + ", before its call", Paint.DIM));
    }
    session.print("pc   " + code(session, registers.pc()));
    RegisterFile file = guest(session).registers().general();
    int rows = file.size() / 4;
    for (int i = 0; i < rows; i++) {
      AttributedStringBuilder line = Paint.line();
      for (int k = i; k < file.size(); k += rows) {
        line.append(String.format(Locale.ROOT, "%-5s", file.name(k)), Paint.DIM);
        line.append(String.format(Locale.ROOT, "%016x", registers.general()[k]));
        line.append(k + rows < file.size() ? "  " : "");
      }
      session.print(line.toAttributedString());
    }
    if (all && session.frame() == 0) {
      session
          .state()
          .read(
              at,
              state -> {
                controls(session, state, hart);
                return null;
              });
    }
  }

  private static String floats(RegisterFile file, FrameRegisters registers, int number) {
    long bits = registers.floating()[number];
    return String.format(
        Locale.ROOT,
        "%-4s %016x %-22s",
        file.name(number),
        bits,
        Double.toString(Double.longBitsToDouble(bits)));
  }

  private static void controls(StepSession session, MachineState state, int hart) {
    for (String name : state.guest().registers().stepperControls()) {
      OptionalLong value = state.control(hart, name);
      if (value.isPresent()) {
        session.print(String.format(Locale.ROOT, "%-9s %016x", name, value.getAsLong()));
      }
    }
  }

  private static void named(StepSession session, String name) {
    TraceCursor at = session.cursor();
    Operand operand = Operand.of(name);
    String plain = name.startsWith("$") ? name.substring(1) : name;
    if (operand.isPc()) {
      session.print(plain + " = " + code(session, value(session, plain)));
      return;
    }
    if (operand.isRegister(guest(session))) {
      session.print(plain + " = " + described(session, value(session, plain)));
      return;
    }
    OptionalLong control = session.state().read(at, state -> state.control(at.hart(), plain));
    if (control.isEmpty()) {
      throw new CommandException("regs: no register \"" + name + "\"");
    }
    session.print(plain + " = 0x" + Numbers.hex(control.getAsLong()));
  }

  // ---- memory

  private static byte[] bytes(StepSession session, long address, int length) {
    TraceCursor at = session.cursor();
    byte[] bytes = session.state().read(at, state -> state.readVirtual(at.hart(), address, length));
    if (bytes.length == 0) {
      throw new CommandException("nothing to read at 0x" + Numbers.hex(address) + " here");
    }
    return bytes;
  }

  private static long littleEndian(byte[] bytes, int from, int size) {
    long value = 0;
    for (int i = Math.min(size, bytes.length - from) - 1; i >= 0; i--) {
      value = value << 8 | (bytes[from + i] & 0xFF);
    }
    return value;
  }

  /** The format in which {@code x} shows memory. */
  private record Format(int count, char letter, int size) {
    static Format of(String text) {
      int at = 0;
      int count = 0;
      while (at < text.length() && Character.isDigit(text.charAt(at))) {
        count = Math.min(100_000, count * 10 + text.charAt(at++) - '0');
      }
      char letter = 'x';
      int size = 0;
      for (; at < text.length(); at++) {
        char c = text.charAt(at);
        switch (c) {
          case 'b' -> size = 1;
          case 'h' -> size = 2;
          case 'w' -> size = 4;
          case 'g' -> size = 8;
          case 'x', 'd', 'u', 'c', 's', 'i' -> letter = c;
          default ->
              throw new CommandException(
                  "x: no format \"" + c + "\"; formats x d u c s i, sizes b h w g");
        }
      }
      int usual = letter == 'c' ? 1 : 8;
      return new Format(Math.max(1, count), letter, size == 0 ? usual : size);
    }
  }

  private static void memory(StepSession session, CommandWords words) {
    Format format = Format.of("");
    if (words.peek().startsWith("/")) {
      format = Format.of(words.take("a format").substring(1));
    }
    String where =
        words.hasNext() ? Locations.take(session, words, "an address") : stackPointer(session);
    words.end();
    long address = value(session, where);
    switch (format.letter()) {
      case 's' -> {
        for (int i = 0; i < format.count(); i++) {
          address += text(session, address);
        }
      }
      case 'i' -> instructions(session, address, format.count());
      default -> numbers(session, address, format);
    }
  }

  private static void numbers(StepSession session, long address, Format format) {
    byte[] bytes = bytes(session, address, format.count() * format.size());
    int perLine = 16 / format.size();
    for (int i = 0; i * format.size() < bytes.length && i < format.count(); i += perLine) {
      AttributedStringBuilder line = Paint.line();
      line.append(StopText.address(address + (long) i * format.size()), Paint.ADDRESS).append(":");
      for (int k = i; k < Math.min(format.count(), i + perLine); k++) {
        int from = k * format.size();
        if (from + format.size() > bytes.length) {
          line.append("  (not mapped)");
          break;
        }
        long value = littleEndian(bytes, from, format.size());
        int shift = 64 - 8 * format.size();
        line.append("  ");
        line.append(
            switch (format.letter()) {
              case 'd' -> Long.toString(value << shift >> shift);
              case 'u' -> Long.toUnsignedString(value);
              case 'c' -> value >= ' ' && value < 127 ? "'" + (char) value + "'" : "" + value;
              default -> String.format(Locale.ROOT, "0x%0" + 2 * format.size() + "x", value);
            });
      }
      session.print(line.toAttributedString());
    }
  }

  /** Prints a string; returns its bytes with the end mark. */
  private static int text(StepSession session, long address) {
    byte[] bytes = bytes(session, address, 256);
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < bytes.length && bytes[at] != 0) {
      int c = bytes[at++] & 0xFF;
      text.append(c >= ' ' && c < 127 ? "" + (char) c : String.format(Locale.ROOT, "\\x%02x", c));
    }
    String more = at == bytes.length ? "..." : "";
    session.print(StopText.address(address) + ":  \"" + text + "\"" + more);
    return at + 1;
  }

  private static void instructions(StepSession session, long from, int count) {
    byte[] bytes = bytes(session, from, count * 4);
    int at = 0;
    for (int i = 0; i < count && at + 2 <= bytes.length; i++) {
      int bits = (int) littleEndian(bytes, at, 4);
      int length = guest(session).length(bits);
      if (at + length > bytes.length) {
        break;
      }
      bits = length == 2 ? bits & 0xFFFF : bits;
      long pc = from + at;
      session.print(
          Paint.line()
              .append(StopText.address(pc), Paint.ADDRESS)
              .append("  ")
              .append(session.stopText().text(session.cursor(), pc, bits))
              .toAttributedString());
      at += length;
    }
  }

  // ---- writes

  /** Takes words that mean memory. */
  static Watch place(StepSession session, CommandWords words) {
    String text = words.take("an address");
    Matcher length = WITH_LENGTH.matcher(text);
    String size = "";
    if (length.matches() && !length.group(1).equals("phys")) {
      text = length.group(1);
      size = length.group(2);
    } else if (words.hasNext()) {
      size = words.take("");
    }
    words.end();
    int bytes = size.isEmpty() ? 8 : (int) Math.min(1 << 20, Numbers.count(size));
    if (bytes < 1) {
      throw new CommandException(words.verb() + ": at least one byte");
    }
    if (text.startsWith(PHYSICAL)) {
      Long physical = CodeNames.address(text.substring(PHYSICAL.length()));
      if (physical == null) {
        throw new CommandException(
            words.verb() + ": \"" + text + "\" is no physical address; example: phys:0x80200000");
      }
      return new Watch(physical, bytes, text, List.of(new FullState.Piece(physical, bytes)));
    }
    long address = value(session, text);
    return new Watch(
        address, bytes, text, session.state().pieces(session.cursor(), address, bytes));
  }

  private static void access(
      StepSession session, CommandWords words, Access.Kind kind, boolean forward) {
    Watch place = place(session, words);
    TraceCursor at = session.cursor();
    Optional<Access> access =
        forward
            ? session.state().next(at, kind, place.pieces())
            : session.state().last(at, kind, place.pieces());
    String does = kind == Access.Kind.READ ? "nobody reads" : "nobody writes to";
    String before = kind == Access.Kind.READ ? "" : ": it is as it was loaded";
    show(
        session,
        access.orElseThrow(
            () ->
                new CommandException(
                    does
                        + " 0x"
                        + Numbers.hex(place.address())
                        + (forward ? " from here on" : " before this" + before))),
        place);
  }

  private static void changed(StepSession session, CommandWords words) {
    Watch place = place(session, words);
    Optional<Access> access = session.state().lastChange(session.cursor(), place.pieces());
    show(
        session,
        access.orElseThrow(
            () ->
                new CommandException(
                    "nothing changed 0x" + Numbers.hex(place.address()) + " before this")),
        place);
  }

  /** Goes to an access and says what it does. */
  static void show(StepSession session, Access access, Watch place) {
    session.cursor().toMoment(access.position().clock(), access.position().traps());
    session.frame(0);
    String who = access.device().isEmpty() ? "" : ", by " + access.device();
    session.print(
        String.format(
            Locale.ROOT,
            "%s (0x%s, %d bytes): %s%s%s",
            place.text(),
            Numbers.hex(place.address()),
            place.bytes(),
            content(access.before()),
            access.store() ? " -> " + content(access.after()) : "",
            who));
    session.showAll();
  }

  /** Bytes as a number, or the first of many one by one. */
  static String content(byte[] bytes) {
    if (bytes.length <= 8) {
      return String.format(
          Locale.ROOT, "0x%0" + 2 * bytes.length + "x", littleEndian(bytes, 0, bytes.length));
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(16, bytes.length); i++) {
      text.append(String.format(Locale.ROOT, "%02x ", bytes[i]));
    }
    return text.toString().strip() + (bytes.length > 16 ? " ..." : "");
  }

  private static void watch(StepSession session, CommandWords words) {
    if (words.takeIf("off")) {
      words.end();
      session.watches().clear();
      session.print("nothing is watched");
      return;
    }
    if (!words.hasNext()) {
      List<String> texts = new ArrayList<>();
      session.watches().forEach(each -> texts.add(each.text() + " (" + each.bytes() + " bytes)"));
      session.print(texts.isEmpty() ? "nothing is watched" : String.join(", ", texts));
      return;
    }
    Watch place = place(session, words);
    session.watches().add(place);
    session.print(
        "watching "
            + place.text()
            + " (0x"
            + Numbers.hex(place.address())
            + ", "
            + place.bytes()
            + " bytes); c and rc stop at writes, watch off ends that");
  }
}

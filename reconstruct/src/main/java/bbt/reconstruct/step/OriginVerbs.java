package bbt.reconstruct.step;

import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Registers;
import bbt.ptg.guest.data.GuestRegister;
import bbt.reconstruct.cursor.CursorPosition;
import bbt.reconstruct.cursor.Outcome;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.origin.Holder;
import bbt.reconstruct.replay.origin.Origin;
import bbt.reconstruct.replay.origin.OriginEnd;
import bbt.reconstruct.replay.origin.OriginFinder;
import bbt.reconstruct.replay.origin.OriginStep;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.CommandWords;
import bbt.reconstruct.step.text.Numbers;
import bbt.reconstruct.step.text.Paint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;

/** Implements the verb that follows a value backwards to where it was made. */
final class OriginVerbs {
  /** Steps that are made if nothing else is said. */
  private static final int USUAL = 64;

  private static final int MOST = 100_000;
  private static final String STEPS = "steps=";

  /** The most lines that are told as a group when they come again and again. */
  private static final int LONGEST_GROUP = 4;

  /** Repeated lines that are told in one. */
  private static final int REPEATED = 3;

  private static final int WIDEST = 40;

  static final List<Verb> ALL =
      List.of(
          new Verb(
              List.of("origin"),
              StateVerbs.GROUP,
              "REGISTER | ADDRESS|SYMBOL|REGISTER+OFFSET|OFFSET(REGISTER)|phys:ADDRESS[:BYTES]"
                  + " [steps=N]",
              "where a value came from, backwards through moves, loads and stores, to what computed"
                  + " it; goes to the last line's instruction",
              List.of("origin {6}", "origin {6}+16", "origin ring+528:4 steps=10"),
              false,
              Verb.Expects.VALUE,
              OriginVerbs::origin));

  private OriginVerbs() {}

  private static void origin(StepSession session, CommandWords words) {
    String what = words.take("a register or an address");
    int most = USUAL;
    List<String> place = new ArrayList<>(List.of(what));
    while (words.hasNext()) {
      String word = words.take("");
      if (word.startsWith(STEPS)) {
        most = steps(word.substring(STEPS.length()));
      } else {
        place.add(word);
      }
    }
    GuestRegister register = register(session.map().guest(), what);
    Origin found;
    if (register == null) {
      StateVerbs.Watch memory =
          StateVerbs.place(session, new CommandWords(words.verb(), String.join(" ", place)));
      found = ofMemory(session, memory, most);
    } else if (place.size() > 1) {
      throw new CommandException(
          "origin: what is \"" + place.get(1) + "\"? All of a register is followed");
    } else {
      found = ofRegister(session, register, most);
    }
    session.print(what + " = " + number(found.value()));
    print(session, found);
  }

  private static int steps(String number) {
    long steps = Numbers.count(number);
    if (steps < 1 || steps > MOST) {
      throw new CommandException("origin: steps=" + number + ": 1 to " + MOST);
    }
    return (int) steps;
  }

  /** The register that a word is the name of; null if it is none. */
  private static GuestRegister register(GuestIsa guest, String word) {
    String name = word.startsWith("$") ? word.substring(1) : word;
    if (name.equals("pc")) {
      throw new CommandException(
          "origin: how it came to this pc is what history, caller and rbr show");
    }
    int general = guest.registers().number(name);
    if (general >= 0) {
      return GuestRegister.general(general);
    }
    int floating = guest.registers().floating().names().indexOf(name);
    return floating >= 0 ? GuestRegister.floating(floating) : null;
  }

  private static OriginFinder finder(StepSession session, Replay replay) {
    return new OriginFinder(
        replay,
        session.map(),
        session.feedback()::interrupted,
        clock -> session.feedback().progress(clock, Math.max(1, session.map().endClock())));
  }

  private static Position moment(TraceCursor at) {
    return new Position(at.clock(), at.trapsHere());
  }

  /** Of a selected caller, the register is that before its call. */
  private static Origin ofRegister(StepSession session, GuestRegister register, int most) {
    TraceCursor at = session.cursor();
    CursorPosition here = at.position();
    try {
      if (session.frame() > 0) {
        Outcome outcome = session.moves().caller(session.frame() - 1);
        if (outcome == Outcome.INTERRUPTED) {
          throw new CancellationException();
        }
        if (outcome != Outcome.FOUND) {
          throw new CommandException(
              "origin: the trace does not hold the call of frame " + session.frame());
        }
      }
      return session
          .state()
          .at(at, replay -> finder(session, replay).of(moment(at), at.hart(), register, most));
    } finally {
      at.to(here);
    }
  }

  private static Origin ofMemory(StepSession session, StateVerbs.Watch memory, int most) {
    TraceCursor at = session.cursor();
    List<Holder.Range> ranges =
        memory.pieces().stream().map(p -> new Holder.Range(p.physical(), p.bytes())).toList();
    Holder.InMemory holder = new Holder.InMemory(memory.address(), ranges);
    return session
        .state()
        .at(
            at,
            replay -> {
              if (holder.read(replay.state()).length < holder.bytes()) {
                throw new CommandException("origin: not all of this is in RAM");
              }
              return finder(session, replay).of(moment(at), holder, most);
            });
  }

  // ---- the lines

  /**
   * A step as text.
   *
   * @param instruction told of it, or who else wrote
   */
  private record Line(OriginStep step, String count, String place, String instruction) {}

  private static void print(StepSession session, Origin found) {
    TraceCursor cursor = new TraceCursor(session.map());
    List<Line> lines = new ArrayList<>();
    for (OriginStep step : found.steps()) {
      cursor.toMoment(step.at().clock(), step.at().traps());
      String label =
          session.names().label(cursor, cursor.addressSpace(), step.pc(), cursor.privilege());
      lines.add(
          new Line(
              step,
              "[" + Numbers.grouped(step.at().clock()) + "]",
              label,
              session.stopText().text(cursor, step.pc(), step.bits())));
    }
    int count = width(lines.stream().map(Line::count).toList());
    int place = width(lines.stream().map(Line::place).toList());
    int instruction = width(lines.stream().map(Line::instruction).toList());
    for (int i = 0; i < lines.size(); ) {
      int group = group(lines, i);
      int again = repetitions(lines, i, group);
      for (Line line : lines.subList(i, i + group)) {
        session.print(
            Paint.line()
                .append(" ".repeat(count - line.count.length()))
                .append(line.count, Paint.COUNT)
                .append("  ")
                .append(padded(line.place, place), Paint.SYMBOL)
                .append("  ")
                .append(padded(line.instruction, instruction))
                .append("  ")
                .append(held(session, line.step))
                .toAttributedString());
      }
      i += group * (again + 1);
      if (again > 0) {
        session.print(
            " ".repeat(count)
                + (group == 1 ? "  the same " : "  these " + group + " lines ")
                + (again == 1 ? "once" : Numbers.grouped(again) + " times")
                + " more, back to "
                + lines.get(i - 1).count);
      }
    }
    session.print(ending(session, found));
    if (!found.steps().isEmpty()) {
      Position last = found.steps().getLast().at();
      session.cursor().toMoment(last.clock(), last.traps());
      session.frame(0);
      session.showAll();
    }
  }

  /** The lines from one on that are told together: more than one if they come again. */
  private static int group(List<Line> lines, int from) {
    for (int group = 1; group <= LONGEST_GROUP; group++) {
      if (repetitions(lines, from, group) > 0) {
        return group;
      }
    }
    return 1;
  }

  /** How often a group of lines is followed by the same instructions; 0 for too few of them. */
  private static int repetitions(List<Line> lines, int from, int group) {
    int at = from + group;
    while (at < lines.size() && lines.get(at).step.pc() == lines.get(at - group).step.pc()) {
      at++;
    }
    int again = (at - from) / group - 1;
    return again * group < REPEATED ? 0 : again;
  }

  private static int width(List<String> texts) {
    return texts.stream().mapToInt(String::length).filter(n -> n <= WIDEST).max().orElse(0);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  /** What holds the value behind a step. */
  private static String held(StepSession session, OriginStep step) {
    int bytes = step.value().length;
    String part =
        bytes < step.wanted()
            ? "  (" + bytes + " of the " + step.wanted() + " bytes: the last that was written)"
            : "";
    return switch (step.holder()) {
      case Holder.InRegister r ->
          name(session, r.register())
              + (r.bytes() == Long.BYTES ? "" : " (" + bytes(r) + ")")
              + " = "
              + number(step.value());
      case Holder.InMemory m ->
          "0x" + Numbers.hex(m.address()) + " = " + number(step.value()) + part;
    };
  }

  private static String bytes(Holder.InRegister its) {
    int last = its.first() + its.bytes() - 1;
    return its.bytes() == 1 ? "byte " + last : "bytes " + its.first() + " to " + last;
  }

  private static String name(StepSession session, GuestRegister register) {
    Registers files = session.map().guest().registers();
    return (register.floating() ? files.floating() : files.general()).name(register.number());
  }

  private static String number(byte[] value) {
    return value.length == Long.BYTES
        ? "0x" + Numbers.hex(littleEndian(value))
        : StateVerbs.content(value);
  }

  private static long littleEndian(byte[] value) {
    long all = 0;
    for (int i = value.length - 1; i >= 0; i--) {
      all = all << 8 | value[i] & 0xFF;
    }
    return all;
  }

  private static String ending(StepSession session, Origin found) {
    return switch (found.ending()) {
      case OriginEnd.Computed c -> "computed there from " + inputs(session, c);
      case OriginEnd.DeviceRegister d ->
          "read there from a device, at physical 0x" + Numbers.hex(d.physical());
      case OriginEnd.Device d -> "written there by " + d.device();
      case OriginEnd.Gap g -> "not known further: before that the trace has a gap: " + g.message();
      case OriginEnd.Plain p ->
          switch (p) {
            case CONSTANT -> "a constant: the code there says it";
            case CONTROL -> "read there from a control register";
            case FIRMWARE -> "what the firmware answered there";
            case OUTCOME -> "whether the conditional store there was carried out";
            case INITIAL -> initial(found);
            case NOT_INDEXED -> "not known further" + session.before();
            case UNKNOWN ->
                "not known further: something wrote it since that neither instructions nor devices did";
            case LIMIT ->
                String.format(
                    Locale.ROOT, "and so on: these are %,d steps (steps=N)", found.steps().size());
          };
    };
  }

  /** Nothing wrote it: of what was asked, or of what the last step took. */
  private static String initial(Origin found) {
    return found.holder() instanceof Holder.InMemory
        ? "nobody has written to memory there before: it is as it was loaded"
        : "nothing has written the register before: it is as it was when the hart began";
  }

  private static String inputs(StepSession session, OriginEnd.Computed made) {
    List<String> all = new ArrayList<>();
    for (OriginEnd.Input each : made.inputs()) {
      all.add(name(session, each.register()) + " = 0x" + Numbers.hex(each.value()));
    }
    if (made.memory()) {
      all.add("memory");
    }
    return String.join(", ", all);
  }
}

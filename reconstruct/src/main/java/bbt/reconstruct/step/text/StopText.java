package bbt.reconstruct.step.text;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.TraceRule;
import bbt.reconstruct.cursor.KnownBytes;
import bbt.reconstruct.cursor.PlaceNames;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.map.TaskNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.LongFunction;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/**
 * Writes a stop as one line, after the founding paper's Listing 2:
 *
 * <pre>
 * (packet:node:bit:value) [count] pc : [instruction/of node] (KIND) : disassembly (symbol)
 * </pre>
 */
public final class StopText {
  /** Instead of an instruction: the trace holds the code that retired. */
  public static final String NOWHERE = "an instruction that never retired: not in the trace";

  private final PlaceNames names;
  private final GuestIsa guest;

  public StopText(PlaceNames names) {
    this.names = names;
    this.guest = names.guest();
  }

  /** Writes the line of a stop. */
  public AttributedString line(TraceCursor at) {
    AttributedStringBuilder line = Paint.line();
    TraceCursor.PacketPlace place = at.place();
    OptionalInt bit = at.bit();
    line.append(
        String.format(
            Locale.ROOT,
            "(%d:%d:%3d:%s) ",
            place.packet(),
            place.node(),
            place.bit(),
            bit.isPresent() ? Integer.toString(bit.getAsInt()) : " "),
        Paint.DIM);
    line.append(String.format(Locale.ROOT, "[%,6d] ", at.clock()), Paint.COUNT);
    switch (at.kind()) {
      case INSTRUCTION -> instruction(line, at);
      case TRAP -> trap(line, at);
      case GAP -> line.append("(GAP) : ", Paint.ERROR).append(at.message());
      case END -> {
        line.append(address(at.pc()), Paint.ADDRESS).append(" : ");
        line.append("(END OF TRACE)", Paint.KIND).append(" : ").append(at.message());
        symbol(line, at);
      }
    }
    return line.toAttributedString();
  }

  /** A stop in a few words: count, name, what the node ends with or what came. */
  public AttributedString brief(TraceCursor at) {
    AttributedStringBuilder line = Paint.line();
    line.append(String.format(Locale.ROOT, "[%,d] ", at.clock()), Paint.COUNT);
    line.append(names.label(at, at.addressSpace(), at.pc(), at.privilege()), Paint.SYMBOL);
    line.append(" ");
    if (at.trap() != null) {
      line.append(guest.traps().title(at.trap().kind(), at.trap().cause()), Paint.ERROR);
    } else if (at.message() != null) {
      line.append(at.message(), Paint.ERROR);
    } else {
      line.append(text(at, at.pc(), at.node().bits(at.indexInNode())));
    }
    return line.toAttributedString();
  }

  private void instruction(AttributedStringBuilder line, TraceCursor at) {
    Node node = at.node();
    line.append(address(at.pc()), Paint.ADDRESS).append(" : ");
    line.append(
        String.format(Locale.ROOT, "[%2d/%2d] ", at.indexInNode() + 1, node.count()), Paint.DIM);
    String kind = kind(at);
    if (!kind.isEmpty()) {
      line.append("(" + kind + ")", kind.equals("BRANCH TAKEN") ? Paint.TAKEN : Paint.KIND);
      line.append(" : ");
    } else {
      line.append(": ");
    }
    line.append(text(at, at.pc(), node.bits(at.indexInNode())));
    jumpTarget(line, at);
    symbol(line, at);
  }

  private void trap(AttributedStringBuilder line, TraceCursor at) {
    Packet.Exception trap = at.trap();
    boolean interrupt = trap.kind() == ExceptionKind.INTERRUPT;
    line.append(address(at.pc()), Paint.ADDRESS).append(" : ");
    line.append(interrupt ? "(INTERRUPT)" : "(EXCEPTION)", Paint.ERROR).append(" : ");
    line.append(guest.traps().title(trap.kind(), trap.cause()), Paint.BOLD);
    if (trap.tval() != 0) {
      line.append(", tval 0x" + Numbers.hex(trap.tval()));
    }
    if (!interrupt) {
      line.append(", at ").append(attempted(at, trap));
    }
    line.append(" -> ").append(address(trap.pc()), Paint.ADDRESS);
    String handler = names.label(at.addressSpace(), trap.pc(), at.clock());
    if (handler != null) {
      line.append(" <" + handler + ">", Paint.SYMBOL);
    }
    symbol(line, at);
  }

  /** The instruction at which a trap came, as far as it is known: it may never have retired. */
  public String attempted(TraceCursor at, Packet.Exception trap) {
    OptionalInt bits = KnownBytes.around(at).instruction(trap.epc());
    if (bits.isPresent()) {
      return text(at, trap.epc(), bits.getAsInt());
    }
    String known = guest.traps().attempted(trap.cause(), trap.tval(), trap.epc());
    return known == null ? NOWHERE : spaced(known);
  }

  /** Where an indirect jump or return went: the code does not say so. */
  private void jumpTarget(AttributedStringBuilder line, TraceCursor at) {
    if (!at.atNodeEnd() || at.node().end() != Node.End.FLOW) {
      return;
    }
    TraceRule rule = at.node().rule();
    if (rule.leaves() == TraceRule.Leaves.TARGET || rule.leaves() == TraceRule.Leaves.TRAP_RETURN) {
      long to = at.pcAfter();
      line.append(" -> ").append(address(to), Paint.ADDRESS);
      // Behind a trap return another mode goes on.
      boolean returns = rule.leaves() == TraceRule.Leaves.TRAP_RETURN;
      String label =
          returns
              ? names.label(at.addressSpace(), to, at.clock())
              : names.label(at, at.addressSpace(), to, at.privilege());
      if (label != null && !label.startsWith("0x")) {
        line.append(" <" + label + ">", Paint.SYMBOL);
      }
    }
  }

  private void symbol(AttributedStringBuilder line, TraceCursor at) {
    String label = names.label(at, at.addressSpace(), at.pc(), at.privilege());
    if (!label.startsWith("0x")) {
      line.append("  (").append(label, Paint.SYMBOL).append(")");
    }
  }

  /** The kind of stop that an instruction is; empty for one in the middle of a node. */
  static String kind(TraceCursor at) {
    boolean first = at.indexInNode() == 0;
    if (!at.atNodeEnd()) {
      return first ? "START" : "";
    }
    if (at.node().end() != Node.End.FLOW) {
      return switch (at.node().end()) {
        case SYSTEM -> "SYSTEM";
        case TRAP -> call(at);
        default -> first ? "START" : "";
      };
    }
    TraceRule rule = at.node().rule();
    return switch (rule.leaves()) {
      case BRANCH -> at.bit().getAsInt() == 1 ? "BRANCH TAKEN" : "BRANCH";
      case TRAP_RETURN -> "TRAP RETURN";
      case TRAP -> call(at);
      case TARGET -> rule.pushes() ? "CALL" : rule.pops() ? "RETURN" : "JUMP";
      case NOTHING -> {
        yield rule.pushes() ? "CALL" : "JUMP";
      }
    };
  }

  private static String call(TraceCursor at) {
    return at.node().guest().traps().call().mnemonic().toUpperCase(Locale.ROOT);
  }

  /** The instruction's text, with one space behind the mnemonic. */
  public String text(TraceCursor at, long pc, int bits) {
    int space = at.addressSpace();
    return text(guest, pc, bits, target -> names.label(space, target, at.clock()));
  }

  /** The instruction's text, with other names of what it refers to. */
  public static String text(GuestIsa guest, long pc, int bits, LongFunction<String> labels) {
    return spaced(guest.text(pc, bits, labels));
  }

  private static String spaced(String instruction) {
    return instruction.replace('\t', ' ');
  }

  /** Where and when, for a line of its own when it changes. */
  public String context(TraceCursor at, int harts) {
    StringBuilder text = new StringBuilder();
    if (harts > 1) {
      text.append("hart ").append(at.hart()).append(", ");
    }
    text.append(guest.mode(at.privilege()).name()).append(", ");
    text.append(task(at.task(), at.taskName()));
    if (at.addressSpace() != 0) {
      text.append(", address space ").append(at.addressSpace());
    }
    return text.toString();
  }

  /** Says from what a context switch came, as an addition to the context; else empty. */
  public String switched(TraceCursor at) {
    TraceCursor.Switched from = at.switchedFrom();
    if (from == null) {
      return "";
    }
    List<String> others = new ArrayList<>();
    if (from.task() != at.task()) {
      others.add(task(from.task(), from.name()));
    }
    if (from.addressSpace() != at.addressSpace()) {
      others.add(space(from.addressSpace()));
    }
    return "; switched from " + String.join(", ", others);
  }

  private static String space(int number) {
    return number == 0 ? "physical addresses" : "address space " + number;
  }

  private static String task(long task, TaskNames.Name name) {
    return name != null ? "task " + name : task != 0 ? "task 0x" + Numbers.hex(task) : "no task";
  }

  public static String address(long pc) {
    return String.format(Locale.ROOT, "%08x", pc);
  }
}

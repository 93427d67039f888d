package bbt.reconstruct.diff.find;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.walk.graph.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Prints control flow: describes each jump, branch and trap that a cursor passed. */
final class FlowTeller {
  /** The name of the kernel before it has tasks. */
  static final String NO_TASK = "no task";

  /** A target as the disassembler has it: {@code 80001234 <name+0x34>}. */
  private static final Pattern TARGET = Pattern.compile("[0-9a-f]+ <(.*)>$");

  private final FlowCursor cursor;

  FlowTeller(FlowCursor cursor) {
    this.cursor = cursor;
  }

  /** The lines of these items, in order; straight lines and direct jumps say nothing. */
  List<FlowLine> lines(List<FlowCursor.Past> items) {
    List<FlowLine> lines = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      FlowCursor.Past past = items.get(i);
      FlowLine line =
          switch (past.item()) {
            case FlowItem.Piece piece -> piece(piece, past, next(items, i));
            case FlowItem.Trap trap -> trap(trap.packet(), past.executor());
            case FlowItem.Switch to -> contextSwitch(to.packet(), past.executor());
            default -> null;
          };
      if (line != null) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** Where control goes. */
  private record Next(long pc, CodeContext executor) {}

  /** Where control is behind an item, or null when that is not known. */
  private static Next next(List<FlowCursor.Past> items, int i) {
    if (i + 1 == items.size()) {
      return null;
    }
    CodeContext its = items.get(i + 1).executor();
    return switch (items.get(i + 1).item()) {
      case FlowItem.Piece piece -> new Next(piece.step().pc(), its);
      case FlowItem.Trap trap -> new Next(trap.packet().epc(), its);
      case FlowItem.TrapReturn ret -> new Next(ret.target(), its.in(ret.privilege()));
      default -> null;
    };
  }

  private FlowLine piece(FlowItem.Piece piece, FlowCursor.Past past, Next next) {
    Step step = piece.step();
    if (!piece.whole()) {
      return null;
    }
    boolean decides =
        step.branches() || step.leavesTarget() || step.calls() || step.returnsFromTrap();
    if (!decides) {
      return null;
    }
    Node node = step.node();
    long site = node.lastAddress();
    String outcome = "";
    if (step.branches()) {
      outcome = next == null ? "" : next.pc() == step.link() ? "not taken" : "taken";
    } else if (next != null) {
      outcome = "to " + name(next.executor(), next.pc());
    }
    return new FlowLine(
        past.retired() + node.count() - 1,
        site,
        name(past.executor(), site),
        text(past.executor(), site, node.bits(node.count() - 1)),
        outcome,
        cursor.side.source(past.executor(), site));
  }

  private String name(CodeContext its, long pc) {
    return cursor.side.name(its, pc);
  }

  /** An instruction as text; a target by its name alone, which is its address if it has none. */
  String text(CodeContext its, long pc, int bits) {
    String text =
        cursor.side.symbols().guest().text(pc, bits, to -> name(its, to)).replace('\t', ' ');
    return TARGET.matcher(text).replaceFirst("$1");
  }

  private FlowLine trap(Packet.Exception packet, CodeContext its) {
    return new FlowLine(
        packet.retired(),
        packet.epc(),
        packet.kind() == ExceptionKind.RESET ? "" : name(its, packet.epc()),
        describe(cursor.side.causes(), packet),
        packet.kind() == ExceptionKind.FIRMWARE
            ? ""
            : "to " + name(its.in(packet.privilege()), packet.pc()),
        packet.kind() == ExceptionKind.RESET ? "" : cursor.side.source(its, packet.epc()));
  }

  /** Describes a trap in words. */
  static String describe(TrapCauses causes, Packet.Exception packet) {
    if (packet.kind() == ExceptionKind.RESET) {
      return "reset";
    }
    if (packet.kind() == ExceptionKind.FIRMWARE) {
      return causes.title(packet.kind(), packet.cause());
    }
    String name = causes.title(packet.cause());
    return packet.cause() < 0 || packet.tval() == 0 || packet.kind() == ExceptionKind.SYSTEM_CALL
        ? name
        : name + String.format(Locale.ROOT, " (tval 0x%x)", packet.tval());
  }

  private FlowLine contextSwitch(Packet.Switch packet, CodeContext its) {
    return new FlowLine(
        packet.retired(),
        packet.pc(),
        name(its, packet.pc()),
        "context switch",
        "to " + taskName(packet.task()),
        cursor.side.source(its, packet.pc()));
  }

  /** A task as the guest calls it. */
  String taskName(long task) {
    var named = cursor.tape.task(task);
    return named == null
        ? task == 0 ? NO_TASK : String.format(Locale.ROOT, "task 0x%x", task)
        : named.name() + (named.pid() >= 0 ? " (pid " + named.pid() + ")" : "");
  }
}

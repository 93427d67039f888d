package bbt.reconstruct.step;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.cursor.KnownBytes;
import bbt.reconstruct.cursor.TakenPath;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.step.text.Paint;
import bbt.reconstruct.step.text.StopText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/**
 * Lists the code around a place, annotated with the path that this call of the function took: what
 * was executed before, what will be, and which way each branch went.
 */
public final class Listing {
  /** Bytes to look back for the start of code that has no symbol. */
  private static final int BACK = 128;

  /** A function longer than this is shown around the place only. */
  private static final int LONGEST = 1 << 16;

  /** A line, and the address that it is about; gaps have that of what follows. */
  public record Line(long address, AttributedString text) {}

  private Listing() {}

  /** The lines of the function around an address, in order. */
  public static List<Line> around(StepSession session, long pc) {
    TraceCursor at = session.cursor();
    KnownBytes code = KnownBytes.around(at);
    TakenPath path = TakenPath.around(at);
    TraceSymbols.Function function = session.names().function(at.addressSpace(), pc, at.clock());
    long from = function == null ? pc - BACK : function.address();
    if (pc - from > LONGEST) {
      from = pc - BACK;
    }
    List<Line> lines = new ArrayList<>();
    if (function != null) {
      lines.add(new Line(from, new AttributedString(function.name() + ":", Paint.SYMBOL.bold())));
    }
    long address = from;
    long end = pc + LONGEST;
    boolean gap = false;
    int behind = 0;
    while (address < end) {
      TraceSymbols.Function its = session.names().function(at.addressSpace(), address, at.clock());
      boolean left = function == null ? its != null : its == null || !its.equals(function);
      if (address > pc && left) {
        break;
      }
      OptionalInt bits = code.instruction(address);
      if (bits.isEmpty()) {
        TakenPath.Attempt attempt = path.attempt(address);
        if (attempt != null) {
          lines.add(new Line(address, trapped(session, attempt, address == pc)));
          TrapCauses causes = session.map().guest().traps();
          if (causes.isCall(attempt.trap().cause())) {
            gap = false;
            address += causes.call().bytes();
            continue;
          }
        } else if (address == pc) {
          lines.add(new Line(pc, never(pc)));
        } else if (!gap && !lines.isEmpty()) {
          lines.add(new Line(address, new AttributedString("      ... never executed", Paint.DIM)));
        }
        gap = true;
        address += session.map().guest().alignment();
        if (address > pc && ++behind > BACK) {
          break;
        }
        continue;
      }
      gap = false;
      behind = 0;
      lines.add(new Line(address, line(session, at, path, address, bits.getAsInt(), pc)));
      address += session.map().guest().length(bits.getAsInt());
    }
    while (!lines.isEmpty() && lines.getLast().text().toString().endsWith("never executed")) {
      lines.removeLast();
    }
    return lines;
  }

  /** An instruction that is known by its trap alone, such as a system call. */
  private static AttributedString trapped(
      StepSession session, TakenPath.Attempt attempt, boolean here) {
    return start(attempt.trap().epc(), here, attempt.before() ? "|" : ":")
        .append(session.stopText().attempted(session.cursor(), attempt.trap()))
        .append("   " + session.map().guest().traps().title(attempt.trap().cause()), Paint.ERROR)
        .toAttributedString();
  }

  private static AttributedString never(long pc) {
    return start(pc, true, " ").append(StopText.NOWHERE).toAttributedString();
  }

  private static AttributedStringBuilder start(long address, boolean here, String path) {
    return Paint.line()
        .append(here ? "=> " : "   ", Paint.BOLD)
        .append(path, Paint.TAKEN)
        .append(" ")
        .append(StopText.address(address), Paint.ADDRESS)
        .append("  ");
  }

  private static AttributedString line(
      StepSession session, TraceCursor at, TakenPath path, long address, int bits, long pc) {
    int before = path.before(address);
    int after = path.after(address);
    AttributedStyle style = before > 0 || address == pc ? Paint.PLAIN : Paint.DIM;
    AttributedStringBuilder line =
        start(address, address == pc, before > 0 ? "|" : after > 0 ? ":" : " ");
    line.append(session.stopText().text(at, address, bits), style);
    if (session.map().guest().flow(bits) == ControlFlow.CONDITIONAL_BRANCH) {
      line.append(branch(path, address), Paint.TAKEN);
    } else if (before > 1) {
      line.append(String.format(Locale.ROOT, "   x%,d", before), Paint.DIM);
    }
    return line.toAttributedString();
  }

  private static String branch(TakenPath path, long address) {
    int taken = path.taken(address);
    int not = path.before(address) - taken;
    StringBuilder text = new StringBuilder();
    if (taken > 0 && not > 0) {
      text.append(
          String.format(Locale.ROOT, "   taken %,d, not taken %,d, last time ", taken, not));
      text.append(path.lastTaken(address) ? "taken" : "not");
    } else if (taken > 0) {
      text.append("   taken").append(taken > 1 ? String.format(Locale.ROOT, " x%,d", taken) : "");
    } else if (not > 0) {
      text.append("   not taken");
      text.append(not > 1 ? String.format(Locale.ROOT, " x%,d", not) : "");
    }
    path.next(address)
        .ifPresent(next -> text.append(next ? "   will be taken" : "   will not be taken"));
    return text.toString();
  }
}

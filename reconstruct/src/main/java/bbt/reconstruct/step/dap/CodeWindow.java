package bbt.reconstruct.step.dap;

import bbt.reconstruct.cursor.KnownBytes;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.text.CommandException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;

/**
 * Shows the code around the cursor, as far as the trace holds it: what was executed by then, or,
 * once the run has been executed again for registers or memory, all of it.
 */
final class CodeWindow {
  /** A function longer than this is shown around the place only. */
  private static final int LONGEST = 1 << 14;

  private final StepSession session;
  private final TraceCursor at;
  private final KnownBytes known;

  CodeWindow(StepSession session) {
    this.session = session;
    this.at = session.cursor();
    this.known = KnownBytes.around(at);
  }

  /**
   * An instruction.
   *
   * @param bytes 0 where nothing is known
   * @param text disassembled; empty where nothing is known
   */
  record Shown(long address, int bytes, int bits, String text) {
    /** The instruction's bytes as hexadecimal text, in the order of memory. */
    String hex() {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < bytes; i++) {
        text.append(HexFormat.of().toHexDigits((byte) (bits >>> 8 * i)));
      }
      return text.toString();
    }
  }

  /** The instruction at an address. */
  private Shown at(long address) {
    OptionalInt bits = known.instruction(address);
    if (bits.isEmpty() && session.state().isOpen()) {
      bits = ofMemory(address);
    }
    if (bits.isEmpty()) {
      return new Shown(address, 0, 0, "");
    }
    int length = session.map().guest().length(bits.getAsInt());
    return new Shown(
        address,
        length,
        bits.getAsInt(),
        session.stopText().text(at, address, bits.getAsInt()).toString());
  }

  private OptionalInt ofMemory(long address) {
    byte[] bytes;
    try {
      bytes = session.state().read(at, state -> state.readVirtual(at.hart(), address, 4));
    } catch (CommandException e) {
      return OptionalInt.empty(); // the trace has more places than a run that is executed again
    }
    if (bytes.length < 2) {
      return OptionalInt.empty();
    }
    int bits = 0;
    for (int i = 0; i < bytes.length; i++) {
      bits |= (bytes[i] & 0xFF) << 8 * i;
    }
    int length = session.map().guest().length(bits);
    return length > bytes.length
        ? OptionalInt.empty()
        : OptionalInt.of(length == 2 ? bits & 0xFFFF : bits);
  }

  private TraceSymbols.Function function(long address) {
    return session.names().function(at.addressSpace(), address, at.clock());
  }

  private int alignment() {
    return session.map().guest().alignment();
  }

  /** Where the next instruction stands; behind an unknown one, where the shortest would end. */
  private long behind(Shown one) {
    return one.address() + (one.bytes() == 0 ? alignment() : one.bytes());
  }

  /** The instructions from an address on, so many; unknown ones are as long as the shortest. */
  private List<Shown> forward(long from, int count) {
    List<Shown> all = new ArrayList<>();
    long address = from;
    while (all.size() < count) {
      Shown one = at(address);
      all.add(one);
      address = behind(one);
    }
    return all;
  }

  /**
   * Returns so many instructions in a row.
   *
   * @param first of them: so many instructions behind the address; negative: before it
   */
  List<Shown> around(long address, int first, int count) {
    if (first >= 0) {
      List<Shown> all = forward(address, first + count);
      return all.subList(first, all.size());
    }
    List<Shown> before = before(address, -first);
    List<Shown> all = new ArrayList<>(before.subList(0, Math.min(count, before.size())));
    all.addAll(forward(address, count - all.size()));
    return all;
  }

  /** Instructions that end where another begins, exactly so many. */
  private List<Shown> before(long address, int count) {
    List<Shown> found = new ArrayList<>();
    long end = address;
    while (found.size() < count) {
      List<Shown> piece = pieceBefore(end);
      found.addAll(0, piece);
      end = piece.getFirst().address();
    }
    return found.subList(found.size() - count, found.size());
  }

  /** Instructions from the start of the function in front of an address up to there. */
  private List<Shown> pieceBefore(long end) {
    TraceSymbols.Function function = function(end - alignment());
    if (function != null && end - function.address() <= LONGEST && function.address() < end) {
      List<Shown> all = new ArrayList<>();
      long address = function.address();
      while (address < end) {
        Shown one = at(address);
        all.add(one);
        address = behind(one);
      }
      if (address == end) {
        return all;
      }
    }
    long last = end - alignment();
    OptionalInt bits = known.instruction(last);
    return List.of(
        bits.isPresent() && session.map().guest().length(bits.getAsInt()) == alignment()
            ? at(last)
            : new Shown(last, 0, 0, ""));
  }

  /**
   * The code of a function.
   *
   * @param function null where none is known
   * @param code its instructions that are known, in order
   */
  record ListedFunction(TraceSymbols.Function function, List<Shown> code) {}

  /** The function around an address. */
  ListedFunction functionAround(long pc) {
    TraceSymbols.Function function = function(pc);
    long from = function == null || pc - function.address() > LONGEST ? pc : function.address();
    List<Shown> all = new ArrayList<>();
    long address = from;
    while (address - from < LONGEST) {
      TraceSymbols.Function its = function(address);
      if (address > pc && (its == null || !its.equals(function))) {
        break;
      }
      Shown one = at(address);
      if (one.bytes() > 0 || address == pc) {
        all.add(one);
      }
      address = behind(one);
    }
    return new ListedFunction(function, all);
  }
}

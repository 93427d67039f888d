package bbt.reconstruct.replay.check;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.ChunkHeader.Kind;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import bbt.reconstruct.walk.hart.SidebandLedger;
import bbt.reconstruct.walk.hart.WalkException;
import bbt.reconstruct.walk.hart.Walker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The events that a frame tells of its hart, one after the other.
 *
 * @param guest whose frame it is
 * @param events what was done
 * @param problem why nothing follows, though the frame goes on; null if it was walked to its end
 */
record FrameWalk(GuestIsa guest, List<Event> events, String problem) {
  /** An event in the frame. */
  sealed interface Event {}

  /** The first {@code count} instructions of a node, at least one. */
  record Piece(Step step, int count) implements Event {
    long address(int i) {
      return step.node().address(i);
    }
  }

  /** The direction of the branch at the end of the piece before. */
  record Branch(boolean taken) implements Event {}

  /**
   * Reset, trap or firmware call.
   *
   * @param packet without the numbers of events behind it: those are events of their own
   */
  record Trap(Packet.Exception packet) implements Event {
    static Trap of(Packet.Exception p) {
      return new Trap(
          new Packet.Exception(
              p.retired(),
              p.pc(),
              0,
              0,
              p.kind(),
              p.privilege(),
              p.cause(),
              p.epc(),
              p.tval(),
              p.verifyHash()));
    }
  }

  /**
   * Task or address space changed.
   *
   * @param packet without the numbers of events behind it
   */
  record Switch(Packet.Switch packet) implements Event {
    static Switch of(Packet.Switch p) {
      return new Switch(
          new Packet.Switch(
              p.retired(),
              p.pc(),
              0,
              0,
              p.addressSpace(),
              p.addressSpaceRegister(),
              p.task(),
              p.previousTask(),
              p.stack(),
              p.previousStack()));
    }
  }

  /** The return from a trap at the end of the piece before went there. */
  record TrapReturn(long target, int privilege) implements Event {}

  private static final class Listener implements FlowListener, PieceConsumer {
    private List<Event> events = new ArrayList<>();

    @Override
    public void piece(Step step, int count) {
      events.add(new Piece(step, count));
    }

    @Override
    public void branch(Step step, boolean taken) {
      events.add(new Branch(taken));
    }

    @Override
    public Rounds rounds(long retired) {
      return Rounds.EACH;
    }

    @Override
    public void exception(Packet.Exception packet) {
      events.add(Trap.of(packet));
    }

    @Override
    public void contextSwitch(Packet.Switch packet) {
      events.add(Switch.of(packet));
    }

    @Override
    public void trapReturn(long retired, long target, int privilege) {
      events.add(new TrapReturn(target, privilege));
    }
  }

  /**
   * Walks a frame with the code that a trace has announced before.
   *
   * @param before file offset up to which the chunks of the frame's hart stand before it
   * @param sideband what is announced on top of that
   * @return null if sideband that the frame needs is missing: what the code before it says may be
   *     stale
   */
  static FrameWalk of(Path trace, long before, List<Chunk.Sideband> sideband, Frame frame)
      throws IOException {
    Listener listener = new Listener();
    GuestIsa guest;
    Walker walker;
    SidebandLedger ledger;
    try (TraceReader reader = TraceReader.open(trace)) {
      guest = Guests.of(reader.header());
      walker = new Walker(guest, (space, pc) -> FunctionMap.NONE, listener, listener);
      ledger = new SidebandLedger(reader);
      lead(reader, before, frame.hart(), walker, ledger);
    }
    listener.events = new ArrayList<>();
    boolean lost = false;
    for (Chunk.Sideband each : sideband) {
      lost |= ledger.sideband(each);
      walker.sideband(each.records());
    }
    lost |= ledger.frame(frame.startRetired(), frame.sidebands());
    if (lost) {
      return null;
    }
    String problem = null;
    try {
      walker.walk(frame);
    } catch (WalkException e) {
      problem = e.reason();
    }
    return new FrameWalk(guest, listener.events, problem);
  }

  /** Sideband is missing: what was announced before may be stale. */
  private static void forget(
      Walker walker, List<SidebandRecord> ofLast, List<SidebandRecord> since) {
    walker.anew(List.of());
    ofLast.clear();
    since.clear();
  }

  /**
   * Leads a walker to the frame: all code, and the frame before, since a call at its very end
   * counts in the next one.
   */
  private static void lead(
      TraceReader reader, long before, int hart, Walker walker, SidebandLedger ledger)
      throws IOException {
    long last = -1;
    List<SidebandRecord> ofLast = new ArrayList<>();
    List<SidebandRecord> since = new ArrayList<>();
    boolean damaged = false;
    while (reader.offset() < before) {
      ChunkHeader header = reader.peek();
      if (header == null) {
        damaged = true;
        Chunk skipped = reader.next();
        if (skipped == null) {
          break;
        }
        if (skipped instanceof Chunk.Damage damage && ledger.damage(damage)) {
          forget(walker, ofLast, since);
        }
      } else if (header.hart() == hart && header.kind() == Kind.FRAME) {
        if (ledger.frame(header.retired(), -1)) {
          forget(walker, ofLast, since);
        }
        walker.sideband(ofLast);
        walker.gap();
        ofLast = since;
        since = new ArrayList<>();
        last = header.offset();
        reader.seek(header.offset() + header.bytes());
      } else if (header.hart() == hart
          && (header.kind() == Kind.SIDEBAND || header.kind() == Kind.CHECKPOINT)) {
        if (reader.next() instanceof Chunk.Sideband s) {
          boolean lost = s.checkpoint() ? ledger.checkpoint(s) : ledger.sideband(s);
          if (lost) {
            damaged = true;
            forget(walker, ofLast, since);
          }
          if (lost || !s.checkpoint()) {
            since.addAll(s.records());
          }
        }
      } else {
        reader.seek(header.offset() + header.bytes());
      }
    }
    walker.sideband(ofLast);
    if (last >= 0 && !damaged) {
      reader.seek(last);
    }
    if (last >= 0 && !damaged && reader.next() instanceof Frame frame) {
      try {
        walker.walk(frame);
      } catch (WalkException e) {
        walker.gap(); // the frame in question begins anew, then
      }
    }
    walker.sideband(since);
  }
}

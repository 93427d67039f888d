package bbt.reconstruct.replay.check;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader.Kind;
import bbt.packets.ExceptionKind;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.reconstruct.replay.check.FrameWalk.Branch;
import bbt.reconstruct.replay.check.FrameWalk.Event;
import bbt.reconstruct.replay.check.FrameWalk.Piece;
import bbt.reconstruct.replay.check.FrameWalk.Switch;
import bbt.reconstruct.replay.check.FrameWalk.Trap;
import bbt.reconstruct.replay.check.FrameWalk.TrapReturn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToIntFunction;

/** Names the first difference between a frame as recorded and as executed again. */
public final class FrameDifference {
  private final Kind kind;
  private final Frame recorded;
  private final Frame executed;
  private final Side left;
  private final Side right;
  private long retired;

  /** The last piece that both walked to its end. */
  private Piece last;

  /** A walk, and how far it was compared. */
  private static final class Side {
    private final FrameWalk walk;
    private int next;

    /** Instructions of the next event that were compared, if that is a piece. */
    private int within;

    Side(FrameWalk walk) {
      this.walk = walk;
    }

    Event event() {
      return next < walk.events().size() ? walk.events().get(next) : null;
    }

    void pass(int instructions) {
      within += instructions;
      if (within == ((Piece) event()).count()) {
        pass();
      }
    }

    void pass() {
      next++;
      within = 0;
    }
  }

  private final GuestIsa guest;

  private FrameDifference(
      Kind kind, Frame recorded, FrameWalk left, Frame executed, FrameWalk right) {
    this.kind = kind;
    this.guest = left.guest();
    this.recorded = recorded;
    this.executed = executed;
    this.left = new Side(left);
    this.right = new Side(right);
    this.retired = executed.startRetired();
  }

  /**
   * The difference in words: at which instruction, what the trace says and what was executed.
   *
   * @param mismatch one with a frame
   * @return null if the frames do not start at the same place, or the recorded one or sideband that
   *     it needs is missing, or what differs is in the sideband alone
   */
  public static String tell(Path trace, ComparingStream.Mismatch mismatch) throws IOException {
    Frame executed = mismatch.frame();
    List<Chunk.Sideband> announced = new ArrayList<>();
    Frame recorded = recorded(trace, mismatch, announced);
    if (recorded == null || recorded.startRetired() != executed.startRetired()) {
      return null;
    }
    long before = mismatch.offset();
    FrameWalk left = FrameWalk.of(trace, before, announced, recorded);
    FrameWalk right = FrameWalk.of(trace, before, mismatch.sideband(), executed);
    return left == null || right == null
        ? null
        : new FrameDifference(mismatch.kind(), recorded, left, executed, right).first();
  }

  private static Frame recorded(
      Path trace, ComparingStream.Mismatch mismatch, List<Chunk.Sideband> announced)
      throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      reader.seek(mismatch.offset());
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Frame frame && frame.hart() == mismatch.hart()) {
          return frame;
        }
        if (chunk instanceof Chunk.Sideband s && s.hart() == mismatch.hart() && !s.checkpoint()) {
          announced.add(s);
        }
        if (chunk instanceof Chunk.Damage) {
          return null;
        }
      }
      return null;
    }
  }

  private String first() {
    if (!recorded.start().equals(executed.start())) {
      return at(executed.start().pc())
          + says(recorded.start().toString(), executed.start().toString());
    }
    while (true) {
      Event l = left.event();
      Event r = right.event();
      if (l == null && r == null) {
        // Sideband that nothing here depends on differs by itself.
        return kind == Kind.FRAME ? cuts() : null;
      }
      if (l instanceof Piece p && r instanceof Piece q) {
        String found = pieces(p, q);
        if (found != null) {
          return found;
        }
      } else if (Objects.equals(l, r)) {
        left.pass();
        right.pass();
      } else if (l instanceof Branch b) {
        // A branch follows the same piece on both sides, or nothing does.
        return branch(b);
      } else {
        return happens(l, r);
      }
    }
  }

  /** Compares as many instructions as both have; null where they are the same. */
  private String pieces(Piece p, Piece q) {
    if (p.address(left.within) != q.address(right.within)) {
      return happens(p, q);
    }
    int count = Math.min(p.count() - left.within, q.count() - right.within);
    for (int i = 0; i < count; i++) {
      int mine = p.step().node().bits(left.within + i);
      int its = q.step().node().bits(right.within + i);
      if (mine != its) {
        long pc = p.address(left.within + i);
        retired += i;
        return at(pc) + says(text(pc, mine), text(pc, its));
      }
    }
    last = p;
    left.pass(count);
    right.pass(count);
    retired += count;
    return null;
  }

  private String branch(Branch recordedWay) {
    return atLast() + says(way(recordedWay.taken()), way(!recordedWay.taken())) + inStreams();
  }

  private static String way(boolean taken) {
    return taken ? "taken" : "not taken";
  }

  /** Other things happen behind what both executed. */
  private String happens(Event l, Event r) {
    String says = says(what(l, left), what(r, right));
    if (disconnects(l) || disconnects(r)) {
      return (r == null ? at(pc(l, left)) : at(pc(r, right))) + says + inPackets();
    }
    boolean jumped = last != null && last.count() == last.step().node().count();
    return (jumped ? atLast() : at(r == null ? pc(l, left) : pc(r, right))) + says + inStreams();
  }

  private static boolean disconnects(Event event) {
    return event instanceof Trap || event instanceof Switch;
  }

  private static long pc(Event event, Side side) {
    return switch (event) {
      case Piece p -> p.address(side.within);
      case Trap t -> t.packet().kind() == ExceptionKind.RESET ? t.packet().pc() : t.packet().epc();
      case Switch s -> s.packet().pc();
      case TrapReturn t -> t.target();
      case Branch b -> 0;
    };
  }

  private String what(Event event, Side side) {
    return switch (event) {
      case null ->
          side.walk.problem() == null
              ? "that a frame ends here"
              : "what cannot be: " + side.walk.problem();
      case Piece p -> {
        long pc = p.address(side.within);
        yield String.format(
            Locale.ROOT, "on to 0x%x (%s)", pc, text(pc, p.step().node().bits(side.within)));
      }
      case Branch b -> way(b.taken());
      case Trap t -> trap(t.packet());
      case Switch s ->
          String.format(
              Locale.ROOT,
              "a switch to task 0x%x, address space %d",
              s.packet().task(),
              s.packet().addressSpace());
      case TrapReturn t ->
          String.format(
              Locale.ROOT, "a return from a trap to 0x%x in mode %d", t.target(), t.privilege());
    };
  }

  private String trap(Packet.Exception p) {
    return String.format(
        Locale.ROOT,
        "%s at 0x%x (tval 0x%x, handler 0x%x in mode %d%s)",
        guest.traps().title(p.kind(), p.cause()),
        p.epc(),
        p.tval(),
        p.pc(),
        p.privilege(),
        p.verifyHash() == 0 ? "" : String.format(", verify hash %016x", p.verifyHash()));
  }

  private String text(long pc, int bits) {
    return guest.text(pc, bits).replace('\t', ' ');
  }

  private String at(long pc) {
    return place(pc, "");
  }

  /** The instruction that both executed last. */
  private String atLast() {
    Node node = last.step().node();
    int index = last.count() - 1;
    long pc = node.address(index);
    retired--;
    return place(pc, " (" + text(pc, node.bits(index)) + ")");
  }

  private String place(long pc, String instruction) {
    return String.format(
        Locale.ROOT,
        "instruction %d of hart %d, at 0x%x%s: ",
        retired,
        executed.hart(),
        pc,
        instruction);
  }

  private static String says(String trace, String execution) {
    return "the trace says " + trace + ", the re-execution " + execution;
  }

  /**
   * Says how the frames end where nothing that happened differs; null where both walks end early
   * for the same reason.
   */
  private String cuts() {
    if (left.walk.problem() != null && left.walk.problem().equals(right.walk.problem())) {
      return null; // code that was lost: what follows is not known
    }
    String says =
        left.walk.problem() == null && right.walk.problem() == null
            ? "the same is executed, but written otherwise"
            : says(what(null, left), what(null, right));
    return place(last == null ? executed.start().pc() : last.step().pc(), "") + says + inPackets();
  }

  /** Says which packet of the recorded frame it is in. */
  private String inPackets() {
    List<Packet> its = recorded.packets();
    List<Packet> mine = executed.packets();
    int i = 0;
    while (i < its.size() && i < mine.size() && its.get(i).equals(mine.get(i))) {
      i++;
    }
    return i == its.size() && i == mine.size() ? inStreams() : " (" + packet(i) + ")";
  }

  /** Says which bit or target of the recorded frame it is. */
  private String inStreams() {
    int bits = Math.min(recorded.bitCount(), executed.bitCount());
    int bit = 0;
    while (bit < bits && bit(recorded, bit) == bit(executed, bit)) {
      bit++;
    }
    int target = Arrays.mismatch(recorded.targets(), executed.targets());
    int bitPacket = packetOf(bit, Packet::bits);
    int targetPacket = target < 0 ? Integer.MAX_VALUE : packetOf(target, Packet::targets);
    boolean sameBits = bit == recorded.bitCount() && bit == executed.bitCount();
    return !sameBits && bitPacket <= targetPacket
        ? " (bit " + bit + " of the frame, in " + packet(bitPacket) + ")"
        : target < 0
            ? ""
            : " (target " + target + " of the frame, in " + packet(targetPacket) + ")";
  }

  private static boolean bit(Frame frame, int number) {
    return (frame.words()[number >>> 6] >>> number & 1) != 0;
  }

  private int packetOf(int event, ToIntFunction<Packet> count) {
    List<Packet> packets = recorded.packets();
    int rest = event;
    int i = 0;
    while (i + 1 < packets.size() && rest >= count.applyAsInt(packets.get(i))) {
      rest -= count.applyAsInt(packets.get(i++));
    }
    return i;
  }

  private String packet(int number) {
    return "packet " + number + " of the frame at offset " + recorded.offset();
  }
}

package bbt.reconstruct.edit;

import bbt.packets.Chunk;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.write.MachineWriter;
import bbt.ptg.guest.GuestIsa;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Merges several traces of one run into one; what none of them covers becomes a gap. For each hart
 * one trace speaks (its events are written) until it covers no more; then the first other one that
 * covers the place. All are read side by side, turn by turn.
 */
final class Splicer {
  private final List<Speaker> speakers = new ArrayList<>();
  private final MachineWriter machine;
  private final boolean verify;
  private final double ticksPerInstruction;
  private final Lane[] lanes;

  /** By hart: the trace that spoke last; null before the first. */
  private final Speaker[] speaking;

  /** Guest time skipped that was written. */
  private long skipped;

  /** Guest time at an epoch that was passed, or at the last one. */
  private long ticks;

  private boolean epoch;
  private long epochClock;

  /** Names of functions that were written. */
  private final Set<Name> names = new HashSet<>();

  /** How often each note was written. */
  private final Map<String, Integer> notes = new HashMap<>();

  private long written;

  /** A function's name in a trace. */
  private record Name(String image, int addressSpace, long address) {}

  /** A trace that is read, and how far. */
  private static final class Speaker {
    private final TraceSource source;

    /** By hart: where it stands, if that is covered; else null. */
    private final Event.Start[] at;

    /** By hart: the count of its last trap or switch, and how many there were. */
    private final long[] lastPacket;

    private final int[] packets;

    /** Guest time that this trace says was skipped. */
    private long skipped;

    /** How often this trace told each note. */
    private final Map<String, Integer> notes = new HashMap<>();

    Speaker(TraceSource source, int harts) {
      this.source = source;
      this.at = new Event.Start[harts];
      this.lastPacket = new long[harts];
      this.packets = new int[harts];
    }

    /** How many traps and switches there were at a count. */
    private int packetsAt(int hart, long retired) {
      return lastPacket[hart] == retired ? packets[hart] : 0;
    }

    private void packet(int hart, long retired) {
      packets[hart] = packetsAt(hart, retired) + 1;
      lastPacket[hart] = retired;
    }

    /** Moves on past an event. */
    private void pass(Event event) {
      switch (event) {
        case Event.Start start -> at[start.hart()] = start;
        case Event.Stop stop -> at[stop.hart()] = null;
        case Event.Piece p -> {
          Event.Start was = at[p.hart()];
          boolean returns = p.ends() && p.privilege() >= 0;
          at[p.hart()] =
              new Event.Start(
                  p.hart(),
                  p.retired() + p.count(),
                  p.after(),
                  returns ? p.privilege() : was.privilege(),
                  was.addressSpace(),
                  was.task());
        }
        case Event.Trap trap -> {
          Packet.Exception to = trap.packet();
          Event.Start was = at[trap.hart()];
          packet(trap.hart(), to.retired());
          at[trap.hart()] =
              new Event.Start(
                  trap.hart(),
                  to.retired(),
                  to.pc(),
                  to.privilege(),
                  was.addressSpace(),
                  was.task());
        }
        case Event.Switch change -> {
          Packet.Switch to = change.packet();
          packet(change.hart(), to.retired());
          at[change.hart()] =
              new Event.Start(
                  change.hart(),
                  to.retired(),
                  to.pc(),
                  at[change.hart()].privilege(),
                  to.addressSpace(),
                  to.task());
        }
        default -> throw new IllegalStateException("nothing was executed: " + event);
      }
    }
  }

  Splicer(List<TraceSource> sources, MachineWriter machine, GuestIsa guest, TraceHeader header) {
    int harts = machine.harts();
    sources.forEach(source -> speakers.add(new Speaker(source, harts)));
    this.machine = machine;
    this.verify = header.verify();
    this.ticksPerInstruction = header.ticksPerInstruction();
    this.lanes = new Lane[harts];
    this.speaking = new Speaker[harts];
    for (int i = 0; i < harts; i++) {
      lanes[i] = new Lane(guest, machine.hart(i));
    }
  }

  /** Instructions that were written, gaps not included. */
  long written() {
    return written;
  }

  /**
   * Writes the whole trace.
   *
   * @throws EditException if the traces are not of one run
   */
  Chunk.End run() throws IOException {
    if (lanes.length == 1) {
      turn(0);
    } else {
      turns();
    }
    Chunk.End end = null;
    for (Speaker each : speakers) {
      if (!(each.source.peek() instanceof Event.End its)) {
        throw apart(each, "it goes on where another one ends");
      }
      if (end != null && !same(end, its.end())) {
        throw apart(each, "their runs ended otherwise");
      }
      end = end == null ? its.end() : end;
    }
    for (int i = 0; i < lanes.length; i++) {
      long all = end.harts().get(i).retired();
      if (lanes[i].retired() < all) {
        lanes[i].leave();
        lanes[i].pass(all);
      }
    }
    long[] hashes =
        end.harts().stream().mapToLong(hart -> verify ? hart.verifyHash() : 0).toArray();
    return machine.finish(List.of(), hashes, end.exitCode(), end.reason(), end.ticks());
  }

  private boolean same(Chunk.End a, Chunk.End b) {
    for (int i = 0; i < lanes.length; i++) {
      Chunk.HartEnd one = a.harts().get(i);
      Chunk.HartEnd other = b.harts().get(i);
      if (one.retired() != other.retired() || verify && one.verifyHash() != other.verifyHash()) {
        return false;
      }
    }
    return a.exitCode() == b.exitCode() && a.reason().equals(b.reason()) && a.ticks() == b.ticks();
  }

  private EditException apart(Speaker speaker, String why) {
    return new EditException(
        speaker.source.path()
            + " and "
            + speakers.getFirst().source.path()
            + " are not of one run: "
            + why);
  }

  // ---- several harts

  private void turns() throws IOException {
    int current = 0;
    while (true) {
      Event next = peekTurn();
      if (!(next instanceof Event.Turn first)) {
        return;
      }
      int hart = first.hart();
      for (Speaker each : speakers) {
        Event its = each.source.take();
        if (!(its instanceof Event.Turn turn) || turn.hart() != hart) {
          throw apart(each, "their harts took turns in another order");
        }
      }
      if (hart != current || epoch) {
        machine.turn(hart, lanes[current].pc(), ticks());
        epoch = false;
        current = hart;
      }
      turn(hart);
      endTurn(hart);
    }
  }

  /** Returns the next turn, and takes the epochs before it. */
  private Event peekTurn() throws IOException {
    for (Speaker each : speakers) {
      while (each.source.peek() instanceof Event.Epoch its) {
        each.source.take();
        ticks = its.ticks();
        epochClock = machine.clock();
        epoch = true;
      }
    }
    return speakers.getFirst().source.peek();
  }

  /** Guest time now; between two places where it was told, about. */
  private long ticks() {
    return ticks + Math.round((machine.clock() - epochClock) * ticksPerInstruction);
  }

  private void endTurn(int hart) throws IOException {
    long retired = -1;
    long pc = 0;
    for (Speaker each : speakers) {
      if (!(each.source.take() instanceof Event.TurnEnd end)) {
        throw apart(each, "a turn of hart " + hart + " is longer");
      }
      if (retired >= 0 && end.retired() != retired) {
        throw apart(each, "a turn of hart " + hart + " ends at another count");
      }
      retired = end.retired();
      pc = end.pc();
    }
    Lane lane = lanes[hart];
    if (lane.begun() && lane.retired() < retired) {
      lane.leave();
      lane.pass(retired);
    }
    if (lane.away()) {
      lane.stands(pc);
    }
  }

  // ---- one turn

  /** Takes all that a hart executes until something else than that is told. */
  private void turn(int hart) throws IOException {
    Lane lane = lanes[hart];
    while (true) {
      Speaker speaker = speaking[hart];
      if (speaker == null || speaker.at[hart] == null) {
        Speaker next = choose(hart);
        if (next == null) {
          if (speaker != null) {
            lane.leave(); // here, and not where the next instruction would be
          }
          return;
        }
        speaker = next;
        speaking[hart] = speaker;
        Event.Start state = speaker.at[hart];
        if (!lane.joins(state)) {
          throw apart(speaker, "they do not meet at instruction " + state.retired());
        }
        lane.enter(state);
        time(speaker, hart);
      }
      if (!speak(speaker, hart)) {
        // The others are read up to there, too.
        for (Speaker each : speakers) {
          skip(each, hart, Long.MAX_VALUE, 0);
        }
        return;
      }
    }
  }

  /** Chooses the trace that covers what comes next; null if that is nobody until the turn ends. */
  private Speaker choose(int hart) throws IOException {
    Lane lane = lanes[hart];
    long retired = lane.begun() ? lane.retired() : 0;
    int packets = lane.packets();
    while (true) {
      long earliest = Long.MAX_VALUE;
      for (Speaker each : speakers) {
        skip(each, hart, retired, packets);
        if (each.at[hart] != null) {
          if (each.source.peek() instanceof Event.TurnEnd
              || each.source.peek() instanceof Event.End) {
            continue;
          }
          return each;
        }
        if (each.source.peek() instanceof Event.Start start) {
          earliest = Math.min(earliest, start.retired());
        }
      }
      if (earliest == Long.MAX_VALUE) {
        return null;
      }
      retired = earliest;
      packets = 0;
    }
  }

  /** Reads a trace up to a place without writing it; but its records are kept. */
  private void skip(Speaker speaker, int hart, long retired, int packets) throws IOException {
    while (true) {
      Event event = speaker.source.peek();
      switch (event) {
        case Event.Note note -> note(speaker, note);
        case Event.Start start when start.retired() <= retired -> {
          start(speaker, start);
          continue;
        }
        case Event.Stop stop when stop.retired() <= retired -> speaker.pass(stop);
        case Event.Piece p when p.retired() + p.count() <= retired -> speaker.pass(p);
        case Event.Piece p when p.retired() < retired -> {
          int passed = (int) (retired - p.retired());
          speaker.pass(p.head(passed));
          speaker.source.replace(p.tail(passed));
          continue;
        }
        case Event.Trap t when isBefore(speaker, hart, t.packet(), retired, packets) ->
            speaker.pass(t);
        case Event.Switch s when isBefore(speaker, hart, s.packet(), retired, packets) ->
            speaker.pass(s);
        default -> {
          return;
        }
      }
      speaker.source.take();
    }
  }

  /** A trace covers the hart from here on: which of what was written here comes before that. */
  private void start(Speaker speaker, Event.Start start) throws IOException {
    Lane lane = lanes[start.hart()];
    speaker.pass(start);
    speaker.source.take();
    while (speaker.source.peek() instanceof Event.Note note) {
      note(speaker, note);
      speaker.source.take();
    }
    if (lane.begun() && start.retired() == lane.retired()) {
      speaker.lastPacket[start.hart()] = start.retired();
      speaker.packets[start.hart()] = lane.packetsBefore(start, speaker.source.peek());
    }
  }

  private static boolean isBefore(
      Speaker speaker, int hart, Packet packet, long retired, int packets) {
    return packet.retired() < retired
        || packet.retired() == retired && speaker.packetsAt(hart, retired) < packets;
  }

  /**
   * Writes what a trace tells, until it covers no more.
   *
   * @return false if the turn ends before
   */
  private boolean speak(Speaker speaker, int hart) throws IOException {
    Lane lane = lanes[hart];
    while (true) {
      Event event = speaker.source.peek();
      switch (event) {
        case Event.Piece piece -> {
          lane.piece(piece, speaker.source::isGlobal);
          written += piece.count();
        }
        case Event.Trap trap -> lane.trap(trap);
        case Event.Switch to -> lane.contextSwitch(to);
        case Event.Note note -> {
          note(speaker, note);
          speaker.source.take();
          continue;
        }
        case Event.Start start -> throw new IllegalStateException("it is covered: " + start);
        case Event.Stop stop -> {
          speaker.pass(stop);
          speaker.source.take();
          return true;
        }
        case Event.Turn turn -> {
          return false;
        }
        case Event.TurnEnd end -> {
          return false;
        }
        case Event.Epoch passed -> {
          return false;
        }
        case Event.End end -> {
          return false;
        }
      }
      speaker.pass(event);
      speaker.source.take();
    }
  }

  // ---- records

  private void note(Speaker speaker, Event.Note note) {
    Lane lane = lanes[note.hart()];
    boolean alone = speakers.size() == 1;
    if (alone) {
      lane.pass(note.item().retired());
    }
    switch (note.item()) {
      case SidebandRecord.Time time -> {
        speaker.skipped += time.ticks();
        if (alone || speaking[note.hart()] == speaker) {
          time(speaker, note.hart());
        }
      }
      case SidebandRecord.Note its when !alone -> {
        String text = its.key() + "\n" + its.value();
        int told = speaker.notes.merge(text, 1, Integer::sum);
        if (told > notes.getOrDefault(text, 0)) {
          notes.put(text, told);
          lane.note(its);
        }
      }
      case SidebandRecord.Symbols its when !alone -> symbols(its, lane);
      default -> lane.note(note.item());
    }
  }

  private void symbols(SidebandRecord.Symbols its, Lane lane) {
    List<Integer> fresh = new ArrayList<>();
    for (int i = 0; i < its.addresses().length; i++) {
      if (names.add(new Name(its.image(), its.addressSpace(), its.addresses()[i]))) {
        fresh.add(i);
      }
    }
    if (!fresh.isEmpty()) {
      lane.note(
          new SidebandRecord.Symbols(
              its.retired(),
              its.image(),
              its.addressSpace(),
              fresh.stream().mapToLong(i -> its.addresses()[i]).toArray(),
              fresh.stream().map(i -> its.names()[i]).toArray(String[]::new)));
    }
  }

  /** Writes guest time that was skipped, as far as who speaks knows of more. */
  private void time(Speaker speaker, int hart) {
    if (speaker.skipped > skipped) {
      lanes[hart].note(new SidebandRecord.Time(0, speaker.skipped - skipped));
      skipped = speaker.skipped;
    }
  }
}

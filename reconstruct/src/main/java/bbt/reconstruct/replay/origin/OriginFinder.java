package bbt.reconstruct.replay.origin;

import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.data.DataFlow;
import bbt.ptg.guest.data.GuestRegister;
import bbt.ptg.guest.data.Source;
import bbt.reconstruct.cursor.Countdown;
import bbt.reconstruct.cursor.Moves;
import bbt.reconstruct.cursor.Outcome;
import bbt.reconstruct.cursor.SearchTarget;
import bbt.reconstruct.cursor.Targets;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Follows values backwards. Who wrote a register last is found by the trace alone, since the code
 * says which registers it writes; who wrote memory, and all values, by executing the run again.
 * Each step is checked: what its instruction leaves must be the followed value, bit by bit.
 */
public final class OriginFinder {
  private static final int PAGE = 4096;

  private final Replay replay;
  private final MachineState state;
  private final GuestIsa guest;
  private final TraceMap map;
  private final TraceCursor cursor;
  private final Moves moves;

  /** Instructions that write a register. */
  private final Map<GuestRegister, SearchTarget> writers = new HashMap<>();

  private Holder holder;
  private byte[] value;
  private Position at;
  private final List<OriginStep> steps = new ArrayList<>();

  /** Null while the value can be followed. */
  private OriginEnd ending;

  /**
   * Creates a finder.
   *
   * @param replay which it moves
   * @param map of its trace
   * @param interrupted asked now and then; then {@link CancellationException} is thrown
   * @param progress told the clock of long searches
   */
  public OriginFinder(
      Replay replay, TraceMap map, BooleanSupplier interrupted, LongConsumer progress) {
    this.replay = replay;
    this.state = replay.state();
    this.guest = state.guest();
    this.map = map;
    this.cursor = new TraceCursor(map);
    this.moves = new Moves(cursor, interrupted, progress);
  }

  /**
   * Finds out where a register's value came from.
   *
   * @param from the moment at which it is in the register
   * @param most steps
   */
  public Origin of(Position from, int hart, GuestRegister register, int most) throws IOException {
    return follow(from, Holder.InRegister.all(hart, register), most);
  }

  /**
   * Finds out where the content of memory came from: its last bytes to be written.
   *
   * @param from the moment at which it is there
   * @param most steps
   */
  public Origin of(Position from, Holder.InMemory memory, int most) throws IOException {
    return follow(from, memory, most);
  }

  private Origin follow(Position from, Holder asked, int most) throws IOException {
    at = from;
    holder = asked;
    ending = null;
    steps.clear();
    replay.goTo(from);
    byte[] first = asked.read(state);
    value = first;
    while (ending == null) {
      if (steps.size() >= most) {
        ending = OriginEnd.Plain.LIMIT;
      } else {
        switch (holder) {
          case Holder.InRegister its -> register(its);
          case Holder.InMemory its -> memory(its);
        }
      }
    }
    return new Origin(asked, first, steps, holder, ending);
  }

  // ---- registers

  /** Goes to the last instruction that wrote a register. */
  private void register(Holder.InRegister its) throws IOException {
    if (!toWriter(its)) {
      return;
    }
    int bits = cursor.node().bits(cursor.indexInNode());
    Source source = guest.dataFlow(bits).written(its.register());
    at = new Position(cursor.clock(), cursor.trapsHere());
    replay.goTo(at);
    byte[] before = its.read(state);
    Found next = source(its.hart(), source, its.first(), its.bytes());
    if (state.pc(its.hart()) != cursor.pc() || !leaves(its)) {
      ending = OriginEnd.Plain.UNKNOWN;
      return;
    }
    if (source == Source.Machine.FIRMWARE && Arrays.equals(before, value)) {
      return; // Not every call answers in this register: it was there before.
    }
    steps.add(new OriginStep(at, its.hart(), cursor.pc(), bits, its, value, its.bytes()));
    goOn(next);
  }

  private boolean toWriter(Holder.InRegister its) {
    cursor.toMoment(at.clock(), at.traps());
    moves.confine(its.hart());
    List<Countdown> wanted = new ArrayList<>();
    wanted.add(moves.countdown(writers.computeIfAbsent(its.register(), this::writer), 1));
    if (!map.problems().isEmpty()) {
      wanted.add(moves.countdown(Targets.gaps(), 1));
    }
    Outcome outcome = moves.to(wanted, false, null);
    if (outcome == Outcome.INTERRUPTED) {
      throw new CancellationException();
    }
    if (outcome == Outcome.NONE) {
      ending = map.startClock() > 0 ? OriginEnd.Plain.NOT_INDEXED : OriginEnd.Plain.INITIAL;
    } else if (cursor.kind() == TraceCursor.Kind.GAP) {
      ending = new OriginEnd.Gap(cursor.message());
    }
    return ending == null;
  }

  private SearchTarget writer(GuestRegister register) {
    Map<Integer, Boolean> known = new HashMap<>();
    return Targets.rare(
        (pc, bits, page) ->
            known.computeIfAbsent(bits, b -> guest.dataFlow(b).written(register) != null));
  }

  // ---- memory

  /** Goes to the last write to memory. */
  private void memory(Holder.InMemory its) throws IOException {
    replay.goTo(at);
    Access last = null;
    int begin = 0;
    int before = 0;
    Holder.Range range = null;
    for (Holder.Range each : its.ranges()) {
      Access found = replay.last(Access.Kind.WRITE, each.physical(), each.bytes()).orElse(null);
      if (found != null && (last == null || found.position().compareTo(last.position()) > 0)) {
        last = found;
        range = each;
        before = begin;
      }
      begin += each.bytes();
    }
    if (last == null) {
      ending = OriginEnd.Plain.INITIAL;
      return;
    }
    at = last.position();
    replay.goTo(at);
    long low = Math.max(last.physical(), range.physical());
    long high = Math.min(last.physical() + last.bytes(), range.physical() + range.bytes());
    int first = before + (int) (low - range.physical());
    int bytes = (int) (high - low);
    Holder.InMemory part = its.part(first, bytes);
    value = Arrays.copyOfRange(value, first, first + bytes);
    int bits = instruction(last.hart(), last.pc());
    Found next = null;
    if (last.device().isEmpty()) {
      List<DataFlow.Store> stores = guest.dataFlow(bits).stores();
      if (!stores.isEmpty()) {
        DataFlow.Store store = stores.getFirst();
        int offset = (int) (low - last.physical()) + skipped(last, store.bytes());
        next = source(last.hart(), store.from(), offset, bytes);
      }
    } else {
      next = Found.end(new OriginEnd.Device(last.device()));
    }
    if (next == null || !leaves(part)) {
      ending = OriginEnd.Plain.UNKNOWN;
      return;
    }
    steps.add(new OriginStep(at, last.hart(), last.pc(), bits, part, value, its.bytes()));
    goOn(next);
  }

  /** Bytes of a store that are in the page before the one of this part of it. */
  private static int skipped(Access part, int stored) {
    return part.bytes() < stored && part.physical() % PAGE == 0 ? stored - (int) part.bytes() : 0;
  }

  private int instruction(int hart, long pc) {
    byte[] code = state.readVirtual(hart, pc, 2);
    int low = code.length < 2 ? 0 : code[0] & 0xFF | (code[1] & 0xFF) << 8;
    if (guest.length(low) == 2) {
      return low;
    }
    byte[] rest = state.readVirtual(hart, pc + 2, 2);
    return rest.length < 2 ? 0 : low | (rest[0] & 0xFF) << 16 | (rest[1] & 0xFF) << 24;
  }

  // ---- sources

  /** Where a value was before an instruction, or why that is nowhere. */
  private record Found(Holder holder, byte[] value, OriginEnd ending) {
    static Found end(OriginEnd why) {
      return new Found(null, null, why);
    }
  }

  private void goOn(Found next) {
    ending = next.ending;
    if (ending == null) {
      holder = next.holder;
      value = next.value;
    }
  }

  /** Whether the instruction here leaves the followed value in a holder; executes it. */
  private boolean leaves(Holder its) throws IOException {
    return replay.step() && Arrays.equals(its.read(state), value);
  }

  /**
   * Finds where the followed bytes of a result are before the instruction.
   *
   * @param first the lowest of them in the result
   */
  private Found source(int hart, Source source, int first, int bytes) {
    return switch (source) {
      case Source.Constant c -> Found.end(OriginEnd.Plain.CONSTANT);
      case Source.Machine m ->
          Found.end(
              switch (m) {
                case CONTROL -> OriginEnd.Plain.CONTROL;
                case FIRMWARE -> OriginEnd.Plain.FIRMWARE;
                case OUTCOME -> OriginEnd.Plain.OUTCOME;
              });
      case Source.Copy copy -> {
        Holder all = Holder.InRegister.all(hart, copy.from());
        Found same = low(all, copy.bytes(), first, bytes);
        yield same != null ? same : new Found(all, all.read(state), null);
      }
      case Source.Load load -> loaded(hart, load, first, bytes);
      case Source.Computed made -> computed(hart, made);
    };
  }

  /** The followed bytes, of which the low ones are those of a holder; null if none of them is. */
  private Found low(Holder all, int copied, int first, int bytes) {
    int count = Math.min(first + bytes, copied) - first;
    if (count <= 0) {
      return null;
    }
    Holder part = all.part(first, count);
    byte[] there = part.read(state);
    return Arrays.equals(there, Arrays.copyOf(value, count)) ? new Found(part, there, null) : null;
  }

  private Found loaded(int hart, Source.Load load, int first, int bytes) {
    long base = load.base() == null ? 0 : RegisterBytes.value(state, hart, load.base());
    long address = base + load.offset();
    List<Holder.Range> ranges = new ArrayList<>();
    for (int done = 0; done < load.bytes(); ) {
      long from = address + done;
      int some = (int) Math.min(load.bytes() - done, PAGE - (from & PAGE - 1));
      OptionalLong physical = state.translate(hart, from);
      if (physical.isEmpty()) {
        return Found.end(OriginEnd.Plain.UNKNOWN);
      }
      if (state.readPhysical(physical.getAsLong(), some).length < some) {
        return Found.end(new OriginEnd.DeviceRegister(physical.getAsLong()));
      }
      ranges.add(new Holder.Range(physical.getAsLong(), some));
      done += some;
    }
    Holder all = new Holder.InMemory(address, ranges);
    Found same = low(all, load.bytes(), first, bytes);
    return same != null ? same : new Found(all, all.read(state), null);
  }

  private Found computed(int hart, Source.Computed made) {
    if (made.from().size() == 1 && !made.memory()) {
      Holder only = Holder.InRegister.all(hart, made.from().iterator().next());
      return new Found(only, only.read(state), null);
    }
    List<OriginEnd.Input> inputs =
        made.from().stream()
            .sorted((a, b) -> Integer.compare(a.number(), b.number()))
            .map(each -> new OriginEnd.Input(each, RegisterBytes.value(state, hart, each)))
            .toList();
    return Found.end(new OriginEnd.Computed(inputs, made.memory()));
  }
}

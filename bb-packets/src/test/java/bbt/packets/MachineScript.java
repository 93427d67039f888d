package bbt.packets;

import bbt.packets.bytes.PacketFormat;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random executions of several harts, taking turns at random. */
final class MachineScript {
  /**
   * A turn: some steps of a hart's script.
   *
   * @param instructions retired in them
   * @param packets EXCEPTION and SWITCH packets of the hart at the count at which the turn ends
   */
  record Turn(int hart, int from, int to, long instructions, int packets) {}

  static final int QUANTUM = 40;

  final List<EventScript> harts = new ArrayList<>();
  final List<Turn> turns = new ArrayList<>();

  /**
   * Creates random scripts for several harts; a seed always gives the same scripts.
   *
   * @param steps of each hart's script; the last hart's is empty now and then, it never starts
   */
  MachineScript(long seed, int count, int steps) {
    Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      boolean never = i == count - 1 && i > 0 && random.nextInt(3) == 0;
      harts.add(new EventScript(seed * 31 + i, never ? 0 : steps));
    }
    int[] next = new int[count];
    long[] retired = new long[count];
    long[] disconnectedAt = new long[count];
    int[] disconnects = new int[count];
    int hart = 0;
    while (true) {
      if (next[hart] < harts.get(hart).steps.size() || turns.isEmpty()) {
        if (next[hart] == 0) {
          disconnects[hart] = 1; // its reset, at count 0
        }
        int to =
            Math.min(
                harts.get(hart).steps.size(),
                next[hart] + random.nextInt(turns.isEmpty() ? 9 : 30));
        long before = retired[hart];
        for (int i = next[hart]; i < to; i++) {
          EventScript.Step step = harts.get(hart).steps.get(i);
          retired[hart] += step.instructions();
          boolean disconnecting =
              switch (step.kind()) {
                case TRAP, FIRMWARE, SWITCH -> true;
                default -> false;
              };
          if (disconnecting) {
            disconnects[hart] = disconnectedAt[hart] == retired[hart] ? disconnects[hart] + 1 : 1;
            disconnectedAt[hart] = retired[hart];
          }
        }
        int here = disconnectedAt[hart] == retired[hart] ? disconnects[hart] : 0;
        turns.add(new Turn(hart, next[hart], to, retired[hart] - before, here));
        next[hart] = to;
      }
      int from = hart;
      do {
        hart = random.nextInt(4) == 0 ? random.nextInt(count) : (hart + 1) % count;
      } while (hart == from && count > 1);
      boolean over = true;
      for (int i = 0; i < count; i++) {
        over &= next[i] == harts.get(i).steps.size();
      }
      if (over) {
        return;
      }
    }
  }

  byte[] write(Mode mode, boolean bulk) {
    return write(mode, bulk, PacketFormat.VERSION);
  }

  byte[] write(Mode mode, boolean bulk, int version) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      write(new TraceWriter(bytes, new TraceHeader(facts(mode), version)), bulk);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The header. */
  Map<String, String> facts(Mode mode) {
    return Map.of(
        "trace.mode",
        mode == Mode.RAW ? "raw" : "compact",
        "trace.verify",
        "true",
        "machine.harts",
        Integer.toString(harts.size()),
        "machine.quantum",
        Integer.toString(QUANTUM));
  }

  /** Tells a writer everything. */
  void write(TraceWriter writer, boolean bulk) {
    MachineWriter machine = new MachineWriter(writer, Traces.SMALL);
    boolean[] started = new boolean[harts.size()];
    long[] hashes = new long[harts.size()];
    long ticks = 0;
    long pc = 0;
    for (Turn turn : turns) {
      EventWriter out = machine.turn(turn.hart(), pc, ticks);
      if (!started[turn.hart()]) {
        started[turn.hart()] = true;
        out.reset(0x80000000L, 3, 0);
      }
      harts.get(turn.hart()).writeSteps(out, bulk, turn.from(), turn.to());
      hashes[turn.hart()] = 99 + turn.hart();
      ticks += turn.instructions() / 7;
      pc = 0x80000000L + 2 * turn.to();
    }
    machine.finish(Traces.appendix(machine.hart(0).retired()), hashes, 3, "poweroff", ticks);
  }
}

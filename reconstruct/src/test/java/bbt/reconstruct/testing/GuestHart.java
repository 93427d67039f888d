package bbt.reconstruct.testing;

import bbt.packets.TraceHeader;
import bbt.packets.write.MachineWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntSupplier;

/** A hart of a random guest, and the turns of several harts. */
interface GuestHart {
  /** Its first instruction is next. */
  void start();

  /** Executes some instructions, and on to the end of a node if another hart may follow. */
  void turn(int instructions);

  /** It is its turn again. */
  void again();

  /** Address of its next instruction. */
  long pc();

  /** Hash of what it executed. */
  long hash();

  /** What a trace's header says of such a guest. */
  static TraceHeader header(boolean compact, int harts) {
    return new TraceHeader(
        Map.of(
            "trace.mode",
            compact ? "compact" : "raw",
            "trace.verify",
            "true",
            "machine.harts",
            Integer.toString(harts),
            "machine.quantum",
            "30"));
  }

  /**
   * Lets harts execute in turns of a length and an order that chance chooses, and ends the trace.
   *
   * @param instructions of all harts, about
   * @param executed counts those that were
   */
  static void takeTurns(
      MachineWriter machine,
      List<? extends GuestHart> harts,
      Random random,
      int instructions,
      IntSupplier executed)
      throws IOException {
    int count = harts.size();
    boolean[] started = new boolean[count];
    int current = 0;
    while (executed.getAsInt() < instructions) {
      GuestHart hart = harts.get(current);
      if (!started[current]) {
        started[current] = true;
        hart.start();
      }
      hart.turn(count == 1 ? instructions : random.nextInt(60));
      if (count > 1) {
        current = random.nextInt(count);
        machine.turn(current, hart.pc(), executed.getAsInt() / count);
        if (started[current]) {
          harts.get(current).again();
        }
      }
    }
    long[] hashes = harts.stream().mapToLong(GuestHart::hash).toArray();
    machine.finish(List.of(), hashes, 3, "limit", executed.getAsInt() / count);
  }
}

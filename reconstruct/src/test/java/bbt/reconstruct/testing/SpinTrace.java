package bbt.reconstruct.testing;

import bbt.packets.ExceptionKind;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.ptg.guest.VerifyHash;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A trace written by hand: three instructions lead into a loop without a branch, which an interrupt
 * leaves after any number of instructions. A trace of a few hundred bytes, of any length.
 */
public final class SpinTrace {
  /** The loop begins 4 bytes before the end of a page: it is two nodes, or more. */
  public static final long LOOP = 0x8000_0FFCL;

  /** Where a loop begins whose two pages a walk keeps in one place of its cache. */
  public static final long COLLIDING = 0x7FFF_FFFCL;

  private static final int NOP = 0x0001;

  private final EventWriter out;
  private final long place;
  private final long start;
  private final long handler;
  private final int[] loop;
  private long retired;
  private long hash;

  private SpinTrace(EventWriter out, long place, int instructions) {
    this.out = out;
    this.place = place;
    this.start = place - 6;
    this.handler = (place & -4096) + 0x100;
    this.loop = new int[instructions];
    for (int i = 0; i < instructions; i++) {
      loop[i] = NOP;
    }
    // c.j back to the first one
    int back = -2 * (instructions - 1);
    loop[instructions - 1] = Encoder.i(Insn.C_J, 0, 0, back);
  }

  /** Writes it with the loop at {@link #LOOP}. */
  public static void write(Path file, int instructions, long count, boolean verify, boolean named)
      throws IOException {
    write(file, LOOP, instructions, count, verify, named);
  }

  /**
   * Writes it.
   *
   * @param place of the loop
   * @param instructions of a round
   * @param count instructions executed in the loop
   * @param verify whether the hash over all of them is in the trace: then they are counted one by
   *     one
   * @param named whether the loop is in a function
   */
  public static void write(
      Path file, long place, int instructions, long count, boolean verify, boolean named)
      throws IOException {
    TraceHeader header =
        new TraceHeader(Map.of("trace.mode", "compact", "trace.verify", Boolean.toString(verify)));
    try (TraceWriter writer = TraceWriter.create(file, header)) {
      MachineWriter machine = new MachineWriter(writer);
      SpinTrace trace = new SpinTrace(machine.current(), place, instructions);
      trace.execute(count, verify);
      List<SidebandRecord> names =
          named
              ? List.of(
                  new SidebandRecord.Symbols(
                      trace.retired,
                      "spin",
                      SidebandRecord.GLOBAL,
                      new long[] {trace.handler, trace.start},
                      new String[] {"handler", "spin"}))
              : List.of();
      machine.finish(names, new long[] {trace.hash}, 0, "poweroff", 1);
    }
  }

  private void execute(long count, boolean verify) {
    out.reset(start, 3, 0);
    out.sideband().mapping(0, 0, start & -4096, start & -4096, false);
    out.sideband().mapping(0, 0, (start & -4096) + 4096, (start & -4096) + 4096, false);
    for (int i = 0; i < 3; i++) {
      one(start + 2 * i, NOP);
    }
    int shown = (int) Math.min(count, loop.length);
    for (int i = 0; i < shown; i++) {
      one(place + 2L * i, loop[i]);
    }
    long left = count - shown;
    if (verify) {
      for (long i = shown; i < count; i++) {
        int at = (int) (i % loop.length);
        hash = VerifyHash.step(hash, place + 2L * at, loop[at]);
      }
    }
    retired += left;
    for (; left > 0; left -= Math.min(left, 1 << 30)) {
      out.retire((int) Math.min(left, 1 << 30));
    }
    long epc = place + 2 * (count % loop.length);
    out.exception(ExceptionKind.INTERRUPT, handler, 3, Long.MIN_VALUE + 7, epc, 0, hash);
    one(handler, NOP);
    one(handler + 2, NOP);
  }

  private void one(long pc, int bits) {
    out.sideband().code(retired, pc, bits);
    hash = VerifyHash.step(hash, pc, bits);
    retired++;
    out.retire(1);
  }
}

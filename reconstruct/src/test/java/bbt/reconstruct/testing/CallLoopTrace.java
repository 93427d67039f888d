package bbt.reconstruct.testing;

import bbt.packets.ExceptionKind;
import bbt.packets.Predictor;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A trace written by hand: calls lead into a loop of calls that never return, jumps and straight
 * lines, laid out by chance. An interrupt leaves it after any number of instructions, and its
 * handler returns through some of the calls.
 */
public final class CallLoopTrace {
  private static final long CODE = 0x8000_0000L;
  private static final long HANDLER = 0x8010_0000L;

  /** No divisor of a page: some of the code straddles two of them. */
  private static final int STRIDE = 0x146;

  private static final int NOP = 0x0001;
  private static final int RET = 0x8082;

  /** Straight lines before the loop, each of which calls the next. */
  private static final int LEAD = 5;

  private static final int RETURNS = 20;

  /** A straight line that ends with a call or a jump. */
  private record Line(long pc, int nops, boolean call, long target) {
    long site() {
      return pc + 2L * nops;
    }
  }

  private final EventWriter out;
  private final boolean verify;
  private long retired;
  private long hash;

  /** The links of the last calls, as many as the shadow stack has. */
  private final ArrayDeque<Long> links = new ArrayDeque<>();

  /** The instruction that comes next. */
  private long pc;

  private CallLoopTrace(EventWriter out, boolean verify) {
    this.out = out;
    this.verify = verify;
  }

  /**
   * Writes it.
   *
   * @param lines of the loop
   * @param instructions executed in it
   * @param each whether they are executed one by one by the writer: then the hash over all of them
   *     is in the trace, and returns follow
   * @return functions of the loop that have names
   */
  public static List<String> write(Path file, long seed, int lines, long instructions, boolean each)
      throws IOException {
    Random random = new Random(seed);
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < LEAD + lines; i++) {
      places.add(i);
    }
    Collections.shuffle(places, random);
    List<Line> all = new ArrayList<>();
    List<Line> known = new ArrayList<>();
    List<String> names = new ArrayList<>();
    int named = random.nextInt(3); // none, some, all
    for (int i = 0; i < LEAD + lines; i++) {
      int next = i + 1 < LEAD + lines ? i + 1 : LEAD;
      boolean call = i < LEAD || random.nextInt(3) > 0;
      int nops = random.nextInt(6);
      all.add(new Line(at(places.get(i)), nops, call, at(places.get(next))));
      if (named == 2 || named == 1 && random.nextBoolean()) {
        names.add("f" + i);
        known.add(all.get(i));
      }
    }
    TraceHeader header =
        new TraceHeader(Map.of("trace.mode", "compact", "trace.verify", Boolean.toString(each)));
    try (TraceWriter writer = TraceWriter.create(file, header)) {
      MachineWriter machine = new MachineWriter(writer);
      CallLoopTrace trace = new CallLoopTrace(machine.current(), each);
      trace.execute(all.subList(0, LEAD), all.subList(LEAD, all.size()), instructions);
      List<SidebandRecord> symbols = new ArrayList<>();
      for (int i = 0; i < known.size(); i++) {
        long[] bounds = {known.get(i).pc, known.get(i).site() + 6};
        symbols.add(
            new SidebandRecord.Symbols(
                trace.retired,
                "kernel",
                SidebandRecord.GLOBAL,
                bounds,
                new String[] {names.get(i), ""}));
      }
      machine.finish(symbols, new long[] {trace.hash}, 0, "poweroff", 1);
    }
    return names;
  }

  private static long at(int place) {
    return CODE + (long) place * STRIDE;
  }

  private void execute(List<Line> lead, List<Line> loop, long instructions) {
    out.reset(lead.getFirst().pc, 3, 0);
    lead.forEach(line -> execute(line, true, Long.MAX_VALUE));
    long end = retired + instructions;
    long round = loop.stream().mapToLong(line -> line.nops + 1).sum();
    long rounds = instructions / round;
    for (long i = 0; i <= rounds; i++) {
      for (Line line : loop) {
        if (retired < end) {
          execute(line, i == 0, end);
        }
      }
      if (i == 0 && !verify) {
        long skip = (rounds - 1) * round;
        retired += skip;
        for (long left = skip; left > 0; left -= Math.min(left, 1 << 30)) {
          out.retire((int) Math.min(left, 1 << 30));
        }
        i = rounds - 1;
      }
    }
    out.exception(ExceptionKind.INTERRUPT, HANDLER, 3, Long.MIN_VALUE + 7, pc, 0, hash);
    one(HANDLER, NOP, 2, true);
    if (!verify) {
      return;
    }
    one(HANDLER + 2, RET, 2, true);
    long from = HANDLER + 2;
    boolean[] met = new boolean[1 << 20];
    for (int i = 0; i < RETURNS && !links.isEmpty(); i++) {
      long link = links.removeLast();
      out.ret(from, link);
      boolean first = !met[(int) (link - CODE)];
      met[(int) (link - CODE)] = true;
      one(link, RET, 2, first);
      from = link;
    }
    out.ret(from, CODE);
  }

  private void execute(Line line, boolean first, long end) {
    for (int i = 0; i < line.nops && retired < end; i++) {
      one(line.pc + 2L * i, NOP, 2, first);
      pc = line.pc + 2L * (i + 1);
    }
    if (retired < end) {
      one(line.site(), jal(line.call ? 1 : 0, line.target - line.site()), 4, first);
      pc = line.target;
      if (line.call) {
        out.call(line.site() + 4);
        links.addLast(line.site() + 4);
        if (links.size() > Predictor.DEPTH) {
          links.removeFirst();
        }
      }
    }
  }

  private void one(long at, int bits, int length, boolean first) {
    for (int i = 0; first && i < length; i += 2) {
      out.sideband().code(retired, at + i, bits >>> (8 * i) & 0xFFFF);
    }
    if (verify) {
      hash = VerifyHash.step(hash, at, bits);
    }
    retired++;
    out.retire(1);
  }

  private static int jal(int rd, long offset) {
    return Encoder.i(Insn.JAL, rd, 0, offset);
  }
}

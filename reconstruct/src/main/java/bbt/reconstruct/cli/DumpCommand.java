package bbt.reconstruct.cli;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceIndex;
import bbt.packets.TraceReader;
import bbt.packets.bytes.PrintableText;
import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.PrivilegeMode;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.trace.ClockOrder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt dump}: the packets and records of a trace as text, one a line, in file order. */
@Command(name = "dump", description = "List the packets and records of a trace.")
final class DumpCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  @Option(
      names = "--from",
      paramLabel = "N",
      description = {
        "Start at the frame that holds instruction N;",
        "with several harts: of --hart, or (without) the epoch that holds the Nth of all."
      })
  private long from;

  @Option(
      names = "--to",
      paramLabel = "N",
      description = "Stop before the frame that starts after instruction N.")
  private long to = Long.MAX_VALUE;

  @Option(
      names = "--hart",
      paramLabel = "N",
      description = "Print what belongs to this hart alone.")
  private Integer hart;

  @Option(
      names = "--by-clock",
      description = {
        "Print packets and records of all harts in the order in which they were executed,",
        "each behind the count of all harts' instructions before it."
      })
  private boolean byClock;

  @Option(names = "--limit", paramLabel = "N", description = "Print at most N lines.")
  private long limit = Long.MAX_VALUE;

  @Option(names = "--events", description = "Print the bits and targets of each packet, too.")
  private boolean events;

  @Spec private CommandSpec spec;

  private PrintWriter out;
  private long lines;

  /** Stands before each packet and record: with {@link #byClock} the clock and the hart. */
  private String prefix = "  ";

  private GuestIsa guest;
  private boolean several;
  private long startOffset = -1;

  @Override
  public Integer call() throws IOException {
    if (from < 0 || to < from || limit < 0) {
      throw new UserException(
          Fault.USAGE, "--from, --to and --limit must be 0 or more, --from not behind --to");
    }
    out = spec.commandLine().getOut();
    return TraceFiles.reading(trace, this::print);
  }

  private int print() throws IOException {
    int code = ExitCode.OK;
    try (TraceReader reader = TraceReader.open(trace)) {
      guest = Guests.of(reader.header());
      int harts = reader.harts();
      several = harts > 1;
      if (hart != null && (hart < 0 || hart >= harts)) {
        throw new UserException(
            Fault.USAGE, "--hart must be 0 to " + (harts - 1) + " in this trace, not " + hart);
      }
      seek(reader.index());
      if (startOffset >= 0) {
        reader.seek(startOffset);
      }
      ClockOrder order = byClock && several ? new ClockOrder(harts, new Merged()) : null;
      for (Chunk chunk = reader.next(); chunk != null && lines < limit; chunk = reader.next()) {
        if (starts(chunk) > to) {
          break;
        }
        if (chunk instanceof Chunk.Damage) {
          code = ExitCode.BAD_DATA;
        }
        if (order != null) {
          order.add(chunk);
        }
        if (order == null
            ? wanted(chunk)
            : chunk instanceof Chunk.End || chunk instanceof Chunk.Damage) {
          if (order != null && chunk instanceof Chunk.End) {
            order.finish();
          }
          dump(chunk);
        }
      }
      if (order != null && lines < limit) {
        order.finish();
      }
      TraceFiles.print(trace, reader.problems(), spec.commandLine().getErr());
    }
    return code;
  }

  private void seek(TraceIndex index) {
    if (from == 0) {
      return;
    }
    boolean epoch = several && (hart == null || byClock);
    TraceIndex.Entry entry =
        epoch ? index.epochAt(from) : index.frameAt(hart == null ? 0 : hart, from);
    if (entry != null) {
      startOffset = entry.offset();
    }
  }

  /**
   * Where a chunk starts: of all harts, or by the one hart's own count; 0 if it does not matter.
   */
  private long starts(Chunk chunk) {
    boolean own = !several || (hart != null && !byClock);
    return switch (chunk) {
      case Frame f -> own ? (wanted(f) ? f.startRetired() : 0) : f.start().clock();
      case Chunk.Sideband s -> own && wanted(s) ? s.retired() : 0;
      case Chunk.Epoch e -> own ? 0 : e.clock();
      case Chunk.Schedule s -> own ? 0 : s.clock();
      case Chunk.End e -> own && several ? 0 : e.retired();
      case Chunk.Damage d -> 0;
    };
  }

  private boolean wanted(Chunk chunk) {
    return hart == null
        || switch (chunk) {
          case Frame f -> f.hart() == hart;
          case Chunk.Sideband s -> s.hart() == hart;
          case Chunk.Epoch e -> false;
          case Chunk.Schedule s -> false;
          case Chunk.End e -> true;
          case Chunk.Damage d -> true;
        };
  }

  /** Prints in the order of the common clock. */
  private final class Merged implements ClockOrder.Consumer {
    @Override
    public void packet(
        int itsHart, long clock, Frame frame, Packet packet, int firstBit, int firstTarget) {
      if (begin(itsHart, clock)) {
        DumpCommand.this.packet(packet);
        if (events) {
          events(frame, firstBit, packet.bits(), firstTarget, packet.targets());
        }
      }
    }

    @Override
    public void note(int itsHart, long clock, SidebandRecord item) {
      if (begin(itsHart, clock)) {
        record(item);
      }
    }

    private boolean begin(int itsHart, long clock) {
      prefix = clock + " hart " + itsHart + ": ";
      return clock >= from && clock <= to && (hart == null || hart == itsHart);
    }
  }

  private void dump(Chunk chunk) {
    switch (chunk) {
      case Frame f -> frame(f);
      case Chunk.Sideband s -> {
        line(
            "@%d %s%s at %d, %d records",
            s.offset(),
            s.checkpoint() ? "CHECKPOINT" : "SIDEBAND",
            several ? " hart " + s.hart() : "",
            s.retired(),
            s.records().size());
        for (SidebandRecord item : s.records()) {
          record(item);
        }
      }
      case Chunk.Epoch e ->
          line(
              "@%d EPOCH at clock %d, tick %d, harts at %s",
              e.offset(), e.clock(), e.ticks(), Arrays.toString(e.retired()));
      case Chunk.Schedule s -> {
        line(
            "@%d SCHEDULE from clock %d to %d, harts at %s, %d turns%s",
            s.offset(),
            s.clock(),
            s.endClock(),
            Arrays.toString(s.retired()),
            s.quanta().size(),
            s.open() ? ", the last goes on" : "");
        if (events) {
          for (Chunk.Quantum q : s.quanta()) {
            line("  hart %d, %d instructions%s", q.hart(), q.instructions(), packets(q));
          }
        }
      }
      case Chunk.End e -> {
        line(
            "@%d END at %d: %s; %d frames, %d packets, %d bits, %d targets; tick %d; content %016x",
            e.offset(),
            e.retired(),
            e.told(),
            e.frames(),
            e.packets(),
            e.bits(),
            e.targets(),
            e.ticks(),
            e.contentHash());
        for (int i = 0; i < e.harts().size(); i++) {
          Chunk.HartEnd end = e.harts().get(i);
          line("  hart %d, %d instructions, verify %016x", i, end.retired(), end.verifyHash());
        }
      }
      case Chunk.Damage d ->
          line(
              "@%d DAMAGE %d bytes%s: %s",
              d.offset(), d.length(), d.truncated() ? " to the end of the file" : "", d.message());
    }
  }

  private static String packets(Chunk.Quantum q) {
    return q.packets() == 0 ? "" : ", " + q.packets() + " packets at its end";
  }

  private void frame(Frame f) {
    line(
        "@%d FRAME hart %d, %d..%d%s, pc %x, privilege %s, space %d, task %x, %d packets, %d bits, %d targets, %d bytes",
        f.offset(),
        f.hart(),
        f.startRetired(),
        f.endRetired(),
        several ? ", clock " + f.start().clock() : "",
        f.start().pc(),
        privilege(f.start().privilege()),
        f.start().addressSpace(),
        f.start().task(),
        f.packets().size(),
        f.bitCount(),
        f.targets().length,
        f.storedBytes());
    int bit = 0;
    int target = 0;
    for (Packet packet : f.packets()) {
      packet(packet);
      if (events) {
        events(f, bit, packet.bits(), target, packet.targets());
      }
      bit += packet.bits();
      target += packet.targets();
    }
  }

  private void packet(Packet packet) {
    String payload = packet.bits() + " bits, " + packet.targets() + " targets";
    switch (packet) {
      case Packet.Normal p -> item("%d NORMAL pc %x; %s", p.retired(), p.pc(), payload);
      case Packet.Exception p ->
          item(
              "%d %s cause %s%d, epc %x, tval %x -> pc %x, privilege %s; %s%s",
              p.retired(),
              p.kind(),
              p.cause() < 0 ? "interrupt " : "",
              p.cause() & Long.MAX_VALUE,
              p.epc(),
              p.tval(),
              p.pc(),
              privilege(p.privilege()),
              payload,
              p.verifyHash() == 0 ? "" : String.format("; verify %016x", p.verifyHash()));
      case Packet.Switch p ->
          item(
              "%d SWITCH task %x -> %x, space %d, %s %x, stack %x -> %x, pc %x; %s",
              p.retired(),
              p.previousTask(),
              p.task(),
              p.addressSpace(),
              guest.registers().addressSpace(),
              p.addressSpaceRegister(),
              p.previousStack(),
              p.stack(),
              p.pc(),
              payload);
      case Packet.Gap p ->
          item(
              "%d GAP of %d instructions -> pc %x, privilege %s, space %d, task %x; %s",
              p.retired(),
              p.instructions(),
              p.pc(),
              privilege(p.privilege()),
              p.addressSpace(),
              p.task(),
              payload);
    }
  }

  private void events(Frame f, int bit, int bits, int target, int targets) {
    StringBuilder text = new StringBuilder("    ");
    for (int i = bit; i < bit + bits; i++) {
      text.append((f.words()[i >>> 6] >>> i & 1) != 0 ? '1' : '0');
    }
    for (int i = target; i < target + targets; i++) {
      text.append(' ').append(Long.toHexString(f.targets()[i]));
    }
    line("%s", text);
  }

  private void record(SidebandRecord item) {
    switch (item) {
      case SidebandRecord.Code r -> {
        byte[] bytes = new byte[2 * r.halfwords().length];
        for (int i = 0; i < r.halfwords().length; i++) {
          bytes[2 * i] = (byte) r.halfwords()[i];
          bytes[2 * i + 1] = (byte) (r.halfwords()[i] >>> 8);
        }
        item(
            "%d CODE line %x, mask %08x, %s",
            r.retired(), r.line(), r.mask(), HexFormat.of().formatHex(bytes));
      }
      case SidebandRecord.Mapping r ->
          item(
              "%d MAP space %s, %x -> %x",
              r.retired(),
              r.addressSpace() == SidebandRecord.GLOBAL ? "all" : r.addressSpace(),
              r.virtualPage(),
              r.physicalPage());
      case SidebandRecord.Task r ->
          item("%d TASK %x, pid %d, %s", r.retired(), r.task(), r.pid(), r.name());
      case SidebandRecord.Time r -> item("%d TIME %d ticks skipped", r.retired(), r.ticks());
      case SidebandRecord.Symbols r ->
          item("%d SYMBOLS of %s: %d", r.retired(), r.image(), r.addresses().length);
      case SidebandRecord.Note r ->
          item(
              "%d NOTE %s: %s",
              r.retired(), PrintableText.of(r.key()), PrintableText.of(r.value()));
    }
  }

  private String privilege(int number) {
    PrivilegeMode mode = guest.mode(number);
    return mode.level() == number ? mode.letter() : "?" + number;
  }

  /** A packet or a record. */
  private void item(String format, Object... args) {
    line("%s", prefix + String.format(Locale.ROOT, format, args));
  }

  private void line(String format, Object... args) {
    if (lines++ < limit) {
      out.println(args.length == 0 ? format : String.format(Locale.ROOT, format, args));
    }
  }
}

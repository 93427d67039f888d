package bbt.reconstruct.cli;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
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
      description = "Start at the frame that holds instruction N.")
  private long from;

  @Option(
      names = "--to",
      paramLabel = "N",
      description = "Stop before the frame that starts after instruction N.")
  private long to = Long.MAX_VALUE;

  @Option(names = "--limit", paramLabel = "N", description = "Print at most N lines.")
  private long limit = Long.MAX_VALUE;

  @Option(names = "--events", description = "Print the bits and targets of each packet, too.")
  private boolean events;

  @Spec private CommandSpec spec;

  private PrintWriter out;
  private long lines;

  @Override
  public Integer call() throws IOException {
    if (from < 0 || to < from || limit < 0) {
      throw new UserException(
          ExitCode.USAGE, "--from, --to and --limit must be 0 or more, --from not behind --to");
    }
    out = spec.commandLine().getOut();
    return TraceFiles.reading(trace, this::print);
  }

  private int print() throws IOException {
    int code = ExitCode.OK;
    try (TraceReader reader = TraceReader.open(trace)) {
      if (from > 0) {
        var entry = reader.index().frameAt(0, from);
        if (entry != null) {
          reader.seek(entry.offset());
        }
      }
      for (Chunk chunk = reader.next(); chunk != null && lines < limit; chunk = reader.next()) {
        if (starts(chunk) > to) {
          break;
        }
        if (chunk instanceof Chunk.Damage) {
          code = ExitCode.BAD_DATA;
        }
        dump(chunk);
        if (out.checkError()) {
          break; // the reader of a pipe went away
        }
      }
    }
    return code;
  }

  private static long starts(Chunk chunk) {
    return switch (chunk) {
      case Frame f -> f.startRetired();
      case Chunk.Sideband s -> s.retired();
      case Chunk.End e -> e.retired();
      case Chunk.Damage d -> 0;
    };
  }

  private void dump(Chunk chunk) {
    switch (chunk) {
      case Frame f -> frame(f);
      case Chunk.Sideband s -> {
        line(
            "@%d %s at %d, %d records",
            s.offset(),
            s.checkpoint() ? "CHECKPOINT" : "SIDEBAND",
            s.retired(),
            s.records().size());
        for (SidebandRecord item : s.records()) {
          record(item);
        }
      }
      case Chunk.End e ->
          line(
              "@%d END at %d: %s, exit code %d; %d frames, %d packets, %d bits, %d targets; verify %016x; content %016x",
              e.offset(),
              e.retired(),
              e.reason(),
              e.exitCode(),
              e.frames(),
              e.packets(),
              e.bits(),
              e.targets(),
              e.verifyHash(),
              e.contentHash());
      case Chunk.Damage d ->
          line(
              "@%d DAMAGE %d bytes%s: %s",
              d.offset(), d.length(), d.truncated() ? " to the end of the file" : "", d.message());
    }
  }

  private void frame(Frame f) {
    line(
        "@%d FRAME hart %d, %d..%d, pc %x, privilege %s, space %d, task %x, %d packets, %d bits, %d targets, %d bytes",
        f.offset(),
        f.hart(),
        f.startRetired(),
        f.endRetired(),
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
      case Packet.Normal p -> line("  %d NORMAL pc %x; %s", p.retired(), p.pc(), payload);
      case Packet.Exception p ->
          line(
              "  %d %s cause %s%d, epc %x, tval %x -> pc %x, privilege %s; %s%s",
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
          line(
              "  %d SWITCH task %x -> %x, space %d, satp %x, stack %x -> %x, pc %x; %s",
              p.retired(),
              p.previousTask(),
              p.task(),
              p.addressSpace(),
              p.satp(),
              p.previousStack(),
              p.stack(),
              p.pc(),
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
        line(
            "  %d CODE line %x, mask %08x, %s",
            r.retired(), r.line(), r.mask(), HexFormat.of().formatHex(bytes));
      }
      case SidebandRecord.Mapping r ->
          line(
              "  %d MAP space %s, %x -> %x",
              r.retired(),
              r.addressSpace() == SidebandRecord.GLOBAL ? "all" : r.addressSpace(),
              r.virtualPage(),
              r.physicalPage());
      case SidebandRecord.Task r ->
          line("  %d TASK %x, pid %d, %s", r.retired(), r.task(), r.pid(), r.name());
      case SidebandRecord.Time r -> line("  %d TIME %d ticks skipped", r.retired(), r.ticks());
      case SidebandRecord.Symbols r ->
          line("  %d SYMBOLS of %s: %d", r.retired(), r.image(), r.addresses().length);
      case SidebandRecord.Note r -> line("  %d NOTE %s: %s", r.retired(), r.key(), r.value());
    }
  }

  private static String privilege(int number) {
    return switch (number) {
      case 0 -> "U";
      case 1 -> "S";
      case 3 -> "M";
      default -> "?" + number;
    };
  }

  private void line(String format, Object... args) {
    if (lines++ < limit) {
      out.println(args.length == 0 ? format : String.format(Locale.ROOT, format, args));
    }
  }
}

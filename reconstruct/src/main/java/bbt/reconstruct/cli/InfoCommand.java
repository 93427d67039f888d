package bbt.reconstruct.cli;

import bbt.packets.Chunk;
import bbt.packets.ExceptionKind;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.cli.boot.ExitCodes;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.trace.HartTotals;
import bbt.reconstruct.trace.TraceTotals;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt info}: what was traced, and what the file spends its bytes on. */
@Command(name = "info", description = "Say what was traced and what the file is made of.")
final class InfoCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    return TraceFiles.reading(trace, this::print);
  }

  private int print() throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      TraceTotals totals = new TraceTotals();
      Chunk.End end = null;
      List<Problem> problems = new ArrayList<>();
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        totals.accept(chunk);
        switch (chunk) {
          case Chunk.End e -> end = e;
          case Chunk.Damage d -> problems.add(d.problem());
          default -> {}
        }
      }
      PrintWriter out = spec.commandLine().getOut();
      line(out, "file", trace + ", " + NumberText.grouped(reader.size()) + " bytes");
      line(out, "format", reader.version());
      for (Map.Entry<String, String> e : reader.header().printable().entrySet()) {
        line(out, e.getKey(), e.getValue());
      }
      if (!totals.kernelInMemory().isEmpty()) {
        line(out, "kernel.build-id (memory)", totals.kernelInMemory());
      }
      String context = reader.header().get("trace.context", "auto");
      line(
          out,
          "context switches",
          switch (context) {
            case "stack" -> "loads into the stack pointer";
            case "imported" -> "contexts of the foreign trace";
            default -> "moves into the thread pointer";
          });
      long instructions = end == null ? totals.instructions() : end.retired();
      line(out, "instructions", NumberText.grouped(instructions));
      long dropped = reader.header().dropped();
      long recorded = instructions - dropped - totals.unrecorded();
      if (dropped > 0) {
        line(
            out,
            "of these dropped",
            NumberText.grouped(dropped)
                + (reader.header().ring() > 0 ? ", by the ring" : ", before the recording"));
      }
      if (totals.gaps() > 0 || dropped > 0) {
        line(out, "of these recorded", NumberText.grouped(recorded));
      }
      if (!reader.header().origin().isEmpty()) {
        line(out, "not known", unknown(totals.gaps()));
      }
      if (recorded > 0) {
        line(
            out,
            "bits per instruction",
            String.format(Locale.ROOT, "%.4f", 8.0 * reader.size() / recorded));
      }
      line(
          out,
          "frames",
          NumberText.grouped(totals.frames()) + ", checkpoints " + totals.checkpoints());
      line(
          out,
          "packets",
          NumberText.grouped(totals.packets())
              + ": normal "
              + NumberText.grouped(totals.normalPackets())
              + ", exception "
              + NumberText.grouped(totals.exceptionPackets())
              + ", context switch "
              + NumberText.grouped(totals.switchPackets())
              + (totals.gaps() == 0 ? "" : ", gap " + NumberText.grouped(totals.gaps())));
      List<String> kinds = new ArrayList<>();
      for (ExceptionKind kind : ExceptionKind.values()) {
        kinds.add(
            kind.name().toLowerCase(Locale.ROOT).replace('_', ' ')
                + " "
                + NumberText.grouped(totals.exceptions(kind)));
      }
      line(out, "exceptions", String.join(", ", kinds));
      int harts = reader.harts();
      for (int i = 0; harts > 1 && i < harts; i++) {
        HartTotals hart = totals.hart(i);
        line(
            out,
            "hart " + i,
            NumberText.grouped(end == null ? hart.instructions() : end.harts().get(i).retired())
                + " instructions, frames "
                + NumberText.grouped(hart.frames())
                + ", packets "
                + NumberText.grouped(hart.packets())
                + ", exceptions "
                + NumberText.grouped(hart.exceptions())
                + ", context switches "
                + NumberText.grouped(hart.switches()));
      }
      if (harts > 1) {
        line(
            out,
            "order of the harts",
            NumberText.grouped(totals.turns())
                + " turns, "
                + NumberText.grouped(totals.epochs())
                + " epochs");
      }
      line(out, "bits", NumberText.grouped(totals.bits()));
      line(out, "targets", NumberText.grouped(totals.targets()));
      line(
          out,
          "code",
          NumberText.grouped(totals.codeBytes())
              + " bytes in "
              + NumberText.grouped(totals.codeRecords())
              + " records");
      line(
          out,
          "mappings, tasks, time",
          NumberText.grouped(totals.mappings())
              + ", "
              + NumberText.grouped(totals.tasks())
              + ", "
              + NumberText.grouped(totals.timeJumps())
              + " (idle ticks skipped: "
              + NumberText.grouped(totals.skippedTicks())
              + ")");
      line(out, "symbols", NumberText.grouped(totals.symbols()));
      bytes(out, "bytes: bits, targets, packets", totals.frameBytes(), reader.size());
      bytes(out, "bytes: code, maps, tasks, time", totals.sidebandBytes(), reader.size());
      bytes(out, "bytes: checkpoints", totals.checkpointBytes(), reader.size());
      bytes(out, "bytes: symbols", totals.symbolBytes(), reader.size());
      if (harts > 1) {
        bytes(out, "bytes: order of the harts", totals.scheduleBytes(), reader.size());
      }
      bytes(
          out,
          "bytes: header, index, end",
          reader.size()
              - totals.frameBytes()
              - totals.sidebandBytes()
              - totals.checkpointBytes()
              - totals.scheduleBytes()
              - totals.symbolBytes(),
          reader.size());
      if (end != null) {
        line(out, "ended", ExitCodes.told(end));
        line(out, "content hash", String.format("%016x", end.contentHash()));
      }
      out.flush();
      PrintWriter err = spec.commandLine().getErr();
      TraceFiles.print(trace, problems, err);
      TraceFiles.print(trace, reader.problems(), err);
      if (end == null && problems.stream().noneMatch(Problem::cut)) {
        err.println("bbt: " + trace + ": the trace has no end record: its run was killed");
      }
      return problems.isEmpty() && end != null ? ExitCode.OK : ExitCode.BAD_DATA;
    }
  }

  /** Says what an imported trace lacks. */
  private static String unknown(long gaps) {
    return (gaps == 0
            ? ""
            : "instructions in each of " + NumberText.grouped(gaps) + " gaps (1 stands for them), ")
        + "time, code that changed, tasks, what firmware was called for";
  }

  private static void line(PrintWriter out, String key, String value) {
    out.printf(Locale.ROOT, "%-31s %s%n", key, value);
  }

  private static void bytes(PrintWriter out, String key, long bytes, long whole) {
    line(out, key, NumberText.grouped(bytes) + " (" + NumberText.percent(bytes, whole) + ")");
  }
}

package bbt.reconstruct.export;

import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.interchange.ExecutionTeller;
import bbt.reconstruct.interchange.HartFlow;
import bbt.reconstruct.interchange.etrace.EtraceEncoder;
import bbt.reconstruct.interchange.etrace.EtraceParameters;
import bbt.reconstruct.interchange.ntrace.NtraceEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Writes what was executed in the format of a hardware trace encoder: docs/interchange.md. */
public final class FlowExport {
  private final ExportFormat format;
  private final Path trace;

  /**
   * Creates the export of a trace.
   *
   * @param format of {@link ExportFormat.Kind#FLOW}
   */
  public FlowExport(ExportFormat format, Path trace) {
    this.format = format;
    this.trace = trace;
  }

  /**
   * Writes it to a stream, which stays open.
   *
   * @param progress is told how many instructions have been read
   * @return what is wrong with the trace
   */
  public List<Problem> write(OutputStream out, LongConsumer progress) throws IOException {
    GuestIsa guest;
    try (TraceReader reader = TraceReader.open(trace)) {
      guest = Guests.of(reader.header());
    }
    return ExecutionTeller.tell(trace, hart -> encoder(hart, guest, out), progress);
  }

  private HartFlow encoder(int hart, GuestIsa guest, OutputStream out) {
    return switch (format) {
      case E_TRACE -> new EtraceEncoder(hart, guest, out, EtraceParameters.USUAL);
      case N_TRACE -> new NtraceEncoder(hart, guest, out);
      default -> throw new IllegalStateException(format + " is no trace of what was executed");
    };
  }
}

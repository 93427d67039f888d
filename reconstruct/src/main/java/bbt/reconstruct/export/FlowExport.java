package bbt.reconstruct.export;

import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.interchange.ExecutionTeller;
import bbt.reconstruct.interchange.FormatParameters;
import bbt.reconstruct.interchange.HartFlow;
import bbt.reconstruct.interchange.InterchangeException;
import bbt.reconstruct.interchange.etrace.EtraceEncoder;
import bbt.reconstruct.interchange.etrace.EtraceParameters;
import bbt.reconstruct.interchange.ntrace.NtraceEncoder;
import bbt.reconstruct.interchange.ntrace.NtraceParameter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** Writes what was executed in the format of a hardware trace encoder: docs/interchange.md. */
public final class FlowExport {
  private final Path trace;
  private final Encoders encoders;

  /** Makes the encoder of a hart's execution. */
  private interface Encoders {
    HartFlow of(int hart, GuestIsa guest, OutputStream out);
  }

  /**
   * Creates the export of a trace.
   *
   * @param format of {@link ExportFormat.Kind#FLOW}
   * @param parameters of the encoder: values by name, where they are not the usual ones
   * @throws InterchangeException if there is no such parameter, or no such value of one
   */
  public FlowExport(ExportFormat format, Path trace, Map<String, String> parameters)
      throws InterchangeException {
    this.trace = trace;
    this.encoders =
        switch (format) {
          case E_TRACE -> {
            EtraceParameters values = EtraceParameters.with(parameters);
            yield (hart, guest, out) -> new EtraceEncoder(hart, guest, out, values);
          }
          case N_TRACE -> {
            var values = FormatParameters.with(NtraceParameter.class, parameters);
            yield (hart, guest, out) -> new NtraceEncoder(hart, guest, out, values);
          }
          default -> throw new IllegalStateException(format + " is no trace of what was executed");
        };
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
    return ExecutionTeller.tell(trace, hart -> encoders.of(hart, guest, out), progress);
  }
}

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
  private final GuestIsa guest;
  private final Encoders encoders;

  /** Makes the encoder of a hart's execution. */
  private interface Encoders {
    HartFlow of(int hart, OutputStream out);
  }

  /**
   * Creates the export of a trace.
   *
   * @param format of {@link ExportFormat.Kind#FLOW}
   * @param parameters of the encoder: values by name, where they are not the usual ones
   * @throws InterchangeException if there is no such parameter, or no such value of one, or the
   *     trace has more harts than a source can tell apart, or is of a guest that they are no
   *     standards for
   */
  public FlowExport(ExportFormat format, Path trace, Map<String, String> parameters)
      throws IOException {
    this.trace = trace;
    int harts;
    try (TraceReader reader = TraceReader.open(trace)) {
      guest = Guests.of(reader.header());
      harts = reader.header().harts();
    }
    if (!guest.hasTraceStandards()) {
      throw new InterchangeException(
          format.key() + " is no standard for " + guest.title() + ", which the traced guest is");
    }
    switch (format) {
      case E_TRACE -> {
        EtraceParameters values = EtraceParameters.ofExport(parameters);
        roomFor(harts, values.of(EtraceParameters.Parameter.SOURCE_WIDTH));
        encoders = (hart, out) -> new EtraceEncoder(hart, guest, out, values);
      }
      case N_TRACE -> {
        var values = FormatParameters.with(NtraceParameter.class, parameters);
        roomFor(harts, values.of(NtraceParameter.SOURCE_WIDTH));
        encoders = (hart, out) -> new NtraceEncoder(hart, guest, out, values);
      }
      default -> throw new IllegalStateException(format + " is no trace of what was executed");
    }
  }

  private static void roomFor(int harts, int sourceWidth) throws InterchangeException {
    if (harts > 1 << sourceWidth) {
      throw new InterchangeException(
          "source_width=" + sourceWidth + " cannot tell the trace's " + harts + " harts apart");
    }
  }

  /**
   * Writes it to a stream, which stays open.
   *
   * @param progress is told how many instructions have been read
   * @return what is wrong with the trace
   */
  public List<Problem> write(OutputStream out, LongConsumer progress) throws IOException {
    return ExecutionTeller.tell(trace, hart -> encoders.of(hart, out), progress);
  }
}

package bbt.reconstruct.interchange;

import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.export.ExportFormat;
import bbt.reconstruct.export.FlowExport;
import bbt.reconstruct.interchange.code.TraceCode;
import bbt.reconstruct.interchange.read.ForeignFormat;
import bbt.reconstruct.interchange.read.Importer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Exports a trace to another format and imports it again. */
public final class RoundTrip {
  private RoundTrip() {}

  /** Exports a trace. */
  static void export(Path trace, String format, Map<String, String> parameters, Path to)
      throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to))) {
      var problems =
          new FlowExport(ExportFormat.of(format).orElseThrow(), trace, parameters)
              .write(out, n -> {});
      if (!problems.isEmpty()) {
        throw new AssertionError(problems.toString());
      }
    }
  }

  /** Imports what was exported, with the code of the trace it came from. */
  public static Importer.Result read(
      Path from, String format, Map<String, String> parameters, Path code, Path to)
      throws IOException {
    Importer importer = new Importer(from, ForeignFormat.of(format).orElseThrow(), parameters);
    return importer.write(to, 0, RiscvIsa.RV64, TraceCode.read(code, 0), Map.of(), n -> {});
  }
}

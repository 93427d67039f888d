package bbt.reconstruct.interchange.read;

import bbt.packets.TraceHeader;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.interchange.InterchangeException;
import bbt.reconstruct.interchange.Misfits;
import bbt.reconstruct.interchange.build.ForeignReader;
import bbt.reconstruct.interchange.build.ImportedHart;
import bbt.reconstruct.interchange.code.CodeSource;
import bbt.reconstruct.interchange.code.GuestProgram;
import bbt.reconstruct.interchange.etrace.EtraceParameters;
import bbt.reconstruct.interchange.etrace.EtraceReader;
import bbt.reconstruct.interchange.log.LogFormat;
import bbt.reconstruct.interchange.log.LogReader;
import bbt.reconstruct.interchange.ntrace.NtraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/** Imports a foreign trace into a trace in bbt's format. */
public final class Importer {
  /** The result of an import. */
  public record Result(long instructions, long gaps, long lostTraps, long bytes, Misfits misfits) {}

  private final ForeignFormat format;
  private final ForeignReader reader;

  /**
   * Opens a foreign trace.
   *
   * @param parameters of formats that have some: values by name
   * @throws InterchangeException if it is none
   */
  public Importer(Path file, ForeignFormat format, Map<String, String> parameters)
      throws IOException {
    this.format = format;
    this.reader =
        switch (format) {
          case E_TRACE -> new EtraceReader(bytes(file), EtraceParameters.with(parameters));
          case N_TRACE -> new NtraceReader(bytes(file), parameters);
          case QEMU -> log(file, LogFormat.QEMU, parameters);
          case SPIKE -> log(file, LogFormat.SPIKE, parameters);
          case CVA6 -> log(file, LogFormat.CVA6, parameters);
          case ROCKET -> log(file, LogFormat.ROCKET, parameters);
        };
  }

  private static byte[] bytes(Path file) throws IOException {
    if (Files.size(file) > Integer.MAX_VALUE - 8) {
      throw new InterchangeException("larger than 2 GiB; cut it into parts");
    }
    return Files.readAllBytes(file);
  }

  private static LogReader log(Path file, LogFormat format, Map<String, String> parameters)
      throws InterchangeException {
    int privilege = 1;
    for (Map.Entry<String, String> each : parameters.entrySet()) {
      if (!each.getKey().equals("privilege") || !each.getValue().matches("[0-3]")) {
        throw new InterchangeException(
            each + ": logs have one parameter, privilege=0 to 3, of lines that do not say theirs");
      }
      privilege = Integer.parseInt(each.getValue());
    }
    return new LogReader(file, format, privilege);
  }

  /** The harts that it is of, by their numbers. */
  public SortedSet<Integer> sources() throws IOException {
    return reader.sources();
  }

  /**
   * Writes the trace of one hart.
   *
   * @param programs what its header says of the programs: SHA-256 by name
   * @param progress is told the offset in the foreign trace
   * @throws InterchangeException if there is nothing that can be told
   */
  public Result write(
      Path output,
      int source,
      GuestIsa guest,
      CodeSource code,
      Map<String, String> programs,
      LongConsumer progress)
      throws IOException {
    Map<String, String> header = new TreeMap<>(programs);
    header.put("guest.isa", guest.name());
    header.put("machine.harts", "1");
    header.put(TraceHeader.TIME, TraceHeader.NO_TIME);
    header.put("trace.mode", "compact");
    header.put("trace.verify", "false");
    header.put("trace.context", "imported");
    header.put(TraceHeader.ORIGIN, format.key());
    header.put(TraceHeader.ORIGIN + ".source", Integer.toString(source));
    Misfits misfits = new Misfits();
    try (TraceWriter writer = TraceWriter.create(output, new TraceHeader(header))) {
      ImportedHart hart =
          new ImportedHart(
              new MachineWriter(writer), new GuestProgram(guest, reader.code(guest, code)));
      reader.read(source, hart.program(), hart, misfits, progress);
      if (!hart.started()) {
        String why = misfits.told();
        throw new InterchangeException(
            why == null ? "there is nothing in it that says where execution began" : why);
      }
      hart.finish("end of the imported trace");
      return new Result(hart.executed(), hart.gaps(), hart.lostTraps(), writer.bytes(), misfits);
    }
  }
}

package bbt.samples.conformance.prove;

import bbt.packets.Chunk;
import bbt.packets.TraceReader;
import bbt.samples.guests.MiniSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.run.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * A guest's run and what it left.
 *
 * @param result what the machine says
 * @param console everything the guest wrote
 * @param hash canonical hash of the trace, 0 without a trace
 */
public record Run(RunResult result, String console, long hash) {
  /** Runs a configuration to its end, without input. */
  public static Run of(MachineConfig config) throws IOException {
    return of(config, "");
  }

  /**
   * Runs a configuration to its end.
   *
   * @param input what is typed, in Latin-1
   */
  public static Run of(MachineConfig config, String input) throws IOException {
    ByteArrayOutputStream console = new ByteArrayOutputStream();
    byte[] typed = input.getBytes(StandardCharsets.ISO_8859_1);
    RunResult result = Machine.create(config, ConsolePort.piped(typed, console::write)).run();
    Path trace = config.trace() == null ? null : config.trace().file();
    return new Run(
        result,
        console.toString(StandardCharsets.ISO_8859_1),
        trace == null ? 0 : canonicalHash(trace));
  }

  /** Runs {@code mini}; see {@link #kernel}. */
  public static Run mini(
      String append, EngineMode engine, Path trace, UnaryOperator<MachineConfig.Builder> change)
      throws IOException {
    return kernel(MiniSample.kernel(), append, engine, trace, change);
  }

  /**
   * Runs a kernel without anything beside it.
   *
   * @param append its boot arguments
   * @param trace where to, with verify hashes, or null
   * @param change of the configuration
   */
  public static Run kernel(
      Path kernel,
      String append,
      EngineMode engine,
      Path trace,
      UnaryOperator<MachineConfig.Builder> change)
      throws IOException {
    return of(
        change
            .apply(
                MachineConfig.builder()
                    .kernel(kernel)
                    .append(append)
                    .engine(engine)
                    .trace(trace == null ? null : verified(trace)))
            .build());
  }

  /** Trace options: compact, with verify hashes. */
  static TraceOptions verified(Path trace) {
    return new TraceOptions(trace, true, true, TraceOptions.Context.AUTO);
  }

  /**
   * Returns what follows a mark in the console output, to the end of its line; empty without the
   * mark.
   */
  public String after(String mark) {
    int at = console.indexOf(mark);
    if (at < 0) {
      return "";
    }
    int from = at + mark.length();
    int end = console.indexOf('\n', from);
    return console.substring(from, end < 0 ? console.length() : end).strip();
  }

  /** The canonical hash of a trace; an error when the trace is not whole. */
  public static long canonicalHash(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Chunk.End end) {
          return end.contentHash();
        }
      }
    }
    throw new IOException(trace + ": the trace has no end record");
  }
}

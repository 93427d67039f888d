package bbt.translator.run;

import java.util.List;
import java.util.Map;

/**
 * The result of a run.
 *
 * @param reason why it ended
 * @param guestCode the guest's own exit code, 0 unless it gave one (0..63 pass through,
 *     docs/determinism.md 20)
 * @param retired guest instructions retired since reset, by all harts together
 * @param hartRetired the same by hart
 * @param skippedTicks timebase ticks of idle time that were skipped
 * @param exceptions exceptions by kind as the machine counted them, independent of the trace
 * @param causes the same by xcause value, in hexadecimal for the reader's convenience
 * @param nanos host wall time of the run
 * @param traceBytes size of the trace file, 0 without
 * @param recorded instructions that were recorded, by all harts together; 0 without a trace
 * @param missing what was to be recorded and never came, in words
 * @param message one line for the user when the reason needs one, else empty
 */
public record RunResult(
    ExitReason reason,
    int guestCode,
    long retired,
    List<Long> hartRetired,
    long skippedTicks,
    Map<ExceptionKindName, Long> exceptions,
    Map<String, Long> causes,
    long nanos,
    long traceBytes,
    long recorded,
    List<String> missing,
    String message) {}

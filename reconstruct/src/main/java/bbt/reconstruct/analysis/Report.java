package bbt.reconstruct.analysis;

import bbt.packets.Chunk;
import bbt.packets.TraceHeader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.boot.BootView;
import bbt.reconstruct.code.CodeProfile;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.names.CodeNames;
import bbt.reconstruct.names.Sources;
import bbt.reconstruct.profile.Panic;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.trace.KernelId;
import bbt.reconstruct.trace.TraceClock;
import bbt.reconstruct.trace.TraceTotals;
import java.util.List;
import java.util.SortedMap;

/**
 * The result of an {@link Analysis}: everything that a report shows.
 *
 * @param file as named by the user
 * @param fileBytes size of the file
 * @param formatVersion of the trace format
 * @param header what was traced
 * @param totals what the file holds
 * @param end the end record, null when the trace was cut
 * @param live whether the trace goes on: the report is of what there is so far
 * @param problems damage and disagreements; the profile covers what could be rebuilt
 * @param profile where the instructions went
 * @param harts what each hart did, by number
 * @param selection what part of the trace the profile is of
 * @param stacksFrom clock from which on call stacks are known; 0 if from the trace's start
 * @param costs cycles of instructions; null when only instructions are counted
 * @param memory what a memory system did; null if none was simulated
 * @param boot how the kernel started; null if nobody asked for it
 * @param time guest time by the common clock
 * @param code blocks and instructions; null if nobody asked for it
 * @param sources lines of the binaries that were given; {@link Sources#NONE} without any
 * @param names from names of code to addresses
 * @param walked instructions rebuilt, selected or not
 * @param reconstructionNanos wall time of reading, walking and profiling
 * @param virtualSeconds guest time that the run (or the selected window) took: by the trace's own
 *     clock if it is whole, else retired instructions and skipped idle time at the clock of the
 *     traced machine; {@link Double#NaN} where guest time is not known
 */
public record Report(
    String file,
    long fileBytes,
    String formatVersion,
    SortedMap<String, String> header,
    TraceTotals totals,
    Chunk.End end,
    boolean live,
    List<Problem> problems,
    Profile profile,
    List<HartRow> harts,
    Selection selection,
    long stacksFrom,
    CostModel costs,
    MemoryProfile memory,
    BootView boot,
    TraceClock time,
    CodeProfile code,
    Sources sources,
    CodeNames names,
    long walked,
    long reconstructionNanos,
    double virtualSeconds) {

  /**
   * The format of the foreign trace that the trace was made of; empty for one that bbt recorded.
   * Then it is not known how many instructions are missing in a gap.
   */
  public String origin() {
    return header.getOrDefault(TraceHeader.ORIGIN, "");
  }

  /** Instructions rebuilt per second. */
  public double rate() {
    return walked * 1e9 / Math.max(1, reconstructionNanos);
  }

  /** Bits of the file for each instruction. */
  public double bitsPerInstruction() {
    return 8.0 * fileBytes / Math.max(1, traceInstructions());
  }

  /**
   * The counts at the moment when the kernel panicked; null if it did not, or if something in the
   * middle is missing and so not counted.
   */
  public Panic panic() {
    return problems.stream().allMatch(Problem::harmless) ? profile.panic() : null;
  }

  /** The kernel that was traced. */
  public KernelId kernel() {
    return new KernelId(header.getOrDefault(KernelId.HEADER_KEY, ""), totals.kernelInMemory());
  }

  /**
   * Instructions that the whole trace has recorded, selected or not. Gaps in {@linkplain
   * TraceTotals#passed frames that were passed over} are not known: they count as recorded.
   */
  public long traceInstructions() {
    return selection.everything()
        ? profile.instructions()
        : totals.instructions() - dropped() - totals.unrecorded();
  }

  /** Whether a ring dropped what was before; else the recording began later than the run. */
  public boolean isRing() {
    return header.containsKey("trace.ring");
  }

  /** Instructions before the trace's first one, which a ring dropped. */
  public long dropped() {
    return Long.parseLong(header.getOrDefault(TraceHeader.DROPPED, "0"));
  }

  /** Bytes of payload of a packet, on average. */
  public double averagePayload() {
    return (double) totals.payload() / Math.max(1, totals.packets());
  }
}

package bbt.reconstruct.diff.find;

import bbt.reconstruct.basics.ShellWord;
import bbt.reconstruct.select.RecordedPart;
import bbt.reconstruct.select.Selection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What two traces hold of their runs.
 *
 * @param runsAlike whether they hold the same part of the runs
 * @param alike whether they hold the same part of what is compared; else a difference may be one of
 *     the recording, and sums do not compare
 * @param options that select what both hold, each behind a space; empty where none do
 */
public record RecordedPair(
    RecordedPart a, RecordedPart b, boolean runsAlike, boolean alike, String options) {

  /**
   * Reads what was recorded.
   *
   * @param selection the part that is compared
   */
  public static RecordedPair of(Path a, Path b, Selection selection) throws IOException {
    List<RecordedPart> parts = InParallel.of(() -> RecordedPart.of(a), () -> RecordedPart.of(b));
    RecordedPart inA = parts.get(0);
    RecordedPart inB = parts.get(1);
    return new RecordedPair(
        inA,
        inB,
        inA.alike(inB, Selection.ALL),
        inA.alike(inB, selection),
        RecordedPart.options(inA, inB, selection));
  }

  /**
   * Says what to do where they are not alike.
   *
   * @param fileA as the user named A's file
   */
  public String remedy(String fileA, String fileB) {
    return options.isEmpty()
        ? RecordedPart.REMEDY
        : "select what both recorded: bbt diff "
            + ShellWord.of(fileA)
            + " "
            + ShellWord.of(fileB)
            + options;
  }
}

package bbt.reconstruct.diff;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.diff.change.Changes;
import bbt.reconstruct.diff.code.CodePair;
import bbt.reconstruct.diff.find.Divergence;
import bbt.reconstruct.diff.find.DivergenceKind;
import bbt.reconstruct.diff.find.RecordedPair;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The result of comparing two traces.
 *
 * @param how why they are known to be the same, or null if they are not
 * @param configuration header entries that differ: A's value, then B's; null where there is none
 * @param divergence null if they are the same
 * @param selection the part that is compared, in words; null for all. The divergence and what came
 *     of it are of this part
 * @param elsewhere where the whole runs part, if that is another place; else null
 * @param changes what came of it; null if they are the same as far as both are recorded or nobody
 *     asked for it
 * @param code of the functions whose code was asked for
 * @param cutA A's file does not hold how its run ended: all its numbers are the least that it
 *     executed; and {@code cutB} the same of B
 * @param recorded what was recorded of the runs; null if they are the same
 */
public record DiffResult(
    String a,
    String b,
    Sameness how,
    Map<String, List<String>> configuration,
    Divergence divergence,
    String selection,
    Divergence elsewhere,
    Changes changes,
    List<CodePair> code,
    boolean cutA,
    boolean cutB,
    RecordedPair recorded,
    List<Problem> problemsA,
    List<Problem> problemsB) {

  /** The ways in which two traces were found to be the same. */
  public enum Sameness {
    /** Byte for byte one file. */
    FILE("the files are equal, byte for byte"),
    /** Hashes of all chunks of the execution, and the end. */
    HASHES("every frame's content hash is equal"),
    /** Walked from where the hashes differ, without a difference. */
    WALKED("rebuilt and compared instruction by instruction"),
    /** What is selected was walked, without a difference; the runs part elsewhere. */
    SELECTED("what is selected was rebuilt and compared instruction by instruction");

    private final String text;

    Sameness(String text) {
      this.text = text;
    }

    /** Returns how that is known, in words. */
    public String text() {
      return text;
    }
  }

  public DiffResult {
    configuration = new TreeMap<>(configuration);
    code = List.copyOf(code);
    problemsA = List.copyOf(problemsA);
    problemsB = List.copyOf(problemsB);
  }

  /** Whether nothing differs as far as both are recorded, and one of them is not to its end. */
  public boolean sameUpToCut() {
    return divergence != null && divergence.kind() == DivergenceKind.CUT;
  }

  /** Whether nothing was found to differ, but some of both could not be compared. */
  public boolean undecided() {
    return !same() && divergence == null;
  }

  /** Whether they differ, and what was recorded of them does, too: their sums do not compare. */
  public boolean recordedUnlike() {
    return recorded != null && !recorded.alike();
  }

  /** The names of the sides that are cut: A, B or both. */
  public List<String> cutSides() {
    return Stream.of(cutA ? "A" : "", cutB ? "B" : "").filter(side -> !side.isEmpty()).toList();
  }

  /** Whether both are the same execution. */
  public boolean same() {
    return how != null;
  }
}

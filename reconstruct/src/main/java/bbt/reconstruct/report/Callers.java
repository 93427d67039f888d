package bbt.reconstruct.report;

import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.names.CodeAddress;
import bbt.reconstruct.profile.CallGraph;
import bbt.reconstruct.profile.ProfileFrame;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Finds the functions whose callers are wanted. */
public final class Callers {
  private Callers() {}

  /**
   * The functions that a word means: all of a name; else those that start at an address that it
   * names. Empty if none was executed.
   */
  static List<CallGraph.Node> find(Report report, CallGraph graph, String word) {
    Set<String> meant = report.names().meant(word);
    List<CallGraph.Node> named =
        select(report, graph, f -> f.name().equals(word) || meant.contains(f.name()));
    if (!named.isEmpty()) {
      return named;
    }
    List<CodeAddress> places = report.names().addresses(word);
    return select(
        report, graph, f -> places.stream().anyMatch(p -> p.is(f.address(), f.program())));
  }

  private static List<CallGraph.Node> select(
      Report report, CallGraph graph, Predicate<ProfileFrame> wanted) {
    return graph.nodes().stream()
        .filter(
            node -> {
              ProfileFrame f = report.profile().frames().get(node.frame());
              return f.kind().isFunction() && wanted.test(f);
            })
        .toList();
  }

  /** Whether a report with a call tree has a function that a word means. */
  public static boolean has(Report report, String word) {
    return !find(report, CallGraph.of(report.profile().tree()), word).isEmpty();
  }
}

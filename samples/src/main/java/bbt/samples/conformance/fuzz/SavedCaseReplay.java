package bbt.samples.conformance.fuzz;

import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.EngineChoice;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a saved case on every engine and compares with what the reference left when it was saved.
 */
public final class SavedCaseReplay {
  private static final List<EngineChoice> ENGINES =
      List.of(
          EngineChoice.INTERPRETER,
          new EngineChoice(EngineMode.INTERPRETER, 0, 1, true),
          EngineChoice.TRANSLATOR,
          new EngineChoice(EngineMode.TRANSLATOR, 0, 1, true),
          new EngineChoice(EngineMode.AUTO, 4, 7, false),
          new EngineChoice(EngineMode.AUTO, 64, 9, true));

  private SavedCaseReplay() {}

  /**
   * Runs a saved case.
   *
   * @param folder for temporary files
   * @return a line for each engine on which something differs that is not explained
   */
  public static List<String> of(SavedCase saved, Path folder) throws IOException {
    Kind kind = Kinds.named(saved.kind());
    if (kind == null) {
      throw new IOException("the saved case is of an unknown kind, " + saved.kind());
    }
    List<String> lines = new ArrayList<>();
    for (EngineChoice engine : ENGINES) {
      Trial trial =
          Trial.of(kind, saved.image(), saved.expected(), saved.version(), engine, folder);
      if (trial.unexplained() != null) {
        lines.add(engine + ": " + trial.unexplained());
      }
    }
    return lines;
  }
}

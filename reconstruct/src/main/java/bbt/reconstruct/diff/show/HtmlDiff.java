package bbt.reconstruct.diff.show;

import bbt.packets.TraceReader;
import bbt.reconstruct.diff.DiffResult;
import bbt.reconstruct.diff.find.Divergence;
import bbt.reconstruct.page.Page;
import bbt.reconstruct.trace.TraceOutline;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a comparison as one self-contained page: both sides of the first divergence beside each
 * other, differential flame graphs, all changes in tables, the code of the functions that caused
 * them. It is made as the report's page is ({@link Page}) and shares its scripts; its numbers are
 * those of {@link JsonDiff}.
 */
public final class HtmlDiff {
  /** Functions, tasks and exceptions in the tables: in fact all of them. */
  private static final int ROWS = 40_000;

  /** Functions that caused the change whose code is in the page. */
  public static final int CODE = 10;

  /** Call paths in their table; they are long. */
  private static final int PATHS = 3_000;

  /** The page's scripts, in the order of the navigation. */
  private static final List<Page.Script> SCRIPTS =
      Page.scripts(
          HtmlDiff.class,
          "changes",
          "overview",
          "divergence",
          "order",
          "difftrees",
          "tables",
          "code",
          "begin");

  private HtmlDiff() {}

  /**
   * The options of a page.
   *
   * @param top rows of the summary's charts, 1 or more
   * @param selection the part that the changes are told of in words, or null: all
   * @param command the command line that makes the page, as a user would type it
   * @param version the program's name and version
   */
  public record Options(int top, String selection, String command, String version) {
    /** Returns the block that describes the page itself. */
    ObjectNode block() {
      return JsonNodeFactory.instance
          .objectNode()
          .put("selection", selection)
          .put("top", top)
          .put("command", command)
          .put("version", version);
    }
  }

  /**
   * Writes the page; under a temporary name first, so that the file is whole or not there.
   *
   * @return bytes of the file
   * @throws IOException if it cannot be written
   */
  public static long write(DiffResult result, Options options, Path out) throws IOException {
    String title = name(result.a()) + " against " + name(result.b());
    Page page = new Page(title, SCRIPTS);
    page.add("diff", numbers(result));
    page.add("page", options.block());
    if (result.changes() != null) {
      page.add("calls", TreeBlock.of(result.changes().tree()));
    }
    return page.write(out);
  }

  /** A file's name without its folders. */
  static String name(String file) {
    return String.valueOf(Path.of(file).getFileName());
  }

  /** The JSON comparison, and beside it what is said in words. */
  private static ObjectNode numbers(DiffResult result) throws IOException {
    ObjectNode node = JsonDiff.tree(result, ROWS, PATHS);
    node.set("words", words(result));
    if (result.changes() != null) {
      node.put("pathsLeftOut", Math.max(0, result.changes().paths().size() - PATHS));
    }
    return node;
  }

  /** Adds the clocks at which a trace begins and ends, whatever of it is selected. */
  private static void recorded(ArrayNode to, String trace) throws IOException {
    try (TraceReader reader = TraceReader.open(Path.of(trace))) {
      to.add(reader.header().dropped());
    }
    to.add(TraceOutline.of(Path.of(trace)).total());
  }

  /** Returns what the text says that no number holds, and how far the traces reach. */
  private static ObjectNode words(DiffResult result) throws IOException {
    ObjectNode words = JsonNodeFactory.instance.objectNode();
    if (result.same()) {
      words.put("knownBy", result.how().text());
    }
    ArrayNode cut = words.putArray("cut");
    result.cutSides().forEach(side -> cut.add(DiffWording.cut(side)));
    ArrayNode recorded = words.putArray("recorded");
    DiffWording.recorded(result).forEach(recorded::add);
    words.put("numbers", DiffWording.numbers(result));
    if (result.changes() != null) {
      words.put("parts", result.recordedUnlike() ? "" : DiffWording.parts(result.changes()));
      recorded(words.putArray("recordedA"), result.a());
      recorded(words.putArray("recordedB"), result.b());
    }
    Divergence divergence = result.divergence();
    if (divergence != null) {
      words.put("kind", divergence.kind().text()).put("where", divergence.at().where());
      JsonDiff.stack(words.putArray("commonStack"), divergence.commonStack());
      words.put("commandsFor", DiffWording.COMMANDS);
      ArrayNode commands = words.putArray("commands");
      DiffWording.commands(result).forEach(commands::add);
    }
    return words;
  }
}

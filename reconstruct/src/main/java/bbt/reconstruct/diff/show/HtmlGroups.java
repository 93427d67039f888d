package bbt.reconstruct.diff.show;

import bbt.reconstruct.diff.change.GroupDiff;
import bbt.reconstruct.page.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes two groups of runs as one self-contained page: every run's value, and what separates the
 * groups.
 */
public final class HtmlGroups {
  /** Functions in the table: in fact all of them. */
  private static final int ROWS = 40_000;

  private static final List<Page.Script> SCRIPTS =
      Page.scripts(HtmlGroups.class, "changes", "groups");

  private HtmlGroups() {}

  /**
   * Writes the page; under a temporary name first, so that the file is whole or not there.
   *
   * @return bytes of the file
   * @throws IOException if it cannot be written
   */
  public static long write(GroupDiff diff, HtmlDiff.Options options, Path out) throws IOException {
    Page page = new Page(title(diff.runsA()) + " against " + title(diff.runsB()), SCRIPTS);
    page.add("groups", JsonDiff.tree(diff, ROWS));
    page.add("page", options.block());
    return page.write(out);
  }

  private static String title(List<String> runs) {
    String first = HtmlDiff.name(runs.getFirst());
    return runs.size() == 1 ? first : first + " and " + (runs.size() - 1) + " more";
  }
}

package bbt.reconstruct.diff;

import bbt.reconstruct.cli.Units;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;

/** A comparison as one self-contained page: both sides, the tables, differential flame graphs. */
public final class HtmlDiff {
  private static final String STYLE =
      "body{font:14px system-ui,sans-serif;margin:1.5em;max-width:1500px;color:#222;background:#fff}"
          + "table{border-collapse:collapse;margin:.4em 0 1.4em}"
          + "td,th{padding:.15em .8em .15em 0;text-align:left;vertical-align:top}"
          + "th{border-bottom:1px solid #bbb}"
          + "td,code,pre{font-family:ui-monospace,monospace;font-size:12px}"
          + ".sides{display:grid;grid-template-columns:1fr 1fr;gap:1em}"
          + ".sides>div{border:1px solid #ccc;padding:.6em;overflow:auto}"
          + "td{white-space:nowrap}"
          + ".flame{position:relative;overflow:hidden;border:1px solid #ddd;margin:.4em 0 1.6em}"
          + ".f{position:absolute;box-sizing:border-box;height:17px;overflow:hidden;font-size:11px;"
          + "line-height:16px;white-space:nowrap;border:1px solid #fff;cursor:pointer;padding-left:2px;"
          + "left:calc((var(--l) - var(--x))*var(--z)*1%);width:calc(var(--w)*var(--z)*1%)}"
          + ".gone{border:1px dashed #124;font-style:italic}.new{border:1px solid #a12}";

  /** A click makes a frame as wide as the page; the next one on it shows all again. */
  private static final String SCRIPT =
      "for(const g of document.querySelectorAll('.flame'))g.onclick=e=>{const f=e.target;"
          + "if(f===g)return;const l=f.style.getPropertyValue('--l'),w=f.style.getPropertyValue('--w');"
          + "const same=g.dataset.l===l&&g.dataset.w===w;g.dataset.l=same?'':l;g.dataset.w=same?'':w;"
          + "g.style.setProperty('--x',same?0:l);g.style.setProperty('--z',same?1:100/w)}";

  private final StringBuilder out = new StringBuilder();
  private final int top;

  private HtmlDiff(int top) {
    this.top = top;
  }

  /**
   * The page.
   *
   * @param top rows in each table
   */
  public static String of(DiffResult result, int top) {
    HtmlDiff page = new HtmlDiff(top);
    page.all(result);
    return page.out.toString();
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private void all(DiffResult result) {
    out.append("<!doctype html><html lang=en><meta charset=utf-8><title>bbt diff</title><style>")
        .append(STYLE)
        .append("</style>\n<h1>")
        .append(title(result))
        .append("</h1>\n<p>A <code>")
        .append(escaped(result.a()))
        .append("</code><br>B <code>")
        .append(escaped(result.b()))
        .append("</code></p>\n");
    if (result.same()) {
      out.append("<p>").append(escaped(result.how().text())).append("</p>\n");
    }
    if (result.changes() != null) {
      total(result.changes());
    }
    for (String side : result.cutSides()) {
      out.append("<p class=cut>")
          .append(side)
          .append(" is cut: its numbers are of what was recorded, the run may have gone on.</p>\n");
    }
    if (!result.configuration().isEmpty()) {
      out.append("<h2>Configured differently</h2><table><tr><th><th>A<th>B</tr>");
      result
          .configuration()
          .forEach((key, values) -> row(key, value(values.get(0)), value(values.get(1))));
      out.append("</table>\n");
    }
    if (result.divergence() != null) {
      divergence(result.divergence());
    }
    if (result.changes() != null) {
      changes(result.changes());
    }
    out.append("<script>").append(SCRIPT).append("</script></html>\n");
  }

  private static String title(DiffResult result) {
    return result.same()
        ? "Identical"
        : result.sameUpToCut() ? "The same as far as both are recorded" : "Different";
  }

  private static String value(String text) {
    return text == null ? "(not there)" : text.isEmpty() ? "(empty)" : text;
  }

  private void total(Changes c) {
    out.append(
        String.format(
            Locale.ROOT,
            "<p>A <b id=a>%,d</b>, B <b id=b>%,d</b> instructions: <b id=change>%+,d</b></p>\n",
            c.instructionsA(),
            c.instructionsB(),
            c.change()));
  }

  private void row(String... cells) {
    out.append("<tr>");
    for (String cell : cells) {
      out.append("<td>").append(escaped(cell));
    }
    out.append("</tr>\n");
  }

  private void divergence(Divergence d) {
    out.append("<h2>First divergence: ").append(escaped(d.kind().text())).append("</h2>\n<p>");
    out.append(escaped(d.why()));
    out.append(
        String.format(
            Locale.ROOT,
            "<br>after %,d instructions, hart %d, at guest time %.6f s, %s, %s-mode</p>\n",
            d.clock(),
            d.hart(),
            d.seconds(),
            escaped(d.where()),
            d.privilege()));
    out.append("<h3>The way there, in both</h3><table>");
    lines(d.before());
    row("", d.last(), "last in both", "", d.lastSource());
    out.append("</table><div class=sides>");
    side("A", d.a());
    side("B", d.b());
    out.append("</div>\n");
  }

  private void side(String name, Divergence.View view) {
    out.append("<div><b>")
        .append(name)
        .append(view.place().isEmpty() ? " goes on" : " goes on at " + escaped(view.place()))
        .append(": ")
        .append(escaped(view.next()))
        .append("</b> ")
        .append(escaped(view.source()))
        .append("<table>");
    lines(view.after());
    out.append("</table><p>Call stack, innermost first</p><table class=stack>");
    int deep = Math.min(view.stack().size(), TextDiff.DEEP);
    for (StackLine l : view.stack().subList(0, deep)) {
      row(l.place(), l.entered().isEmpty() ? "(outermost known)" : l.entered(), l.source());
    }
    if (deep < view.stack().size()) {
      row("... " + Units.grouped(view.stack().size() - deep) + " more");
    }
    out.append("</table></div>\n");
  }

  private void lines(List<FlowLine> lines) {
    for (FlowLine l : lines) {
      row(Units.grouped(l.retired()), l.place(), l.text(), l.outcome(), l.source());
    }
  }

  private void changes(Changes c) {
    out.append(
        "<h2>Where the change is</h2><p>Width: instructions gained and lost. Red costs more");
    out.append(" in B, blue less; dashed: gone, framed: new. A click zooms.</p>\n");
    DiffTree tree = c.merged();
    FlameDivs.write(out, tree, n -> Math.abs(tree.selfB(n) - tree.selfA(n)));
    out.append("<h2>Both runs</h2><p>Width: instructions in the run that has more.</p>\n");
    FlameDivs.write(out, tree, n -> Math.max(tree.selfA(n), tree.selfB(n)));
    // The same tables as the text has, so that all numbers are the same.
    StringWriter text = new StringWriter();
    TextDiff.tables(c, top, new PrintWriter(text, true));
    out.append("<h2>Tables</h2><pre>").append(escaped(text.toString())).append("</pre>\n");
  }
}

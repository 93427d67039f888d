/**
 * Writes the report as one HTML file that needs nothing else: {@code bbt report TRACE --html
 * out.html}.
 *
 * <p>Enters: a {@link bbt.reconstruct.analysis.Report}. Leaves: a file.
 *
 * <dl>
 *   <dt>page
 *   <dd>the file: a frame of HTML, one style sheet, one script (both resources of this package,
 *       ours), and blocks.
 *   <dt>block
 *   <dd>a part of the data: JSON, gzip, base64. The script unpacks it when a section first needs
 *       it, so that the page opens at once however much it holds.
 *   <dt>section
 *   <dd>what the navigation shows: summary, flame graph, functions ...; one script file each.
 * </dl>
 *
 * <p>Names that come from the guest are data only: they are inside base64, and the script makes
 * text nodes of them, never markup. The page's content security policy names the hashes of its
 * script and style, so a browser runs nothing else and loads nothing at all.
 */
package bbt.reconstruct.html;

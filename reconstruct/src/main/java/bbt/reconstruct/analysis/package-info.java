/**
 * Counts in one walk over a trace everything that reports, exports and tables are made from.
 *
 * <p>Enters: a trace file, optionally binaries with symbols, a selection, a cost model. What
 * leaves: a {@link bbt.reconstruct.analysis.Report}, also as JSON with stable keys ({@link
 * bbt.reconstruct.analysis.JsonReport}, docs/report.md).
 *
 * <dl>
 *   <dt>part
 *   <dd>what costs time or memory and is made only for those who ask ({@link
 *       bbt.reconstruct.analysis.ReportPart}).
 * </dl>
 */
package bbt.reconstruct.analysis;

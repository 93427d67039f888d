/**
 * One walk over a trace and everything that is counted on it: what all reports, exports and tables
 * are made from.
 *
 * <p>What enters: a trace file, optionally binaries with symbols, a selection, a cost model. What
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

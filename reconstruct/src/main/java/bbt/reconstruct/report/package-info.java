/**
 * The report: the founding paper's boot profile (its table VI and figures 9 to 11), as text and as
 * JSON with stable keys (docs/report.md).
 *
 * <p>What enters: a trace file, optionally binaries with symbols. What leaves: {@link
 * bbt.reconstruct.report.Report}, printed by {@link bbt.reconstruct.report.TextReport} and {@link
 * bbt.reconstruct.report.JsonReport}.
 */
package bbt.reconstruct.report;

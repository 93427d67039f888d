/**
 * Writes the report as text: the founding paper's boot profile (its table VI and figures 9 to 11;
 * docs/report.md).
 *
 * <p>Enters: a {@link bbt.reconstruct.analysis.Report}. Leaves: lines.
 */
package bbt.reconstruct.report;

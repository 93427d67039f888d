/**
 * The report as text: the founding paper's boot profile (its table VI and figures 9 to 11;
 * docs/report.md).
 *
 * <p>What enters: a {@link bbt.reconstruct.analysis.Report}. What leaves: lines.
 */
package bbt.reconstruct.report;

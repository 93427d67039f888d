/**
 * Measures whole processes: {@code bbt bench} runs several commands in turn, A B C A B C ..., and
 * quotes medians and ratios, because shared machines are noisy.
 *
 * <p>Enters: a {@link bbt.samples.bench.Suite} of works and how many rounds of them to run. Leaves:
 * a table, and a file that later runs are compared with.
 */
package bbt.samples.bench;

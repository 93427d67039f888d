/**
 * Whole-process measurements: {@code bbt bench} runs several commands in turn, A B C A B C ..., and
 * quotes medians and ratios, because these machines are shared and noisy.
 */
package bbt.samples.bench;

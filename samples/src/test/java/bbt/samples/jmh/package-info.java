/**
 * Speed of single pieces, measured by JMH: {@code .ci/jmh} runs them, {@code BenchmarksTest} runs
 * each once so that they keep working. Whole programs are measured by {@code bbt bench}.
 */
package bbt.samples.jmh;

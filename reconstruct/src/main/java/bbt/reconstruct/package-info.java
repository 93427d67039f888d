/**
 * The trace read back. By package, each using only those before it:
 *
 * <ul>
 *   <li>{@code walk}: packets and announced code become executed instructions, every one checked;
 *   <li>{@code trace}: totals, names and soundness of a trace as a whole;
 *   <li>{@code profile}: call stacks per task, what each function and exception cost;
 *   <li>{@code report}: the founding paper's tables, as text and JSON;
 *   <li>{@code replay}: a traced run executed again;
 *   <li>{@code gdb}: a server for gdb, on a live guest or a traced run;
 *   <li>{@code export}: profiles in the formats of other tools;
 *   <li>{@code query}: a trace as tables, for SQL;
 *   <li>{@code cli}: the {@code bbt} command line.
 * </ul>
 *
 * <p>Only {@code cli}, {@code replay} and {@code gdb} use the translator: a trace is read without a
 * machine.
 */
package bbt.reconstruct;

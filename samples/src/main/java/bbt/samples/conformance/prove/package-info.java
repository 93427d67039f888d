/**
 * Runs {@code bbt prove}, with which an outsider sees that the promises hold.
 *
 * <p>Enters: nothing but the committed guest, an external QEMU and a stock Linux. Leaves: a table
 * of {@link bbt.samples.conformance.prove.Check}s.
 *
 * <dl>
 *   <dt>part
 *   <dd>a group of checks that can be run alone: {@code mini}, {@code qemu}, {@code linux}, {@code
 *       lockstep}, {@code damage}
 *   <dt>expected values
 *   <dd>{@code mini.properties}: what a run of the committed {@code mini} gives, on every host and
 *       in every engine
 *   <dt>canonical hash
 *   <dd>the content hash in a trace's end record: equal for equal executions, whatever wrote it
 *   <dt>pc sequence
 *   <dd>addresses of all instructions that were started, in order: the retired ones, and those that
 *       raised an exception after they were fetched
 * </dl>
 */
package bbt.samples.conformance.prove;

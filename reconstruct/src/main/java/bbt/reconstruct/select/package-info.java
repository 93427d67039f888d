/**
 * Selects parts of a trace, by windows and filters that every report, export and comparison
 * understands.
 *
 * <p>Enters: options as a user gives them ({@link bbt.reconstruct.cli.options.SelectionOptions}).
 * Leaves: a {@link bbt.reconstruct.select.Selection}, and for one trace a {@link
 * bbt.reconstruct.select.SelectionScope}, which says of each instruction whether it belongs to it.
 *
 * <dl>
 *   <dt>clock
 *   <dd>instructions retired by all harts together; with one hart its retired count.
 *   <dt>window
 *   <dd>a range of the clock: from inclusive, to exclusive. Whatever happens at a count (a call, a
 *       trap, a switch) belongs to the window that holds the instruction behind it.
 *   <dt>selected
 *   <dd>an instruction in the window, of the selected harts, tasks and privileges, and inside a
 *       selected function or what it called. All conditions must hold; of several tasks (functions,
 *       privileges, harts) one suffices.
 * </dl>
 *
 * <p>Instructions that are not selected do not exist for a report: nothing that it counts includes
 * them. Call stacks are kept all the same, so a selected instruction has its callers.
 */
package bbt.reconstruct.select;

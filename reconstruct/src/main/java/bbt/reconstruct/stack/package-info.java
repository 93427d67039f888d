/**
 * Call stacks of tasks and harts, kept up to date while an execution is walked.
 *
 * <p>What enters: calls, returns, traps, trap returns, switches. What leaves: {@link
 * bbt.reconstruct.stack.CallFrame}s.
 */
package bbt.reconstruct.stack;

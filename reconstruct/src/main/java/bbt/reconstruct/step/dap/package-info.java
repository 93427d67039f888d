/**
 * Serves the Debug Adapter Protocol with the stepper: an editor opens a trace and steps both ways.
 *
 * <p>Enters: an editor's messages, read by an {@link bbt.reconstruct.step.dap.AdapterConnection}
 * (LSP4J has the protocol's types). Leaves: the answers of a {@link
 * bbt.reconstruct.step.dap.DebugAdapter}, one after the other, on one thread, from a {@link
 * bbt.reconstruct.step.dap.DebuggedTrace}: the same {@link bbt.reconstruct.step.StepSession} that
 * the terminal shows. Terms: what an editor calls a thread is a hart; what it calls a frame is a
 * line of the call stack, or a function that was inlined there; what runs when it says
 * <em>continue</em> is a search in the trace.
 */
package bbt.reconstruct.step.dap;

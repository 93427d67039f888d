/**
 * The stepper as a Debug Adapter Protocol server: an editor opens a trace and steps both ways.
 *
 * <p>A {@link bbt.reconstruct.step.dap.AdapterConnection} reads an editor's messages from a stream
 * (LSP4J has the protocol's types); a {@link bbt.reconstruct.step.dap.DebugAdapter} answers them
 * one after the other, on one thread, from a {@link bbt.reconstruct.step.dap.DebuggedTrace}: the
 * same {@link bbt.reconstruct.step.StepSession} that the terminal shows. Terms: what an editor
 * calls a thread is a hart; what it calls a frame is a line of the call stack, or a function that
 * was inlined there; what runs when it says <em>continue</em> is a search in the trace.
 */
package bbt.reconstruct.step.dap;

/**
 * Executes a traced run again to have its registers and memory at any moment. A trace holds
 * neither, but the machine is deterministic and the trace's header names what a run depends on
 * (docs/replay.md).
 *
 * <p>Enters: a trace and the guest's files ({@code setup}). Leaves: {@link
 * bbt.reconstruct.replay.state.MachineState}s of any {@link bbt.reconstruct.replay.state.Position},
 * forwards and backwards, and who wrote what before it. That the re-execution is the traced run is
 * checked on the way ({@code check}).
 */
package bbt.reconstruct.replay;

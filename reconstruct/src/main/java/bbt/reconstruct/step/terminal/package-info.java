/**
 * Reads the stepper's commands from a prompt ({@link bbt.reconstruct.step.terminal.StepShell}), a
 * full screen or a script; with completion and colours of the line that is typed.
 *
 * <p>Enters: keys, or the lines of a file. Leaves: command lines for a {@link
 * bbt.reconstruct.step.StepSession}, and the screen.
 */
package bbt.reconstruct.step.terminal;

/**
 * Where the stepper's commands come from: a prompt ({@link
 * bbt.reconstruct.step.terminal.StepShell}), a full screen, a script; with completion and colours
 * of the line that is typed.
 */
package bbt.reconstruct.step.terminal;

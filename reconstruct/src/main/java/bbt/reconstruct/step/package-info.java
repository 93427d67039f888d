/**
 * Implements the stepper's commands, and the session that they change.
 *
 * <p>Enters: commands as the user types them, from a terminal ({@link
 * bbt.reconstruct.step.terminal.StepShell}) or a script. Leaves: lines of text, and a cursor that
 * has moved.
 *
 * <p>A {@link bbt.reconstruct.step.StepSession} holds the cursor and everything the user set;
 * {@link bbt.reconstruct.step.Verb}s are its commands, in groups ({@code MoveVerbs}, {@code
 * BreakVerbs}, ...). {@link bbt.reconstruct.step.terminal.StepShell} reads them from a terminal,
 * {@link bbt.reconstruct.step.terminal.CommandScript} from a script; both print through the
 * session. {@link bbt.reconstruct.step.terminal.FullScreen} shows the same session as a split view.
 */
package bbt.reconstruct.step;

/**
 * Parses the words of the stepper's commands, and prints stops and source lines, without a session.
 *
 * <p>Enters: what the user typed, or a place in the trace. Leaves: values, lines of text, or a
 * {@link bbt.reconstruct.step.text.CommandException} that says what cannot be understood.
 */
package bbt.reconstruct.step.text;

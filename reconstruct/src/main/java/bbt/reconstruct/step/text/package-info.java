/**
 * What the stepper's commands read and print, without a session: words, numbers, operands, colours,
 * a stop's line, source lines.
 *
 * <p>What enters: what the user typed, or a place in the trace. What leaves: values, lines of text,
 * or a {@link bbt.reconstruct.step.text.CommandException} that says what cannot be understood.
 */
package bbt.reconstruct.step.text;

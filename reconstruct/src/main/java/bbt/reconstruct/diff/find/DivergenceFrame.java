package bbt.reconstruct.diff.find;

/**
 * A frame of the call stack at a divergence, to be shown.
 *
 * @param pc where: its next instruction, or the call or trapping instruction
 * @param place the same by name
 * @param entered {@code called}, or the trap whose handler it is; empty of the outermost known
 * @param source its source line, or empty
 */
public record DivergenceFrame(long pc, String place, String entered, String source) {}

package bbt.translator.ir;

/**
 * A condition on the hart's state without which an instruction traps. Only what ends a node can
 * change the state that it asks for, so a guard that was passed holds to the end of its node.
 *
 * @param owner class that has the check: {@code static void check(hart, int site)}, which throws
 *     the trap; where it asks for the state of floating point, {@code static void check(int
 *     floatState, hart, int bits, int site)}
 * @param check name of that function
 * @param floatState whether it asks for what a region keeps of the state of floating point
 */
public record Guard(Class<?> owner, String check, boolean floatState) {}

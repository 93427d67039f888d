package bbt.translator.ir;

/**
 * A function of a guest that computes 64 bits, and cannot trap: {@code static long name(state, long
 * a, long b, long c, int constant)}.
 *
 * @param owner class that has it
 * @param name its name
 * @param stateType type of the first parameter
 * @param state field of the hart that is passed there
 * @param changesState whether it may leave something there besides its result; it leaves the same
 *     however often it is called
 */
public record StateFunction(
    Class<?> owner, String name, Class<?> stateType, String state, boolean changesState) {}

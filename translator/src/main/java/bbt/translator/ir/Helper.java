package bbt.translator.ir;

/**
 * A function of a guest that translated code calls and that may trap or fault: {@code static void
 * name(hart, [selector,] long operand, ..., int site)}; where its value is wanted ({@link
 * Value.Call}), it returns a {@code long}.
 *
 * @param owner class that has it
 * @param name its name
 * @param selector constant of the call, or {@code null} where the function takes none
 */
public record Helper(Class<?> owner, String name, Enum<?> selector) {}

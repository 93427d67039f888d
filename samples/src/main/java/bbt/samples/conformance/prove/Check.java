package bbt.samples.conformance.prove;

/**
 * One line of the table.
 *
 * @param part the part it belongs to
 * @param what the claim, short
 * @param passed whether it held
 * @param detail values and versions when it held; what was expected and found when not
 */
public record Check(String part, String what, boolean passed, String detail) {}

package bbt.translator.ir;

/**
 * A note in the hart's state that an instruction leaves beside its result, such as "floating-point
 * registers have changed". Nothing in a node undoes it.
 *
 * @param field the {@code int} field of the hart that holds it
 * @param value what the field becomes
 */
public record Mark(String field, int value) {}

package bbt.reconstruct.profile;

/**
 * The counts at the moment when the kernel called its function {@code panic}. The founding paper's
 * profile counts only that.
 *
 * @param instructions of all harts before the first one of the function; selected ones
 * @param cycles the same by the cost model; 0 without one
 * @param exceptions taken by then; those that were going on had not finished
 */
public record Panic(long instructions, long cycles, ExceptionTally exceptions) {}

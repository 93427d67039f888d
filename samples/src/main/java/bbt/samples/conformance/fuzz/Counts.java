package bbt.samples.conformance.fuzz;

/**
 * The counts of a session for one kind of program.
 *
 * @param batches programs
 * @param cases compared
 * @param random instructions that were compared: each once, however many engines executed it, and
 *     without those of the harness
 * @param instructions retired on our machine, all engines together
 * @param traced runs that left a trace, which was verified
 * @param explained differences that the table explains
 * @param failing cases with a difference that nothing explains
 */
public record Counts(
    long batches,
    long cases,
    long random,
    long instructions,
    long traced,
    long explained,
    long failing) {
  public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0);

  public Counts plus(Counts more) {
    return new Counts(
        batches + more.batches,
        cases + more.cases,
        random + more.random,
        instructions + more.instructions,
        traced + more.traced,
        explained + more.explained,
        failing + more.failing);
  }
}

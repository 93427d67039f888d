package bbt.samples.bench;

/**
 * Two lines of a guest's console between which its work is done, so that the boot before it is no
 * part of its time.
 *
 * @param begin a part of the first line
 * @param end a part of the second one, which only work that succeeded prints
 */
public record Span(String begin, String end) {}

package bbt.reconstruct.interchange.ntrace;

import bbt.reconstruct.interchange.FormatParameter;

/**
 * What N-Trace leaves to each encoder, and what no message says. One list is for both directions:
 * an export takes no notice of the privilege, an import none of what it sees by itself.
 */
public enum NtraceParameter implements FormatParameter {
  SOURCE_WIDTH(6, 12, "bits of the source in each message"),
  PRIVILEGE(1, 3, "the privilege level where no message says it"),
  EXTEND_ADDRESS(0, 1, "1: upper bits of an address that are all alike are left out"),
  IMPLICIT_RETURN(0, 1, "1: export writes no message of a return that leads behind its call"),
  REPEATED_HISTORY(0, 1, "1: export writes a history that comes again once, with a count");

  private final Range range;

  NtraceParameter(int usual, int most, String about) {
    range = Range.of(usual, 0, most, about);
  }

  @Override
  public Range range() {
    return range;
  }
}

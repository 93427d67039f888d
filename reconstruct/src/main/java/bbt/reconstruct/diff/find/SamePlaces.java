package bbt.reconstruct.diff.find;

import bbt.reconstruct.diff.align.ProgramPair;
import java.util.HashMap;
import java.util.Map;

/**
 * Says which place of A's code is which of B's: at the same address, or at the kernel's distance
 * from it ({@link Slide}), or with the same name, as a program that was built anew or loaded
 * elsewhere has its functions at other addresses.
 */
final class SamePlaces {
  private final ComparedTrace a;
  private final ComparedTrace b;
  private final Slide slide;
  private final ProgramPair programs;

  /** Places that were found to be the same, from B's to A's address. */
  private final Map<Place, Long> known = new HashMap<>();

  /**
   * A place of B's code.
   *
   * @param addressSpace in which the address is one
   */
  private record Place(int addressSpace, long pc) {}

  SamePlaces(ComparedTrace a, ComparedTrace b, Slide slide, ProgramPair programs) {
    this.a = a;
    this.b = b;
    this.slide = slide;
    this.programs = programs;
  }

  /**
   * Whether both addresses show the same place.
   *
   * @param left who executes there in A
   * @param right the same in B
   */
  boolean same(CodeContext left, long pcA, CodeContext right, long pcB) {
    if (pcA == slide.toA(pcB)) {
      return true;
    }
    Place place = new Place(right.addressSpace(), pcB);
    Long there = known.get(place);
    if (there != null && there == pcA) {
      return true;
    }
    String inA = a.name(left, pcA);
    String inB = b.name(right, pcB);
    boolean same = inA.equals(inB) || inA.equals(programs.inA(inB, "+"));
    if (same) {
      known.put(place, pcA);
    }
    return same;
  }
}

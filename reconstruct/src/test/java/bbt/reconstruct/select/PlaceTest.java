package bbt.reconstruct.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Parses the places that users may write. */
class PlaceTest {
  private static Place at(long count, int traps) {
    return new Place.At(new PositionSpecification.Instruction(count), traps);
  }

  @Test
  void allForms() {
    assertEquals(Place.Edge.START, Place.parse(" start "));
    assertEquals(Place.Edge.START, Place.parse("begin"));
    assertEquals(Place.Edge.END, Place.parse("end"));
    assertEquals(at(1_234_567, 0), Place.parse("1,234,567"));
    assertEquals(at(1_500_000, 0), Place.parse("1.5M"));
    assertEquals(at(42, 3), Place.parse("42+3"));
    assertEquals(at(2_000, 1), Place.parse("2k+1"));
    assertEquals(new Place.At(new PositionSpecification.Percent(12.5), 0), Place.parse("12.5%"));
    assertEquals(new Place.At(new PositionSpecification.Time(0.03), 0), Place.parse("30ms"));
    assertEquals(new Place.Execution("panic", 1), Place.parse("panic"));
    assertEquals(new Place.Execution("panic", -1), Place.parse("panic:-1"));
    assertEquals(
        new Place.Execution("alg_test.part.0+0x10", 7), Place.parse("alg_test.part.0+0x10:7"));
    assertEquals(new Place.Execution("0x80200000", 2), Place.parse("0x80200000:2"));
    assertEquals(new Place.Execution("ending", 1), Place.parse("ending"));
    assertEquals(new Place.Execution("operator new", 2), Place.parse("operator new:2"));
    assertEquals(new Place.Execution("a::b", 1), Place.parse("a::b"));
    assertEquals(new Place.Execution("\\x1b[m", -1), Place.parse("\\x1b[m:-1"));
  }

  @Test
  void nothingElse() {
    for (String bad :
        new String[] {"", "-1", "+5", "50%+1", "1s+1", "1.5", "5:7", "panic:0", "101%", "1x"}) {
      assertThrows(IllegalArgumentException.class, () -> Place.parse(bad), bad);
    }
  }
}

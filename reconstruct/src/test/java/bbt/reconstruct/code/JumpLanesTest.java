package bbt.reconstruct.code;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Arrows go from jumps to targets and do not run into each other. */
class JumpLanesTest {
  private static String draw(int rows, JumpLanes.Arrow... arrows) {
    JumpLanes lanes = new JumpLanes(List.of(arrows));
    return IntStream.range(0, rows)
        .mapToObj(row -> lanes.row(row).stripTrailing())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void shortArrowsStandNextToTheCode() {
    assertEquals(
        """
        ┌─▸
        │┌─
        │└▸
        └──""",
        draw(4, new JumpLanes.Arrow(3, 0), new JumpLanes.Arrow(1, 2)));
  }

  @Test
  void arrowsToOneTargetShareALane() {
    assertEquals(
        """
        ┌─
        ├─
        │
        └▸""",
        draw(4, new JumpLanes.Arrow(0, 3), new JumpLanes.Arrow(1, 3)));
  }

  @Test
  void crossingArrowsStayApart() {
    assertEquals(
        """
         ┌─
        ┌┼─
        │└▸
        └─▸""",
        draw(4, new JumpLanes.Arrow(0, 2), new JumpLanes.Arrow(1, 3)));
  }

  @Test
  void aJumpToItself() {
    assertEquals("╶▸", draw(1, new JumpLanes.Arrow(0, 0)));
  }

  @Test
  void withoutArrowsNoColumn() {
    JumpLanes none = new JumpLanes(List.of());
    assertEquals(0, none.width());
    assertEquals("", none.row(0));
    assertEquals("", none.between(0));
  }
}

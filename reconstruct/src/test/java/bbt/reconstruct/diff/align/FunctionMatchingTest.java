package bbt.reconstruct.diff.align;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bbt.ptg.guest.CodeReader;
import bbt.ptg.guest.Node;
import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.diff.align.FunctionMatching.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Functions without names in a program that was built anew. */
class FunctionMatchingTest {
  /** Functions one behind the other; each print is its number. */
  private static List<Code> program(int[] prints, int[] lengths) {
    List<Code> all = new ArrayList<>();
    long at = 0x100;
    for (int i = 0; i < prints.length; i++) {
      all.add(new Code(at, prints[i]));
      at += lengths[i];
    }
    return all;
  }

  private static int[] lengths(Random random, int count) {
    return random.ints(count, 1, 100).map(n -> 2 * n).toArray();
  }

  @Property(tries = 200)
  void functionsBehindALongerOneAreFound(@ForAll long seed) {
    Random random = new Random(seed);
    int count = 5 + random.nextInt(60);
    // Some look alike.
    int[] prints = random.ints(count, 1, 3 * count).toArray();
    int[] lengths = lengths(random, count);
    List<Code> a = program(prints, lengths);
    int longer = random.nextInt(count / 2);
    int[] changed = prints.clone();
    changed[longer] = 1_000_000;
    lengths[longer] += 1000;
    int[] match = FunctionMatching.match(a, program(changed, lengths));
    int[] expected = new int[count];
    Arrays.setAll(expected, i -> i);
    assertArrayEquals(expected, match);
  }

  @Property(tries = 200)
  void oneBuildIsOneBuildWhateverOfItWasExecuted(@ForAll long seed) {
    Random random = new Random(seed);
    int[] prints = random.ints(60, 1, 1000).toArray();
    List<Code> all = program(prints, lengths(random, prints.length));
    List<Code> a = new ArrayList<>(all);
    List<Code> b = new ArrayList<>(all);
    for (int i = 0; i < 8; i++) {
      a.remove(random.nextInt(a.size()));
      b.remove(random.nextInt(b.size()));
    }
    assertNull(FunctionMatching.match(a, b));
  }

  @Example
  void aNewFunctionIsNoneOfTheOldOnes() {
    List<Code> a = List.of(new Code(0, 1), new Code(8, 2), new Code(16, 3), new Code(32, 4));
    List<Code> b =
        List.of(new Code(0, 1), new Code(8, 9), new Code(20, 2), new Code(28, 3), new Code(44, 4));
    assertArrayEquals(new int[] {0, -1, 1, 2, 3}, FunctionMatching.match(a, b));
    assertArrayEquals(new int[] {0, 2, 3, 4}, FunctionMatching.match(b, a));
  }

  // ---- what code looks like

  private static Node node(long pc, int... code) {
    List<Integer> halves = new ArrayList<>();
    for (int bits : code) {
      halves.add(bits & 0xFFFF);
      if ((bits & 3) == 3) {
        halves.add(bits >>> 16);
      }
    }
    return RiscvIsa.RV64
        .nodes()
        .find(
            pc,
            address -> {
              int i = (int) (address - pc) / 2;
              return i < halves.size() ? halves.get(i) : CodeReader.UNKNOWN;
            });
  }

  @Example
  void codeLooksTheSameWhereverItLies() {
    // addi sp,sp,-32; auipc a0,N; addi a0,a0,M; li a1,5; jal FAR
    int[] code = {0x1101, 0x00012517, 0x34050513, 0x4595, 0x1f4000ef};
    int[] moved = {0x1101, 0x00055517, 0x7c850513, 0x4595, 0x5d8000ef};
    int[] other = {0x1101, 0x00012517, 0x34050513, 0x4599, 0x1f4000ef};
    long print = node(0x1000, code).print();
    assertNotEquals(Node.NO_PRINT, print);
    assertEquals(print, node(0x7f00_2344L, moved).print());
    assertNotEquals(print, node(0x1000, other).print());
  }
}

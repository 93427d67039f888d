package bbt.reconstruct.memory;

import static bbt.reconstruct.memory.MemoryEvent.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemorySystemTest {
  private static final int SPACE = 3;

  private static MemorySystem system(int harts, String... lines) throws MemoryConfigException {
    return new MemorySystem(MemoryConfig.parse("m", List.of(lines)), harts);
  }

  private static void check(int bits, MemoryEvent... expected) {
    Set<MemoryEvent> found = EnumSet.noneOf(MemoryEvent.class);
    for (MemoryEvent each : values()) {
      if ((bits & each.bit()) != 0) {
        found.add(each);
      }
    }
    assertEquals(Set.of(expected), found);
  }

  @Test
  void levelsAreAskedOneBehindTheOther() throws Exception {
    MemorySystem m =
        system(2, "l1i 128 1 64", "l1d 128 1 64", "l2 4K 4 64", "dtlb 1 1", "l2tlb 8 2");
    check(m.access(0, SPACE, 0x1000, 0x5000, 8, false), READ_L1, READ_L2, READ_TLB, READ_WALK);
    check(m.access(0, SPACE, 0x1038, 0x5038, 8, false));
    check(m.access(0, SPACE, 0x1080, 0x5080, 8, true), WRITE_L1, WRITE_L2);
    // Back again: the dirty line leaves, and L2 still has both.
    check(m.access(0, SPACE, 0x1000, 0x5000, 8, false), READ_L1, WRITE_BACK);
    check(m.access(0, SPACE, 0x2000, 0x6000, 1, true), WRITE_L1, WRITE_L2, WRITE_TLB, WRITE_WALK);
    check(m.access(0, SPACE, 0x1010, 0x5010, 8, false), READ_L1, READ_TLB, WRITE_BACK);
    // Another hart has an L1 and TLBs of its own; L2 is everybody's. Fetches use L2, too.
    check(m.access(1, SPACE, 0x1000, 0x5000, 8, false), READ_L1, READ_TLB, READ_WALK);
    check(m.fetch(1, SPACE, 0x1000, 0x5000, 4), FETCH_L1);
    check(m.fetch(1, SPACE, 0x1004, 0x5004, 4));
  }

  @Test
  void anAccessInTwoLinesMissesOnce() throws Exception {
    MemorySystem m = system(1, "l1d 1K 2 64", "l1i 1K 2 32", "l2 4K 4 64");
    check(m.access(0, SPACE, 0x103C, 0x103C, 8, false), READ_L1, READ_L2);
    check(m.access(0, SPACE, 0x1000, 0x1000, 8, false));
    check(m.access(0, SPACE, 0x1040, 0x1040, 8, false));
    check(m.fetch(0, SPACE, 0x101E, 0x101E, 4), FETCH_L1);
    check(m.fetch(0, SPACE, 0x1022, 0x1022, 4));
    check(m.fetch(0, SPACE, 0x1000, 0x1000, 4));
  }

  @Test
  void throughWritesBringNoLine() throws Exception {
    MemorySystem m = system(1, "l1d 128 1 64 write-through", "l2 4K 4 64");
    check(m.access(0, SPACE, 0x1000, 0x1000, 8, true), WRITE_L1, WRITE_L2);
    check(m.access(0, SPACE, 0x1000, 0x1000, 8, true), WRITE_L1);
    check(m.access(0, SPACE, 0x1000, 0x1000, 8, false), READ_L1);
    check(m.access(0, SPACE, 0x1000, 0x1000, 8, true));
    check(m.access(0, SPACE, 0x1080, 0x1080, 8, false), READ_L1, READ_L2);
  }

  @Test
  void pagesBelongToTheirAddressSpaceAndTheKernelsToAll() throws Exception {
    MemorySystem m = system(1, "dtlb 8 full", "itlb 8 full");
    check(m.access(0, 1, 0x1000, 0x5000, 8, false), READ_TLB, READ_WALK);
    check(m.access(0, 2, 0x1000, 0x7000, 8, false), READ_TLB, READ_WALK);
    check(m.access(0, 1, 0x1FF8, 0x5FF8, 8, false));
    check(m.access(0, 1, -0x1000, 0x5000, 8, true), WRITE_TLB, WRITE_WALK);
    check(m.access(0, 2, -0x1000, 0x5000, 8, true));
    check(m.access(0, MemorySystem.UNTRANSLATED, 0x9000, 0x9000, 8, true));
    check(m.fetch(0, 1, 0x1000, 0x5000, 2), FETCH_TLB, FETCH_WALK);
    check(m.fetch(0, 1, 0x1002, 0x5002, 2));
  }

  @Test
  void withoutAFirstLevelTheSecondIsAsked() throws Exception {
    MemorySystem m = system(1, "l1i 128 1 64", "l2 4K 4 64");
    check(m.access(0, SPACE, 0x1000, 0x1000, 8, true), WRITE_L2);
    check(m.access(0, SPACE, 0x1000, 0x1000, 8, true));
  }

  @Test
  void branchesAreGuessed() throws Exception {
    MemorySystem m = system(1, "predictor static", "returns 2", "targets 4");
    check(m.branch(0, 8, true, false), BRANCH);
    check(m.jump(0, 8, 100), JUMP);
    m.call(0, 12);
    check(m.returned(0, 100, 12));
    check(m.returned(0, 100, 12), RETURN);
    check(system(1, "itlb 4 full").branch(0, 8, true, false));
  }
}

package bbt.ptg.dwarf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bbt.ptg.image.ElfFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Expressions of C over variables, registers and numbers, in the program of {@link ShapesTest}. */
class ExpressionsTest {
  private Variables variables;
  private long longest;
  private long sink;

  /** Register n holds 0x20000 + 0x100 n; from there on each word holds its address's low bits. */
  private final MachineView machine =
      new MachineView() {
        @Override
        public long register(int number) {
          return number == 11 ? 3 : 0x20000 + 0x100L * number;
        }

        @Override
        public byte[] read(long address, int length) {
          if (address < 0x10000 || address > 0x30000) {
            return new byte[0];
          }
          ByteBuffer bytes = ByteBuffer.allocate(length + 8).order(ByteOrder.LITTLE_ENDIAN);
          for (int i = 0; i < length; i += 4) {
            bytes.putInt(i, (int) (address + i & 0xFFFF));
          }
          return java.util.Arrays.copyOf(bytes.array(), length);
        }
      };

  @BeforeEach
  void read() throws IOException {
    try (InputStream in = ShapesTest.class.getResourceAsStream("shapes.elf")) {
      ElfFile elf = ElfFile.parse("shapes.elf", in.readAllBytes());
      variables = Variables.of(elf, line -> {});
      longest = address(elf, "longest");
      sink = address(elf, "sink");
    }
  }

  private static long address(ElfFile elf, String name) throws IOException {
    return elf.symbols().stream()
        .filter(s -> s.name().equals(name))
        .findFirst()
        .orElseThrow()
        .address();
  }

  private String value(String expression) {
    Variables.Variable found = variables.value(expression, longest, 0, machine);
    return found == null ? null : found.value() + " : " + found.type();
  }

  @Test
  void throughPointersToMembersAndElements() {
    assertEquals("0x20a00 : const struct point *", value("points"));
    assertEquals("{x = 2560, y = 2564} : const struct point", value("*points"));
    assertEquals("2564 : int", value("points->y"));
    assertEquals("2564 : int", value("points.y"), "as gdb has it");
    assertEquals("2568 : int", value("points[1].x"));
    assertEquals("2572 : int", value("(*(points + 1)).y"));
    assertEquals("2552 : int", value("(points - 1)->x"));
    assertEquals("0x20a0c : int *", value("&points[1].y"));
    assertEquals("2572 : int", value("*&points[count - 2].y"));
    assertEquals("0x20a08 : const struct point *", value("points + 1"));
    assertEquals("<no member z in const struct point> : ", value("points->z"));
    assertEquals("<int is no pointer> : ", value("*count"));
  }

  @Test
  void registersNumbersAndCasts() {
    assertEquals("3 : int", value("count"));
    assertEquals("5 : long", value("count + 2"));
    assertEquals("-3 : long", value("-count"));
    assertEquals("2568 : int", value("((struct point *)$a0)[1].x"));
    assertEquals("2820 : int", value("((struct point *)($a1 + 133885))->y"));
    assertEquals("0x20a00 : struct point *", value("(struct point *)points"));
    assertEquals("0 : char", value("(char)0x100"));
    assertEquals("-1 : int", value("(int)0xffffffff"));
    assertEquals("0x10 : char **", value("(char **)16"));
    assertEquals("<memory at 0x10 cannot be read> : ", value("*(int *)16"));
  }

  @Test
  void globalVariablesByTheirValue() {
    assertEquals((sink & 0xFFFF) + " : volatile int", value("sink"));
    assertEquals("0x" + Long.toHexString(sink) + " : volatile int *", value("&sink"));
    assertEquals((sink & 0xFFFF) + 1 + " : long", value("sink + 1"));
    // Also where no function of the program is executed.
    assertEquals("" + (sink & 0xFFFF), variables.value("sink", 0x9999_0000L, 0, machine).value());
  }

  @Test
  void whatIsNoneIsLeftToOthers() {
    for (String none :
        List.of("nobody", "points->", "(points", "points 1", "*", "points + +", "@")) {
      assertNull(value(none), none);
    }
    assertNull(value("*points + 16"), "a structure is no number");
  }

  @Test
  void namesForCompletion() {
    assertEquals(List.of("i", "points", "count", "best"), variables.namesAt(longest, 0));
    assertEquals(List.of("sink"), variables.globals("sin", 10));
    assertEquals(List.of("x", "y"), variables.members("points[2]", longest, 0));
    assertEquals(List.of("x", "y"), variables.members("points", longest, 0));
    assertEquals(List.of(), variables.members("count", longest, 0));
  }
}

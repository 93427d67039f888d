package bbt.ptg.dwarf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ElfSymbol;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A program of two units whose debugging information was damaged on purpose ({@code
 * riscv64-linux-gnu-gcc -nostdlib -static -ffreestanding -O2 -gdwarf-4 -fdebug-prefix-map=$PWD=/src
 * -o shapes-dwarf4.elf shapes.c total.c}).
 */
class DwarfDamageTest {
  // Offsets in .debug_info, as objdump --dwarf=info tells them.
  private static final int UNIT_LENGTH = 0;
  private static final int UNIT_RANGES = 0x19;
  private static final int STRUCTURE = 0x29;
  private static final int STRUCTURE_SIBLING = 0x32;

  private final List<String> told = new ArrayList<>();
  private ByteBuffer program;

  @BeforeEach
  void read() throws IOException {
    try (InputStream in = DwarfDamageTest.class.getResourceAsStream("shapes-dwarf4.elf")) {
      program = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  private ElfFile elf() throws IOException {
    return ElfFile.parse("shapes.elf", program.array());
  }

  private int at(String section, int offset) throws IOException {
    return (int) elf().section(section).offset() + offset;
  }

  /** Where the first instruction of a function comes from. */
  private String place(String function) throws IOException {
    ElfSymbol its =
        elf().symbols().stream().filter(s -> s.name().equals(function)).findFirst().orElseThrow();
    SourceMap map =
        assertTimeoutPreemptively(Duration.ofSeconds(120), () -> SourceMap.of(elf(), told::add));
    SourceFrame frame =
        assertTimeoutPreemptively(Duration.ofSeconds(120), () -> map.line(its.address()));
    return frame == null ? null : frame.function() + " " + frame.brief();
  }

  private void isTold(String what) {
    assertEquals(1, told.size(), told::toString);
    assertTrue(
        told.getFirst().startsWith("shapes.elf: damaged debugging information ("), told::toString);
    assertTrue(told.getFirst().contains(what), told::toString);
  }

  @Test
  void nothingIsWrongAtFirst() throws IOException {
    assertEquals("longest shapes.c:23", place("longest"));
    assertEquals("hash total.c:5", place("total"));
    assertEquals(List.of(), told);
  }

  @Test
  void anEntryThatIsItsOwnSibling() throws IOException {
    program.putInt(at(".debug_info", STRUCTURE_SIBLING), STRUCTURE);
    assertEquals("null shapes.c:23", place("longest"), "the lines are sound");
    isTold("the sibling of the entry at 0x29 is at 0x29");
    assertEquals("hash total.c:5", place("total"));
  }

  @Test
  void aUnitThatEndsBeforeItBegins() throws IOException {
    int length = at(".debug_info", UNIT_LENGTH);
    program.putInt(length, -1).putLong(length + 4, -12); // the 64-bit format, and backwards
    assertEquals(null, place("longest"));
    isTold("more than its section has");
  }

  @Test
  void aRangeListOutsideOfItsSection() throws IOException {
    program.putInt(at(".debug_info", UNIT_RANGES), 0xFF_FFFF);
    assertEquals(null, place("longest"));
    isTold("offset 0xffffff is outside of its section");
    assertEquals("hash total.c:5", place("total"));
  }

  @Test
  void aLineTableOfNoVersion() throws IOException {
    program.putShort(at(".debug_line", 4), (short) 99);
    assertEquals("longest ?:?", place("longest"));
    isTold("line table version 99");
    assertEquals("hash total.c:5", place("total"));
  }
}

package bbt.ptg.dwarf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.dwarf.unit.DwarfCursor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DwarfTextTest {
  @Test
  void namesArePrintable() {
    byte[] section = "plain\0e\u001b[2J\nvil\u202e\0".getBytes(StandardCharsets.UTF_8);
    DwarfCursor in = new DwarfCursor(ByteBuffer.wrap(section), 0);
    assertEquals("plain", in.string());
    assertEquals("e\\x1b[2J\\x0avil\\u202e", in.string());
    assertEquals(section.length, in.position());
  }
}

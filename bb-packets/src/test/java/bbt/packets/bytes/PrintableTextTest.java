package bbt.packets.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PrintableTextTest {
  @Test
  void whatIsPrintableStays() {
    for (String name :
        new String[] {
          "", "main", "operator<(a, b)", "a\\b", "M\u00fcller", "\u6f22\u5b57", "\ud83d\ude00"
        }) {
      assertSame(name, PrintableText.of(name));
    }
    assertNull(PrintableText.of(null));
  }

  @Test
  void whatATerminalObeysIsEscaped() {
    assertEquals("a\\x0ab\\x0d\\x09", PrintableText.of("a\nb\r\t"));
    assertEquals("\\x1b[31m\\x07\\x7f\\x00", PrintableText.of("\u001b[31m\u0007\u007f\0"));
    assertEquals("\\x9b2J\\x85", PrintableText.of("\u009b2J\u0085"));
    assertEquals(
        "\\u202egpj\\u2066\\u200b\\ufeff", PrintableText.of("\u202egpj\u2066\u200b\ufeff"));
    assertEquals("\\u2028\\u2029", PrintableText.of("\u2028\u2029"));
    assertEquals("\\ud800x\\udc00", PrintableText.of("\ud800x\udc00"));
    assertEquals("\\u{e0001}", PrintableText.of("\udb40\udc01"));
  }

  /** A printable form is shown again, searched for, quoted in an error: it stays what it is. */
  @Test
  void twiceIsOnceAndEachIsValidUtf8() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      String once = PrintableText.of("a" + Character.toString(c) + "b");
      assertSame(once, PrintableText.of(once));
      assertEquals(once, new String(once.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
      assertTrue(once.codePoints().noneMatch(Character::isISOControl));
    }
  }
}

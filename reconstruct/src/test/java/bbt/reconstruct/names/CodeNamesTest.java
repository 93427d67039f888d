package bbt.reconstruct.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.bytes.TraceFormatException;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds the addresses of names of code, and the names of addresses. */
class CodeNamesTest {
  private static final int SPACE = 1;
  private static final long CODE = TinyTrace.USER + 0x40;

  @TempDir private Path folder;

  private TraceSymbols symbols(String... notes) throws IOException {
    Path trace = folder.resolve("t.bbt");
    List<SidebandRecord> records =
        List.of(notes).stream()
            .<SidebandRecord>map(note -> new SidebandRecord.Note(23, NoteKeys.USER_IMAGES, note))
            .toList();
    TinyTrace.write(trace, Map.of(), records);
    return TraceSymbols.read(trace, BinaryFiles.NONE);
  }

  private static List<CodeAddress> prog(long... addresses) {
    return java.util.Arrays.stream(addresses).mapToObj(a -> CodeAddress.of(a, "prog")).toList();
  }

  @Test
  void aProcessNamesCodeThatItMakes() {
    Processes p = new Processes();
    p.add(new SidebandRecord.Note(1, NoteKeys.USER_IMAGES, "5 10000-20000"));
    ProcessImages its = p.images(5);
    String lines = "5 30000 20 f\n30020 8 a b\u001b\n10000 40 not made\nffffffffffffff00 fff end";
    assertEquals(Processes.NONE, p.add(new SidebandRecord.Note(2, NoteKeys.USER_CODE, lines)));
    assertEquals("f", its.made(0x30000));
    assertEquals("f+0x1f", its.made(0x3001f));
    assertEquals("a b\\x1b", its.made(0x30020));
    assertEquals(null, its.made(0x30028));
    assertEquals("not made", its.made(0x10000), "in an image, as V8's builtins are");
    p.add(new SidebandRecord.Note(2, NoteKeys.USER_IMAGES, "5 +10000-20000"));
    assertEquals(null, its.made(0x10000), "an image has that now");
    assertTrue(its.beginsMade(0x30000) && !its.beginsMade(0x30001));
    p.add(new SidebandRecord.Note(3, NoteKeys.USER_CODE, "5 30000 10 g"));
    assertEquals("g", its.made(0x30000)); // made anew
    assertEquals(List.of(0x30000L), its.made("g"));
    p.add(new SidebandRecord.Note(4, NoteKeys.USER_CODE, "6 30000 10 of nobody known"));
    for (String bad : List.of("", "5", "5 30000", "5 30000 10", "5 zz 10 f", "x 30000 10 f")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> p.add(new SidebandRecord.Note(5, NoteKeys.USER_CODE, bad)),
          bad);
    }
  }

  @Test
  void aProcessExecutesAFile() {
    Processes p = new Processes();
    p.add(new SidebandRecord.Note(1, NoteKeys.USER_PROGRAM, "5 of nobody known"));
    p.add(new SidebandRecord.Note(1, NoteKeys.USER_IMAGES, "5 10000-20000"));
    ProcessImages its = p.images(5);
    assertEquals(null, its.program());
    assertEquals(
        Processes.NONE, p.add(new SidebandRecord.Note(2, NoteKeys.USER_PROGRAM, "5 a b\u001b")));
    assertEquals("a b\\x1b", its.program());
    p.add(new SidebandRecord.Note(3, NoteKeys.USER_IMAGES, "5 +30000-40000"));
    assertEquals(its, p.images(5), "a library more");
    p.add(new SidebandRecord.Note(3, NoteKeys.USER_IMAGES, "5 10000-20000"));
    assertEquals(null, p.images(5).program(), "another program");
    for (String bad : List.of("", "5", "x busybox")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> p.add(new SidebandRecord.Note(4, NoteKeys.USER_PROGRAM, bad)),
          bad);
    }
  }

  @Test
  void everyFormOfAName() throws IOException {
    CodeNames names = symbols().names();
    long leaf = TinyTrace.KERNEL + 0x100;
    assertEquals(List.of(CodeAddress.anywhere(leaf)), names.addresses("leaf"));
    assertEquals(List.of(CodeAddress.anywhere(leaf + 2)), names.addresses("leaf+0x2"));
    assertEquals(List.of(CodeAddress.anywhere(leaf + 10)), names.addresses("leaf+10"));
    assertEquals(List.of(CodeAddress.anywhere(0x4442434e)), names.addresses("0x4442434e"));
    assertEquals(prog(CODE), names.addresses("prog+0x40"));
    assertEquals(List.of(), names.addresses("other+0x40"));
    assertEquals(List.of(), names.addresses("prog~1+0x40"));
    assertEquals(List.of("prog+0x"), names.startingWith("pr", 9));
  }

  @Test
  void aNoteSaysWhereAnImageBegins() throws IOException {
    TraceSymbols s = symbols("1 f000,7000000,6000000-6002000", "1 +5000000-5001000");
    ProcessImages its = s.images().getFirst();
    roundTrip(s, its, CODE, "prog+0x1040");
    roundTrip(s, its, 0x7000010, "prog~1+0x10");
    roundTrip(s, its, 0x6001fff, "prog~2+0x1fff");
    roundTrip(s, its, 0x5000000, "prog~3+0x0");
    roundTrip(s, its, 0x6002000, "prog+0x5ff3000"); // behind the second library: the nearest below
    roundTrip(s, its, 0x5000, "prog[anonymous]+0x5000"); // in no image
    roundTrip(s, its, 0x3f_0000_0010L, "prog[anonymous]+0x3f00000010");
    assertTrue(
        s.names().addresses("prog+0x5000").containsAll(prog(0x5000)), "as older versions said");
    assertEquals(List.of(), s.names().addresses("prog[anonymous]+0x10040"), "code of an image");
    assertEquals(List.of(), s.names().addresses("other[anonymous]+0x5000"));
  }

  /** By the file's name, and no longer by its process's. */
  @Test
  void codeHasTheNameOfItsFile() throws IOException {
    Path trace = folder.resolve("file.bbt");
    List<SidebandRecord> records =
        List.of(
            new SidebandRecord.Note(23, NoteKeys.USER_IMAGES, "1 f000"),
            new SidebandRecord.Note(23, NoteKeys.USER_PROGRAM, "1 file"));
    TinyTrace.write(trace, Map.of(), records);
    CodeNames names = TraceSymbols.read(trace, BinaryFiles.NONE).names();
    assertEquals(List.of(CodeAddress.of(CODE, "file")), names.addresses("file+0x1040"));
    assertEquals(
        List.of(CodeAddress.of(0x5000, "file")), names.addresses("file[anonymous]+0x5000"));
    assertFalse(names.addresses("prog+0x1040").contains(CodeAddress.of(CODE, "prog")));
    assertEquals(List.of("file+0x"), names.startingWith("fi", 9));
    assertEquals(List.of("prog"), names.tasks().stream().filter("prog"::equals).toList());
  }

  private static void roundTrip(TraceSymbols s, ProcessImages its, long pc, String name) {
    assertEquals(name, s.label(SPACE, pc, 0, true, "prog", its));
    assertTrue(s.names().addresses(name).contains(CodeAddress.of(pc, "prog")), name);
  }

  @Test
  void anotherProgramHasOtherImages() throws IOException {
    TraceSymbols s = symbols("1 10000", "1 400000", "2 500000");
    assertEquals("prog+0x40", s.label(SPACE, CODE, 0, true, "prog", s.images().getFirst()));
    assertEquals(prog(CODE), s.names().addresses("prog+0x40"), "it was executed there alone");
  }

  @Test
  void codeOfAProgramIsNoOthers() {
    CodeAddress place = CodeAddress.of(CODE, "prog");
    assertTrue(place.is(CODE, "prog"));
    assertFalse(place.is(CODE, "other"));
    assertFalse(place.is(CODE + 2, "prog"));
    assertTrue(CodeAddress.anywhere(CODE).is(CODE, "other"));
  }

  @Test
  void threadsAndProcesses() {
    Processes p = new Processes();
    assertEquals(Processes.NONE, p.add(new SidebandRecord.Note(1, "kernel.build-id", "1 2")));
    assertEquals(91, p.add(new SidebandRecord.Note(1, NoteKeys.USER_IMAGES, "91 10000")));
    assertEquals(92, p.add(new SidebandRecord.Note(2, NoteKeys.USER_THREAD, "92 91")));
    assertEquals(91, p.ofThread(92));
    assertEquals(Processes.NONE, p.ofThread(91));
    assertEquals(p.images(91), p.images(92));
    ProcessImages before = p.images(91);
    assertEquals(
        Processes.NONE, p.add(new SidebandRecord.Note(3, NoteKeys.USER_IMAGES, "91 +20000-30000")));
    assertEquals(before, p.images(91));
    assertEquals(91, p.add(new SidebandRecord.Note(4, NoteKeys.USER_IMAGES, "91 10000")));
    assertFalse(before.equals(p.images(91)), "another program");
    assertEquals(92, p.add(new SidebandRecord.Note(5, NoteKeys.USER_IMAGES, "92 50000")));
    assertEquals(Processes.NONE, p.ofThread(92), "its id was used again for a process");
    assertFalse(p.images(91).equals(p.images(92)), "with a program of its own");
  }

  @Test
  void aNoteOfAnotherFormIsAnError() {
    for (String wrong : List.of("", "1", "x 10000", "1 ", "1 1-", "1 zz")) {
      assertTrue(
          assertThrows(TraceFormatException.class, () -> symbols(wrong))
              .getMessage()
              .contains(NoteKeys.USER_IMAGES),
          wrong);
    }
  }
}

package bbt.reconstruct.cli.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.warm.Caller;
import bbt.reconstruct.cli.warm.OwnProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chooses the files that come into the guest, and tells of those that cannot. */
final class ProgramFilesTest {
  private final Caller caller = OwnProcess.create();
  @TempDir private Path folder;

  private ProgramFiles files() {
    return new ProgramFiles(caller, folder.resolve("sysroot"));
  }

  /** An ELF file; with a library's name it needs that, and a dynamic linker. */
  private Path elf(String name, int machine, String library) throws IOException {
    ByteBuffer b = ByteBuffer.allocate(0x300).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(0x464c457f).putInt(0x00010102);
    b.putShort(16, (short) 2).putShort(18, (short) machine).putInt(20, 1);
    b.putLong(32, 64).putShort(52, (short) 64).putShort(54, (short) 56);
    b.putShort(56, (short) (library == null ? 1 : 3));
    header(b, 64, 1, 0, 0x300);
    if (library != null) {
      header(b, 120, 3, 0x1F0, 16);
      header(b, 176, 2, 0x100, 0x40);
      b.put(0x1F0, "/lib/ld.so\0".getBytes(StandardCharsets.UTF_8));
      b.putLong(0x100, 1).putLong(0x108, 1).putLong(0x110, 5).putLong(0x118, 0x1200);
      b.put(0x201, (library + "\0").getBytes(StandardCharsets.UTF_8));
      b.putLong(0x120, 29).putLong(0x128, 0x41); // DT_RUNPATH
      b.put(0x241, "$ORIGIN/".getBytes(StandardCharsets.UTF_8));
    }
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, b.array());
  }

  private static void header(ByteBuffer b, int at, int type, long offset, long size) {
    b.putInt(at, type).putLong(at + 8, offset).putLong(at + 16, 0x1000 + offset);
    b.putLong(at + 32, size);
  }

  private String refusal(Path program) {
    return assertThrows(UserException.class, () -> files().program(program.toString()))
        .getMessage();
  }

  @Test
  void aProgramStandsInTheFolderOfWork() throws IOException {
    ProgramFiles files = files();
    assertEquals("/work/p", files.program(elf("a/p", 243, null).toString()));
    assertEquals(List.of(folder.resolve("a/p")), files.programs());
    assertEquals("/bin/sh", files().program("sh"));
    assertEquals("/no-such/x", files().program("/no-such/x"), "the guest may have it");
  }

  @Test
  void librariesComeFromTheSysroot() throws IOException {
    elf("sysroot/lib/ld.so", 243, null);
    elf("sysroot/usr/lib/liba.so", 243, null);
    Path program = elf("p", 243, "liba.so");
    ProgramFiles files = files();
    files.program(program.toString());
    assertEquals(
        List.of(
            program,
            folder.resolve("sysroot/lib/ld.so"),
            folder.resolve("sysroot/usr/lib/liba.so")),
        files.programs());
    String archive =
        new String(files.archive("/work/p", List.of("p"), List.of()), StandardCharsets.ISO_8859_1);
    assertTrue(archive.contains("/usr/lib/liba.so") && archive.contains("/lib/ld.so"));
  }

  @Test
  void aProgramOfAnotherMachineIsRefusedWithTheCompilersName() throws IOException {
    assertEquals(
        folder.resolve("p")
            + ": a program for another machine (x86-64), the guest is riscv64; compile it with riscv64-linux-gnu-gcc"
            + " (Debian: apt install gcc-riscv64-linux-gnu)",
        refusal(elf("p", 62, null)));
    assertTrue(refusal(elf("q", 4711, null)).contains("another machine (4711)"));
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    Path program = elf("p", 243, "liba.so");
    assertTrue(refusal(program).contains("its dynamic linker /lib/ld.so is not in"));
    elf("sysroot/lib/ld.so", 243, null);
    assertTrue(refusal(program).contains("its library liba.so is not in"));
    assertTrue(refusal(Path.of("no-such/x")).contains(": no such file"));
    assertTrue(refusal(Files.writeString(folder.resolve("text"), "x")).contains("neither an ELF"));
    String added = folder + "/none";
    assertTrue(
        assertThrows(UserException.class, () -> files().add(added))
            .getMessage()
            .contains("no such file"));
  }

  @Test
  void aLibraryBesideTheProgramIsFound() throws IOException {
    elf("sysroot/lib/ld.so", 243, null);
    Path library = elf("liba.so", 243, null);
    ProgramFiles files = files();
    files.add(library + ":/lib/liba.so");
    assertEquals("/work/p", files.program(elf("p", 243, "liba.so").toString()));
  }

  /** As node's are, whose libraries look for theirs beside themselves. */
  @Test
  void aLibraryBesideALibraryIsBesideItInTheGuest() throws IOException {
    elf("sysroot/lib/ld.so", 243, null);
    elf("sysroot/usr/lib/riscv64-linux-gnu/liba.so", 243, "libb.so");
    elf("sysroot/usr/lib/riscv64-linux-gnu/libb.so", 243, null);
    ProgramFiles files = files();
    files.program(elf("p", 243, "liba.so").toString());
    String archive =
        new String(files.archive("/work/p", List.of("p"), List.of()), StandardCharsets.ISO_8859_1);
    String folder = "lib/riscv64-linux-gnu/";
    assertTrue(archive.contains(folder + "liba.so") && archive.contains(folder + "libb.so"));
  }

  @Test
  void aFolderComesWithAllThatIsInIt() throws IOException {
    Files.createDirectories(folder.resolve("data/inner"));
    Files.writeString(folder.resolve("data/inner/x"), "text");
    ProgramFiles files = files();
    files.add(folder.resolve("data").toString());
    String archive =
        new String(files.archive("/bin/ls", List.of("ls"), List.of()), StandardCharsets.ISO_8859_1);
    assertTrue(
        archive.contains("/work/data/innertext") || archive.contains("/work/data/inner/xtext"));
  }
}

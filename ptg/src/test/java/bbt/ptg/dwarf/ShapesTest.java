package bbt.ptg.dwarf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ElfSymbol;
import bbt.ptg.image.ImageException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A program that was compiled once ({@code riscv64-linux-gnu-gcc -nostdlib -static -ffreestanding
 * -O2 -gdwarf-5 -fdebug-prefix-map=$PWD=/src -Wl,--compress-debug-sections=zlib -o shapes.elf
 * shapes.c total.c}): needs no tools.
 */
class ShapesTest {
  private static byte[] program() throws IOException {
    try (InputStream in = ShapesTest.class.getResourceAsStream("shapes.elf")) {
      return in.readAllBytes();
    }
  }

  private static ElfFile elf() throws IOException {
    return ElfFile.parse("shapes.elf", program());
  }

  @Test
  void inlinedCallsFromTheInsideOut() throws IOException {
    ElfFile elf = elf();
    SourceMap map = SourceMap.of(elf, line -> {});
    ElfSymbol longest =
        elf.symbols().stream().filter(s -> s.name().equals("longest")).findFirst().orElseThrow();
    List<String> chains = new ArrayList<>();
    for (long at = longest.address(); at < longest.address() + longest.size(); at += 2) {
      chains.add(map.at(at).stream().map(f -> f.function() + " " + f.brief()).toList().toString());
    }
    assertEquals("[longest shapes.c:23]", chains.getFirst());
    assertTrue(
        chains.contains(
            "[square shapes.c:5, length shapes.c:9, farther shapes.c:16, longest shapes.c:24]"),
        chains::toString);
    assertEquals("/src/shapes.c", map.line(longest.address()).file());
    assertEquals(List.of(), map.at(0x1000));
  }

  @Test
  void variablesInRegisters() throws IOException {
    ElfFile elf = elf();
    long start =
        elf.symbols().stream().filter(s -> s.name().equals("classify")).findFirst().get().address();
    MachineView machine =
        new MachineView() {
          @Override
          public long register(int number) {
            return number == 10 ? 9 : 0x10000 + number;
          }

          @Override
          public byte[] read(long address, int length) {
            return address == 0x1000b ? new byte[] {'h', 'i', 0} : new byte[0];
          }
        };
    List<Variables.Variable> found = Variables.of(elf, line -> {}).at(start, 0, machine);
    assertEquals(
        List.of(
            new Variables.Variable("classify", true, "enum kind", "kind", "SHARP"),
            new Variables.Variable("classify", true, "const char *", "name", "0x1000b \"hi\"")),
        found);
  }

  /** Whatever is wrong with the file, what can be read is read, and one line says so. */
  @Test
  void damageIsToldOnceAndThrowsNothing() throws IOException {
    Random random = new Random(3);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = program();
      for (int k = 0; k < 20; k++) {
        bytes[0x600 + random.nextInt(bytes.length - 0x600)] = (byte) random.nextInt();
      }
      List<String> told = new ArrayList<>();
      ElfFile elf;
      try {
        elf = ElfFile.parse("damaged", bytes);
      } catch (ImageException e) {
        continue;
      }
      SourceMap map = SourceMap.of(elf, told::add);
      for (long at = 0x10180; at < 0x102f0; at += 2) {
        map.at(at);
      }
      assertTrue(told.size() <= 1, told::toString);
      assertTrue(told.isEmpty() || told.getFirst().startsWith("damaged: "), told::toString);
    }
  }

  @Test
  void aDamagedSectionIsTold() throws IOException {
    byte[] bytes = program();
    ElfFile.Section info = elf().section(".debug_info");
    bytes[(int) info.offset() + 30] ^= 0x55; // in the compressed bytes
    List<String> told = new ArrayList<>();
    assertEquals(List.of(), SourceMap.of(ElfFile.parse("damaged", bytes), told::add).at(0x10180));
    assertEquals(1, told.size(), told::toString);
  }
}

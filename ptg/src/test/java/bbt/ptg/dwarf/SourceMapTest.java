package bbt.ptg.dwarf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ElfSymbol;
import bbt.ptg.riscv.RiscvIsa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines and inlined functions against addr2line, at each halfword of a program. */
@Tag("qemu")
class SourceMapTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-O2 -gdwarf-5",
        "-O2 -gdwarf-4",
        "-O3 -gdwarf-5 -ffunction-sections -Wl,--gc-sections",
        "-O2 -gdwarf-5 -Wl,--compress-debug-sections=zlib",
        "-O2 -gdwarf-5 -Wl,--compress-debug-sections=zstd",
        "-O2 -gdwarf-5 -mno-relax",
        "-O2 -gdwarf-5 -gno-as-loc-support"
      })
  void likeAddr2line(String options) throws Exception {
    Path program = CrossTools.compile(folder, options.split(" "));
    ElfFile elf = ElfFile.read(program);
    ElfFile.Section text = elf.section(".text");
    StringBuilder addresses = new StringBuilder();
    for (long at = text.address(); at < text.address() + text.size(); at += 2) {
      addresses.append("0x").append(Long.toHexString(at)).append('\n');
    }
    String theirs =
        CrossTools.tool(
            folder, addresses.toString(), "addr2line", "-a", "-i", "-f", "-e", program.toString());
    SourceMap map = SourceMap.of(elf, line -> {});
    List<String> different = new ArrayList<>();
    int compared = 0;
    for (String each : theirs.split("(?m)^(?=0x)")) {
      String[] lines = each.strip().split("\n");
      long address = Long.parseUnsignedLong(lines[0].substring(2), 16);
      List<String> expected = new ArrayList<>();
      for (int i = 1; i < lines.length; i += 2) {
        expected.add(lines[i] + " " + lines[i + 1].replaceAll(" \\(discriminator.*", ""));
      }
      List<String> ours = map.at(address).stream().map(SourceMapTest::line).toList();
      compared++;
      if (!expected.equals(ours)) {
        different.add(lines[0] + ": " + expected + ", ours " + ours);
      }
    }
    assertTrue(compared > 50, () -> "only " + theirs);
    assertEquals(List.of(), different.stream().limit(5).toList());
  }

  private static final Pattern ROW =
      Pattern.compile("(?m)^(\\S+)\\s+([0-9]+)\\s+0x([0-9a-f]+)\\b.*$");

  /** Where addr2line (2.40) takes the wrong file. */
  @ParameterizedTest
  @ValueSource(strings = {"-O0 -gdwarf-5", "-O2 -gdwarf-5 -flto", "-Os -gdwarf-4"})
  void likeReadelf(String options) throws Exception {
    Path program = CrossTools.compile(folder, options.split(" "));
    String rows =
        CrossTools.tool(folder, "", "readelf", "--debug-dump=decodedline", program.toString());
    SourceMap map = SourceMap.of(ElfFile.read(program), line -> {});
    Map<Long, String> expected = new TreeMap<>();
    Map<Long, String> ours = new TreeMap<>();
    Matcher row = ROW.matcher(rows);
    while (row.find()) {
      long address = Long.parseLong(row.group(3), 16);
      expected.put(address, row.group(1) + ":" + row.group(2)); // the last one counts
      ours.put(address, map.line(address).brief());
    }
    assertTrue(expected.size() > 30, rows);
    assertEquals(expected, ours);
  }

  /** Formats that addr2line gets wrong (2.40): the same code has the same lines in each. */
  @ParameterizedTest
  @ValueSource(
      strings = {"-gdwarf-4", "-gdwarf-3", "-gdwarf64 -gdwarf-5", "-gdwarf64 -gdwarf-4", "-gz"})
  void formatsAgree(String options) throws Exception {
    assertEquals(all("-O2 -gdwarf-5".split(" ")), all(("-O2 -g " + options).split(" ")));
  }

  /**
   * Functions and inlined calls stand in .dwo files, or in a package of them. With this machine's
   * own compiler: the one for RISC-V leaves lengths in them to the linker, which never sees them.
   */
  @ParameterizedTest
  @ValueSource(strings = {"-O2", "-O0", "-O2 -ffunction-sections -gz"})
  void splitUnitsAgree(String options) throws Exception {
    String[] whole = (options + " -gdwarf-5").split(" ");
    List<String> expected = all(claimRiscv(CrossTools.compileHere(folder, whole)));
    Path program =
        CrossTools.compileHere(folder, (options + " -gdwarf-5 -gsplit-dwarf").split(" "));
    List<Path> halves = dwos();
    assertEquals(2, halves.size());
    for (Path half : halves) {
      claimRiscv(half);
    }
    claimRiscv(program);
    assertEquals(expected, all(program), "the .dwo files where they were compiled");
    Path packed = folder.resolve("packed");
    DwpMaker.make(halves, packed);
    for (Path half : halves) {
      Files.delete(half);
    }
    List<String> lines = all(program);
    assertEquals(expected.size(), lines.size());
    assertTrue(lines.stream().allMatch(line -> line.contains("[??") || line.endsWith("[]")));
    Files.move(packed, folder.resolve("program.dwp"));
    assertEquals(expected, all(program), "the package beside the program");
  }

  @Test
  void aHalfOfAnotherBuildIsNotUsed() throws Exception {
    String[] split = "-O2 -gdwarf-5 -gsplit-dwarf".split(" ");
    CrossTools.compile(folder, "-O1", "-gdwarf-5", "-gsplit-dwarf");
    for (Path half : dwos()) {
      Files.move(half, Path.of(half + ".other"));
    }
    Path program = CrossTools.compile(folder, split);
    assertTrue(all(program).stream().anyMatch(line -> line.contains("[_start ")));
    for (Path half : dwos()) {
      Files.move(Path.of(half + ".other"), half, StandardCopyOption.REPLACE_EXISTING);
    }
    assertTrue(all(program).stream().noneMatch(line -> line.contains("[_start ")));
  }

  /** For RISC-V, functions reach as far as the symbol table says. */
  @Test
  void functionsOfSplitUnitsForRiscv() throws Exception {
    Map<String, String> names = new TreeMap<>();
    ElfFile elf =
        ElfFile.read(
            CrossTools.compile(folder, "-O2", "-gdwarf-5", "-gsplit-dwarf", "-fno-inline"));
    SourceMap map = SourceMap.of(elf, line -> {});
    for (ElfSymbol symbol : elf.symbols()) {
      if (symbol.function()) {
        long last = symbol.address() + symbol.size() - 2;
        names.put(symbol.name(), map.at(symbol.address()).getLast().function());
        assertEquals(symbol.name(), map.at(last).getLast().function());
      }
    }
    assertTrue(names.size() > 4, names::toString);
    names.forEach((symbol, function) -> assertEquals(symbol, function));
  }

  private List<Path> dwos() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".dwo")).toList();
    }
  }

  /** Changes the machine that an ELF file says it is for: debugging information is the same. */
  private static Path claimRiscv(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[0x12] = (byte) RiscvIsa.RV64.elfMachine();
    bytes[0x13] = 0;
    return Files.write(file, bytes);
  }

  private List<String> all(String[] options) throws Exception {
    return all(CrossTools.compile(folder, options));
  }

  private List<String> all(Path program) throws Exception {
    ElfFile elf = ElfFile.read(program);
    SourceMap map = SourceMap.of(elf, line -> {});
    ElfFile.Section text = elf.section(".text");
    List<String> all = new ArrayList<>();
    for (long at = text.address(); at < text.address() + text.size(); at += 2) {
      all.add(Long.toHexString(at) + " " + map.at(at).stream().map(SourceMapTest::line).toList());
    }
    return all;
  }

  private static String line(SourceFrame frame) {
    return (frame.function() == null ? "??" : frame.function())
        + " "
        + (frame.file() == null ? "??" : frame.file())
        + ":"
        + (frame.line() == 0 ? "?" : Integer.toString(frame.line()));
  }
}

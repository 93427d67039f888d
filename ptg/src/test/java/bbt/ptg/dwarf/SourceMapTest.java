package bbt.ptg.dwarf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.image.ElfFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
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
    SourceMap map = SourceMap.of(elf);
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
    SourceMap map = SourceMap.of(ElfFile.read(program));
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

  private List<String> all(String[] options) throws Exception {
    ElfFile elf = ElfFile.read(CrossTools.compile(folder, options));
    SourceMap map = SourceMap.of(elf);
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

package bbt.ptg.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Demangled names against those of binutils: every symbol of the C++ library. */
@Tag("qemu")
class CppFiltTest {
  @TempDir private Path folder;

  private List<String> lines(Path input, String... command) throws Exception {
    Path output = Files.createTempFile(folder, "output", "");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(input.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(output.toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> String.join(" ", command));
    return Files.readAllLines(output);
  }

  /** The names in a library, local ones too where it is an archive. */
  private List<String> names(String library) throws Exception {
    Path nothing = Files.createTempFile(folder, "input", "");
    String found =
        lines(nothing, "riscv64-linux-gnu-g++", "-print-file-name=" + library).getFirst();
    assertTrue(Path.of(found).isAbsolute(), () -> found);
    List<String> names = new ArrayList<>();
    for (String line : lines(nothing, "riscv64-linux-gnu-nm", found)) {
      String name = line.substring(line.lastIndexOf(' ') + 1);
      if (name.startsWith("_Z")) {
        names.add(name);
      }
    }
    return names.stream().distinct().sorted().toList();
  }

  private void compare(List<String> names) throws IOException, Exception {
    Path file = folder.resolve("names");
    Files.write(file, names);
    List<String> expected = lines(file, "c++filt", "-i");
    assertEquals(names.size(), expected.size());
    List<String> different = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String text = Demangler.demangle(names.get(i));
      if (!text.equals(expected.get(i))) {
        different.add(names.get(i) + "\n  " + expected.get(i) + "\n  " + text);
      }
    }
    assertEquals(List.of(), different);
  }

  @Test
  void theLibraryOfCpp() throws Exception {
    List<String> names = names("libstdc++.a");
    assertTrue(names.size() > 5000, () -> names.size() + " names");
    compare(names);
  }

  @Test
  void aSanitizer() throws Exception {
    List<String> names = names("libasan.a");
    assertTrue(names.size() > 1000, () -> names.size() + " names");
    compare(names);
  }
}

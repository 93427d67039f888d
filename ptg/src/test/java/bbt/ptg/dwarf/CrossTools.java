package bbt.ptg.dwarf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The compiler and the tools of binutils for riscv64, on the sources in this package. */
final class CrossTools {
  private static final String PREFIX = "riscv64-linux-gnu-";
  private static final List<String> SOURCES = List.of("shapes.c", "total.c", "shapes.h");

  private CrossTools() {}

  /** Compiles and links the sources into {@code program}. */
  static Path compile(Path folder, String... options) throws IOException, InterruptedException {
    return compile(folder, PREFIX + "gcc", options);
  }

  /** Compiles and links the sources for this machine. */
  static Path compileHere(Path folder, String... options) throws IOException, InterruptedException {
    return compile(folder, "gcc", options);
  }

  private static Path compile(Path folder, String compiler, String... options)
      throws IOException, InterruptedException {
    for (String source : SOURCES) {
      try (InputStream in = CrossTools.class.getResourceAsStream(source)) {
        Files.write(folder.resolve(source), in.readAllBytes());
      }
    }
    List<String> command =
        new ArrayList<>(
            List.of(compiler, "-nostdlib", "-static", "-ffreestanding", "-o", "program"));
    command.addAll(List.of(options));
    command.addAll(List.of("shapes.c", "total.c"));
    run(folder, "", command);
    return folder.resolve("program");
  }

  /** Runs a tool; its output, which must say success. */
  static String tool(Path folder, String input, String name, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(PREFIX + name));
    command.addAll(List.of(arguments));
    return run(folder, input, command);
  }

  private static String run(Path folder, String input, List<String> command)
      throws IOException, InterruptedException {
    Path in = Files.writeString(folder.resolve("input"), input);
    Path out = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .start();
    int code = process.waitFor();
    String text = Files.readString(out, StandardCharsets.UTF_8);
    assertEquals(0, code, () -> String.join(" ", command) + " failed: " + text);
    return text;
  }
}

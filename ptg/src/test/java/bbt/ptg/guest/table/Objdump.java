package bbt.ptg.guest.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntFunction;

/** Encodings as GNU binutils disassemble them: what tables of instructions are held against. */
public final class Objdump {
  /**
   * An instruction.
   *
   * @param text without comments and without names of targets
   */
  public record Line(long pc, int bits, String text) {}

  private Objdump() {}

  /**
   * Assembles encodings and takes them apart again.
   *
   * @param folder for files
   * @param target the prefix of the programs' names: {@code riscv64-linux-gnu-}
   * @param option of the assembler
   * @param directive that makes it take an encoding as an instruction
   * @param comment what comments in the text begin with
   */
  public static List<Line> lines(
      Path folder,
      String target,
      String option,
      Collection<Integer> encodings,
      IntFunction<String> directive,
      String comment)
      throws IOException, InterruptedException {
    StringBuilder source = new StringBuilder();
    for (int bits : encodings) {
      source.append(directive.apply(bits)).append('\n');
    }
    Files.writeString(folder.resolve("a.s"), source);
    run(folder, target + "as", option, "-o", "a.o", "a.s");
    List<Line> lines = new ArrayList<>();
    for (String line : run(folder, target + "objdump", "-d", "-z", "a.o").split("\n")) {
      String[] parts = line.split("\t", 3);
      if (parts.length == 3 && parts[0].endsWith(":")) {
        long pc = Long.parseLong(parts[0].trim().replace(":", ""), 16);
        int bits = Integer.parseUnsignedInt(parts[1].trim(), 16);
        int end = parts[2].indexOf(comment);
        String text = end < 0 ? parts[2] : parts[2].substring(0, end);
        lines.add(new Line(pc, bits, text.replaceAll(" <[^>]*>", "").trim()));
      }
    }
    assertEquals(encodings.size(), lines.size());
    return lines;
  }

  private static String run(Path folder, String... command)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    String text = process.waitFor() + "\n" + Files.readString(output, StandardCharsets.UTF_8);
    assertEquals('0', text.charAt(0), () -> String.join(" ", command) + " failed: " + text);
    return text;
  }
}

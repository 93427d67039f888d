package bbt.reconstruct.fuzz;

import bbt.ptg.symbols.Demangler;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.translator.console.InputLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads the text files that a user gives. */
final class TextTarget {
  private static final ScratchFile FILE = new ScratchFile("text");

  private TextTarget() {}

  static void mangledNames(byte[] input) {
    for (String name : new String(input, StandardCharsets.ISO_8859_1).split("\n")) {
      String text = Demangler.demangle(name);
      if (text.length() > 2 * (1 << 16) + 2 * name.length()) {
        throw new AssertionError("a name of " + text.length() + " characters");
      }
    }
  }

  static void costModel(byte[] input) throws IOException {
    CostModel.read(FILE.holding(input));
  }

  static void memorySystem(byte[] input) throws IOException {
    MemoryConfig.read(FILE.holding(input).toString());
  }

  static void inputLog(byte[] input) throws IOException {
    InputLog.Replay.read(FILE.holding(input));
  }
}

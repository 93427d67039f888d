package bbt.reconstruct.fuzz;

import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.translator.console.InputLog;
import java.io.IOException;

/** Reads the text files that a user gives. */
final class TextTarget {
  private static final ScratchFile FILE = new ScratchFile("text");

  private TextTarget() {}

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

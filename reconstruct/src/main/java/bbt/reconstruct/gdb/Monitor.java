package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.ProtocolException;
import bbt.reconstruct.gdb.targets.Target;

/** Answers the {@code monitor} commands: help here, the rest is the target's. */
final class Monitor {
  private final Target target;

  Monitor(Target target) {
    this.target = target;
  }

  /** Runs a command; its output as a packet. Errors are output as well, since gdb shows that. */
  String run(String line, int hart) {
    String command = line.strip();
    String text;
    if (command.isEmpty() || command.equals("help")) {
      text = "help  this list\n" + target.monitorHelp();
    } else {
      try {
        text = target.monitor(command, hart);
      } catch (ProtocolException e) {
        text = e.getMessage() + "\n";
      }
      if (text == null) {
        text = "unknown command: " + command + "; try monitor help\n";
      }
    }
    return text.isEmpty() ? "OK" : HexText.of(text);
  }
}

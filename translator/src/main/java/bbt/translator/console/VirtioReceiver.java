package bbt.translator.console;

import bbt.translator.device.virtio.VirtioConsole;

/**
 * Passes console input to the guest's virtio console: a buffer in its queue is a wish for input.
 */
public record VirtioReceiver(VirtioConsole console) implements ConsoleInput.Receiver {
  @Override
  public boolean listening() {
    return console.canReceive();
  }

  @Override
  public boolean receiverEmpty() {
    return true;
  }

  @Override
  public boolean canReceive() {
    return console.canReceive();
  }

  @Override
  public void receive(int octet) {
    console.receive(octet);
  }
}

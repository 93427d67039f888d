package bbt.translator.console;

import bbt.translator.device.Uart16550;

/** The serial port as a taker of console input. */
public record UartReceiver(Uart16550 uart) implements ConsoleInput.Receiver {
  @Override
  public boolean listening() {
    return uart.listening();
  }

  @Override
  public boolean receiverEmpty() {
    return uart.receiverEmpty();
  }

  @Override
  public boolean canReceive() {
    return uart.canReceive();
  }

  @Override
  public void receive(int octet) {
    uart.receive(octet);
  }
}

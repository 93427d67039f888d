package bbt.translator.console;

import bbt.translator.device.SerialPort;

/** Passes console input to the guest's serial port. */
public record UartReceiver(SerialPort uart) implements ConsoleInput.Receiver {
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

package bbt.translator.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class Uart16550Test {
  private static final int DATA = 0;
  private static final int IER = 1;
  private static final int IIR = 2;
  private static final int FCR = 2;
  private static final int LCR = 3;
  private static final int MCR = 4;
  private static final int LSR = 5;
  private static final int MSR = 6;

  private final TestLine line = new TestLine();
  private final StringBuilder sent = new StringBuilder();
  private final Uart16550 uart = new Uart16550(line, b -> sent.append((char) b));

  private long get(int register) {
    return uart.load(register, 1);
  }

  private void set(int register, int value) {
    uart.store(register, 1, value);
  }

  @Test
  void sendsAndIsEmptyAgainAtOnce() {
    set(DATA, 'h');
    set(DATA, 'i');
    assertEquals("hi", sent.toString());
    assertEquals(0x60, get(LSR));
    assertFalse(line.level);
  }

  @Test
  void transmitInterruptComesWhenEnabledAndAfterEachByteAndGoesWhenIdentified() {
    set(IER, 2);
    assertTrue(line.level);
    assertEquals(0x02, get(IIR));
    assertFalse(line.level);
    assertEquals(0x01, get(IIR));
    set(DATA, 'x');
    assertTrue(line.level);
    assertEquals(0x02, get(IIR));
    set(IER, 0);
    set(IER, 2); // Linux tests for a broken THRE interrupt this way
    assertEquals(0x02, get(IIR));
  }

  @Test
  void receiveInterruptLastsUntilTheDataIsRead() {
    set(FCR, 1); // FIFO on, trigger 1
    set(IER, 1);
    uart.receive('a');
    uart.receive('b');
    assertTrue(line.level);
    assertEquals(0xC4, get(IIR));
    assertEquals(0x61, get(LSR));
    assertEquals('a', get(DATA));
    assertTrue(line.level);
    assertEquals('b', get(DATA));
    assertFalse(line.level);
    assertEquals(0xC1, get(IIR));
  }

  @Test
  void belowTheTriggerLevelTheTimeOutInterruptComes() {
    set(FCR, 0x81); // trigger 8
    set(IER, 1);
    uart.receive('a');
    assertEquals(0xCC, get(IIR));
    for (int i = 1; i < 8; i++) {
      uart.receive('a');
    }
    assertEquals(0xC4, get(IIR));
  }

  @Test
  void theFifoHoldsSixteenAndThenOverruns() {
    set(FCR, 1);
    set(IER, 5);
    for (int i = 0; i < 16; i++) {
      assertTrue(uart.canReceive());
      uart.receive(i);
    }
    assertFalse(uart.canReceive());
    uart.receive(99);
    assertEquals(0xC6, get(IIR));
    assertEquals(0x63, get(LSR));
    assertEquals(0x61, get(LSR));
    for (int i = 0; i < 16; i++) {
      assertEquals(i, get(DATA));
    }
    set(FCR, 1 | 2);
    assertEquals(0x60, get(LSR));
  }

  @Test
  void withoutFifoOneByteFits() {
    uart.receive('a');
    assertFalse(uart.canReceive());
    set(FCR, 1); // switching the FIFO on empties it
    assertEquals(0x60, get(LSR));
  }

  @Test
  void divisorLatchHidesDataAndInterruptEnable() {
    set(IER, 5);
    set(LCR, 0x83);
    set(DATA, 0x34);
    set(IER, 0x12);
    assertEquals(0x34, get(DATA));
    assertEquals(0x12, get(IER));
    set(LCR, 0x03);
    assertEquals(5, get(IER));
    assertEquals("", sent.toString());
  }

  @Test
  void loopBackConnectsOutputsToInputs() {
    set(MCR, 0x1A); // what Linux' autoconfiguration writes
    assertEquals(0x90, get(MSR));
    set(DATA, 'q');
    assertEquals("", sent.toString());
    assertEquals('q', get(DATA));
  }

  @Test
  void listensWhenTheReceiveInterruptIsOnOrWhenPolled() {
    assertFalse(uart.listening());
    for (int i = 0; i < 100; i++) { // an output loop
      get(LSR);
      get(LSR);
      set(DATA, '.');
    }
    assertFalse(uart.listening());
    for (int i = 0; i < 20; i++) {
      get(LSR);
    }
    assertTrue(uart.listening());
    set(DATA, '.');
    assertFalse(uart.listening());
    set(IER, 1);
    assertTrue(uart.listening());
  }
}

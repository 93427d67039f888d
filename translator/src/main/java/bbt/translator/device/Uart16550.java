package bbt.translator.device;

import bbt.translator.state.Fields;
import java.util.function.IntConsumer;

/**
 * The NS16550A serial port (National Semiconductor PC16550D data sheet, section 8). Transmission
 * takes no time: the holding register is empty again as soon as it was written, which raises the
 * THRE interrupt anew. The receiver's time-out interrupt comes at once instead of after four
 * character times; drivers cannot tell the difference from a fast line.
 *
 * <pre>
 *     read   write            read  write
 *  0  RBR    THR (DLAB: DLL)   4    MCR
 *  1  IER    IER (DLAB: DLM)   5    LSR  -
 *  2  IIR    FCR               6    MSR  -
 *  3  LCR    LCR               7    SCR
 * </pre>
 */
public final class Uart16550 implements Device, SerialPort {
  /** Size of the register window in bytes. */
  public static final long SIZE = 0x100;

  private static final int[] TRIGGER = {1, 4, 8, 14};

  /**
   * The reads of LSR in a row after which a guest that polls is taken to wait for input. Output
   * loops read it at most twice per byte.
   */
  private static final int POLLING = 16;

  private static final int IER_RECEIVE = 1;
  private static final int IER_TRANSMIT = 2;
  private static final int IER_LINE = 4;
  private static final int LCR_DLAB = 0x80;
  private static final int MCR_LOOP = 0x10;
  private static final int LSR_DATA = 0x01;
  private static final int LSR_OVERRUN = 0x02;
  private static final int LSR_EMPTY = 0x60;
  private static final int MSR_READY = 0xB0; // DCD, DSR, CTS: someone is there

  private final InterruptLine line;
  private final IntConsumer output;

  private final OctetFifo fifo = new OctetFifo();

  private int ier;
  private int lcr;
  private int mcr;
  private int scratch;
  private int divisor = 12;
  private boolean fifoEnabled;
  private int trigger = 1;
  private boolean transmitPending;
  private boolean overrun;
  private int statusReads;

  /**
   * @param line the interrupt line
   * @param output takes each byte sent (0..255)
   */
  public Uart16550(InterruptLine line, IntConsumer output) {
    this.line = line;
    this.output = output;
  }

  @Override
  public String name() {
    return "uart";
  }

  @Override
  public boolean listening() {
    return (ier & IER_RECEIVE) != 0 || statusReads >= POLLING;
  }

  @Override
  public boolean receiverEmpty() {
    return fifo.count() == 0;
  }

  @Override
  public boolean canReceive() {
    return (mcr & MCR_LOOP) == 0 && fifo.count() < (fifoEnabled ? OctetFifo.SIZE : 1);
  }

  @Override
  public void receive(int octet) {
    push(octet);
    update();
  }

  private void push(int octet) {
    if (fifo.count() >= (fifoEnabled ? OctetFifo.SIZE : 1)) {
      overrun = true;
      return;
    }
    fifo.push(octet);
  }

  @Override
  public long load(long offset, int size) {
    int register = (int) offset & 7;
    if (register != 5) {
      statusReads = 0;
    }
    return switch (register) {
      case 0 -> dlab() ? divisor & 0xFF : pop();
      case 1 -> dlab() ? divisor >>> 8 : ier;
      case 2 -> identify();
      case 3 -> lcr;
      case 4 -> mcr;
      case 5 -> lineStatus();
      case 6 -> modemStatus();
      default -> scratch;
    };
  }

  private int pop() {
    if (fifo.count() == 0) {
      return 0;
    }
    int octet = fifo.pop();
    update();
    return octet;
  }

  private int identify() {
    int source = source();
    if (source == 0x02) { // reading it clears the THRE interrupt (table 8-5)
      transmitPending = false;
      update();
    }
    return source | (fifoEnabled ? 0xC0 : 0);
  }

  private int lineStatus() {
    int value = LSR_EMPTY | (fifo.count() > 0 ? LSR_DATA : 0) | (overrun ? LSR_OVERRUN : 0);
    if (statusReads < POLLING) {
      statusReads++;
    }
    if (overrun) {
      overrun = false;
      update();
    }
    return value;
  }

  private int modemStatus() {
    if ((mcr & MCR_LOOP) == 0) {
      return MSR_READY;
    }
    // Loop-back (8.6.7): DTR to DSR, RTS to CTS, OUT1 to RI, OUT2 to DCD.
    return (mcr & 0x0C) << 4 | (mcr & 0x02) << 3 | (mcr & 0x01) << 5;
  }

  @Override
  public void store(long offset, int size, long value) {
    int v = (int) value & 0xFF;
    statusReads = 0;
    switch ((int) offset & 7) {
      case 0 -> {
        if (dlab()) {
          divisor = (divisor & 0xFF00) | v;
        } else {
          transmit(v);
        }
      }
      case 1 -> {
        if (dlab()) {
          divisor = (divisor & 0xFF) | v << 8;
        } else {
          interruptEnable(v & 0x0F);
        }
      }
      case 2 -> fifoControl(v);
      case 3 -> lcr = v;
      case 4 -> mcr = v & 0x1F;
      case 7 -> scratch = v;
      default -> {} // LSR and MSR are read-only
    }
  }

  private void transmit(int octet) {
    if ((mcr & MCR_LOOP) != 0) {
      push(octet);
    } else {
      output.accept(octet);
    }
    transmitPending = true;
    update();
  }

  private void interruptEnable(int v) {
    if ((v & IER_TRANSMIT) != 0 && (ier & IER_TRANSMIT) == 0) {
      transmitPending = true; // the holding register is empty, as always
    }
    ier = v;
    update();
  }

  private void fifoControl(int v) {
    boolean enable = (v & 1) != 0;
    if (enable != fifoEnabled || (v & 2) != 0) {
      fifo.clear();
    }
    fifoEnabled = enable;
    trigger = enable ? TRIGGER[v >>> 6] : 1;
    update();
  }

  private boolean dlab() {
    return (lcr & LCR_DLAB) != 0;
  }

  /** The interrupt of highest priority as IIR bits 3..0; 1 means none (table 8-5). */
  private int source() {
    if ((ier & IER_LINE) != 0 && overrun) {
      return 0x06;
    }
    if ((ier & IER_RECEIVE) != 0 && fifo.count() > 0) {
      return fifo.count() >= trigger ? 0x04 : 0x0C;
    }
    if ((ier & IER_TRANSMIT) != 0 && transmitPending) {
      return 0x02;
    }
    return 0x01;
  }

  private void update() {
    line.set(source() != 0x01);
  }

  /** Saves or loads what the guest can notice of it, for a snapshot. */
  public void state(Fields f) {
    fifo.state(f);
    ier = f.of(ier);
    lcr = f.of(lcr);
    mcr = f.of(mcr);
    scratch = f.of(scratch);
    divisor = f.of(divisor);
    fifoEnabled = f.of(fifoEnabled);
    trigger = f.of(trigger);
    transmitPending = f.of(transmitPending);
    overrun = f.of(overrun);
    statusReads = f.of(statusReads);
  }
}

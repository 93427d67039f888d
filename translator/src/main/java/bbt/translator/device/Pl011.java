package bbt.translator.device;

import bbt.translator.state.Fields;
import java.util.function.IntConsumer;

/**
 * The PL011 serial port (Arm DDI 0183, chapter 3). Transmission takes no time: the transmit FIFO is
 * empty again as soon as it was written, which raises its interrupt anew. What is received may be
 * read at once, so that the receive time-out is never needed.
 *
 * <pre>
 *  00 DR    18 FR     24 IBRD   2C LCR_H   34 IFLS   3C RIS   44 ICR     FE0 identification
 *  04 RSR   20 ILPR   28 FBRD   30 CR      38 IMSC   40 MIS   48 DMACR
 * </pre>
 */
public final class Pl011 implements Device, SerialPort {
  /** Size of the register window in bytes. */
  public static final long SIZE = 0x1000;

  /** Reads of FR in a row after which a guest that polls is taken to wait for input. */
  private static final int POLLING = 16;

  private static final int RECEIVE = 1 << 4;
  private static final int TRANSMIT = 1 << 5;
  private static final int TIMEOUT = 1 << 6;
  private static final int ALL = 0x7FF;

  private static final int FLAG_RECEIVER_EMPTY = 1 << 4;
  private static final int FLAG_RECEIVER_FULL = 1 << 6;
  private static final int FLAG_TRANSMITTER_EMPTY = 1 << 7;

  private static final int FIFO_ENABLE = 1 << 4;

  /** PeriphID and PCellID, a byte each. */
  private static final int[] IDENTIFICATION = {0x11, 0x10, 0x14, 0x00, 0x0D, 0xF0, 0x05, 0xB1};

  private final InterruptLine line;
  private final IntConsumer output;

  private final OctetFifo fifo = new OctetFifo();

  private int irda;
  private int divisor;
  private int fraction;
  private int lineControl;
  private int control = 0x300;
  private int levels = 0x12;
  private int mask;
  private int raw;
  private int dma;
  private int statusReads;

  /**
   * @param line the interrupt line
   * @param output takes each byte sent (0..255)
   */
  public Pl011(InterruptLine line, IntConsumer output) {
    this.line = line;
    this.output = output;
  }

  @Override
  public String name() {
    return "uart";
  }

  @Override
  public boolean listening() {
    return (mask & (RECEIVE | TIMEOUT)) != 0 || statusReads >= POLLING;
  }

  @Override
  public boolean receiverEmpty() {
    return fifo.count() == 0;
  }

  private int capacity() {
    return (lineControl & FIFO_ENABLE) != 0 ? OctetFifo.SIZE : 1;
  }

  @Override
  public boolean canReceive() {
    return fifo.count() < capacity();
  }

  @Override
  public void receive(int octet) {
    if (fifo.count() < capacity()) {
      fifo.push(octet);
      raw |= RECEIVE;
      update();
    }
  }

  @Override
  public long load(long offset, int size) {
    if (offset != 0x18) {
      statusReads = 0;
    }
    return switch ((int) offset) {
      case 0x00 -> pop();
      case 0x18 -> flags();
      case 0x20 -> irda;
      case 0x24 -> divisor;
      case 0x28 -> fraction;
      case 0x2C -> lineControl;
      case 0x30 -> control;
      case 0x34 -> levels;
      case 0x38 -> mask;
      case 0x3C -> raw;
      case 0x40 -> raw & mask;
      case 0x48 -> dma;
      default ->
          offset >= 0xFE0 && offset < 0x1000 && (offset & 3) == 0
              ? IDENTIFICATION[(int) (offset - 0xFE0) >>> 2]
              : 0;
    };
  }

  private int pop() {
    if (fifo.count() == 0) {
      return 0;
    }
    int octet = fifo.pop();
    if (fifo.count() == 0) {
      raw &= ~RECEIVE;
      update();
    }
    return octet;
  }

  private int flags() {
    if (statusReads < POLLING) {
      statusReads++;
    }
    return FLAG_TRANSMITTER_EMPTY
        | (fifo.count() == 0 ? FLAG_RECEIVER_EMPTY : 0)
        | (fifo.count() == capacity() ? FLAG_RECEIVER_FULL : 0);
  }

  @Override
  public void store(long offset, int size, long value) {
    int v = (int) value;
    statusReads = 0;
    switch ((int) offset) {
      case 0x00 -> {
        output.accept(v & 0xFF);
        raw |= TRANSMIT;
      }
      case 0x20 -> irda = v & 0xFF;
      case 0x24 -> divisor = v & 0xFFFF;
      case 0x28 -> fraction = v & 0x3F;
      case 0x2C -> {
        if (((lineControl ^ v) & FIFO_ENABLE) != 0) {
          fifo.clear();
          raw &= ~RECEIVE;
        }
        lineControl = v & 0xFF;
      }
      case 0x30 -> control = v & 0xFFFF;
      case 0x34 -> levels = v & 0x3F;
      case 0x38 -> mask = v & ALL;
      case 0x44 -> raw &= ~v;
      case 0x48 -> dma = v & 7;
      default -> {} // the others are read-only
    }
    update();
  }

  private void update() {
    line.set((raw & mask) != 0);
  }

  /** Saves or loads what the guest can notice of it, for a snapshot. */
  public void state(Fields f) {
    fifo.state(f);
    irda = f.of(irda);
    divisor = f.of(divisor);
    fraction = f.of(fraction);
    lineControl = f.of(lineControl);
    control = f.of(control);
    levels = f.of(levels);
    mask = f.of(mask);
    raw = f.of(raw);
    dma = f.of(dma);
    statusReads = f.of(statusReads);
  }
}

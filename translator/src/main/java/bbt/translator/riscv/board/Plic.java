package bbt.translator.riscv.board;

import bbt.translator.device.Device;
import bbt.translator.device.InterruptLine;
import bbt.translator.state.Fields;

/**
 * The platform-level interrupt controller (RISC-V PLIC specification 1.0.0), two contexts per hart:
 * M then S, as on QEMU's {@code virt}.
 *
 * <p>Every source has a gateway that takes each assertion of its line for an edge, as QEMU's has
 * and the specification allows (chapter 3, "in between ... increment a counter", here to 1): the
 * interrupt becomes pending, or, between claim and completion, will be at completion, unless the
 * line has fallen by then. A line that merely stays high is no new request: a level gateway would
 * repeat it for ever for a driver that leaves its device's interrupt standing (xv6 never reads the
 * UART's IIR). Difference from QEMU before 9.2: a request that was forwarded stays pending when the
 * line falls, as the specification has it; from 9.2 on: an assertion between claim and completion
 * that falls again before completion is dropped.
 *
 * <p>Difference from the specification (chapter 8), as on QEMU: the completion of a source that is
 * not enabled counts. A driver that masks a source here while it serves it loses its interrupts
 * otherwise.
 *
 * <pre>
 *  0x000000 + 4 * source           priority (3 bits)
 *  0x001000 + 4 * word             pending
 *  0x002000 + 0x80 * ctx + 4 * w   enable
 *  0x200000 + 0x1000 * ctx         threshold; + 4: claim / complete
 * </pre>
 */
public final class Plic implements Device {
  /** Size of the register window in bytes. */
  public static final long SIZE = 0x60_0000;

  /** Sources 1 to 95. */
  public static final int SOURCES = 96;

  private static final int WORDS = SOURCES / 32;
  private static final int PRIORITY_MASK = 7;

  private final int[] priority = new int[SOURCES];
  private final int[] pending = new int[WORDS];
  private final int[] claimed = new int[WORDS];

  /** Claimed sources whose line was asserted since then, and has not fallen. */
  private final int[] again = new int[WORDS];

  private final int[][] enable;
  private final int[] threshold;
  private final InterruptLine[] outputs;

  /**
   * @param outputs one line per context: hart 0 M, hart 0 S, hart 1 M, ...
   */
  public Plic(InterruptLine... outputs) {
    this.outputs = outputs.clone();
    this.enable = new int[outputs.length][WORDS];
    this.threshold = new int[outputs.length];
  }

  @Override
  public String name() {
    return "plic";
  }

  /** The wire into source {@code number} (1..95). */
  public InterruptLine source(int number) {
    if (number < 1 || number >= SOURCES) {
      throw new IllegalArgumentException("interrupt source " + number + " is not in 1..95");
    }
    return on -> line(number, on);
  }

  private void line(int source, boolean on) {
    int bit = 1 << source;
    int word = source >>> 5;
    if (!on) {
      again[word] &= ~bit;
    } else if ((claimed[word] & bit) != 0) {
      again[word] |= bit;
    } else if ((pending[word] & bit) == 0) {
      pending[word] |= bit;
      update();
    }
  }

  @Override
  public long load(long offset, int size) {
    int at = (int) offset;
    if ((at & 3) != 0) {
      return 0;
    }
    if (at < 0x1000) {
      return at >>> 2 < SOURCES ? priority[at >>> 2] : 0;
    }
    if (at < 0x2000) {
      int word = (at - 0x1000) >>> 2;
      return word < WORDS ? Integer.toUnsignedLong(pending[word]) : 0;
    }
    if (at < 0x20_0000) {
      int context = (at - 0x2000) / 0x80;
      int word = ((at - 0x2000) % 0x80) >>> 2;
      return context < enable.length && word < WORDS
          ? Integer.toUnsignedLong(enable[context][word])
          : 0;
    }
    int context = (at - 0x20_0000) >>> 12;
    if (context >= threshold.length) {
      return 0;
    }
    return switch (at & 0xFFF) {
      case 0 -> threshold[context];
      case 4 -> claim(context);
      default -> 0;
    };
  }

  @Override
  public void store(long offset, int size, long value) {
    int at = (int) offset;
    int v = (int) value;
    if ((at & 3) != 0) {
      return;
    }
    if (at < 0x1000) {
      if (at >>> 2 < SOURCES && at != 0) {
        priority[at >>> 2] = v & PRIORITY_MASK;
      }
    } else if (at >= 0x2000 && at < 0x20_0000) {
      int context = (at - 0x2000) / 0x80;
      int word = ((at - 0x2000) % 0x80) >>> 2;
      if (context < enable.length && word < WORDS) {
        enable[context][word] = word == 0 ? v & ~1 : v;
      }
    } else if (at >= 0x20_0000) {
      int context = (at - 0x20_0000) >>> 12;
      if (context < threshold.length) {
        switch (at & 0xFFF) {
          case 0 -> threshold[context] = v & PRIORITY_MASK;
          case 4 -> complete(v);
          default -> {}
        }
      }
    }
    update();
  }

  /** The enabled pending source of highest priority, the lowest number among equals; 0: none. */
  private int best(int context, int above) {
    int best = 0;
    int bestPriority = above;
    for (int w = 0; w < WORDS; w++) {
      int candidates = pending[w] & enable[context][w];
      while (candidates != 0) {
        int source = w * 32 + Integer.numberOfTrailingZeros(candidates);
        candidates &= candidates - 1;
        if (priority[source] > bestPriority) {
          best = source;
          bestPriority = priority[source];
        }
      }
    }
    return best;
  }

  /** A claim disregards the threshold (chapter 7). */
  private int claim(int context) {
    int source = best(context, 0);
    if (source != 0) {
      int bit = 1 << source;
      pending[source >>> 5] &= ~bit;
      claimed[source >>> 5] |= bit;
      update();
    }
    return source;
  }

  private void complete(int source) {
    if (source <= 0 || source >= SOURCES) {
      return;
    }
    int word = source >>> 5;
    int bit = 1 << source;
    if ((claimed[word] & bit) == 0) {
      return;
    }
    claimed[word] &= ~bit;
    pending[word] |= again[word] & bit;
    again[word] &= ~bit;
  }

  private void update() {
    for (int c = 0; c < outputs.length; c++) {
      outputs[c].set(best(c, threshold[c]) != 0);
    }
  }

  /** Saves or loads what the guest can notice of it, for a snapshot. */
  public void state(Fields f) {
    f.each(priority);
    f.each(pending);
    f.each(claimed);
    f.each(again);
    for (int[] each : enable) {
      f.each(each);
    }
    f.each(threshold);
  }
}

package bbt.translator.arm64.board;

import bbt.translator.device.Device;
import bbt.translator.device.InterruptLine;
import bbt.translator.state.Fields;

/**
 * The interrupt controller GICv2 (Arm IHI 0048B) without security extensions: a distributor and a
 * CPU interface for each of up to eight processors. All interrupts are of group 0 and are signalled
 * as interrupt requests; IGROUPR reads as zero.
 */
final class Gic {
  static final long DISTRIBUTOR_SIZE = 0x1_0000;
  static final long CPU_INTERFACE_SIZE = 0x1_0000;

  /** Processors that there can be: registers have a bit for each. */
  static final int MAX_HARTS = 8;

  /** Interrupts: 16 from software, 16 of each processor's own, 256 shared. */
  static final int INTERRUPTS = 288;

  private static final int SOFTWARE = 16;
  private static final int PRIVATE = 32;
  private static final int SPURIOUS = 1023;

  /** A priority that is less than any that there is. */
  private static final int IDLE = 0x100;

  /** Distributor: implementer Arm. */
  private static final int IDENTIFICATION = 0x43B;

  /** CPU interface: version 2, implementer Arm. */
  private static final int INTERFACE_IDENTIFICATION = 0x2_043B;

  /** Component identification of the distributor, a byte each. */
  private static final int[] COMPONENT = {0x90, 0xB4, 0x2B, 0x00, 0x0D, 0xF0, 0x05, 0xB1};

  private final int harts;
  private final InterruptLine[] outputs;

  /** The one that executes, whose own registers are at the same addresses as the others'. */
  private final CurrentHart current;

  /** Says whose access it is. */
  @FunctionalInterface
  interface CurrentHart {
    int number();
  }

  private boolean forwards;

  // Of each interrupt, a bit for each processor; of a shared one bit 0 alone.

  private final int[] enabled = new int[INTERRUPTS];
  private final int[] latched = new int[INTERRUPTS];
  private final int[] level = new int[INTERRUPTS];
  private final int[] active = new int[INTERRUPTS];

  private final boolean[] edge = new boolean[INTERRUPTS];
  private final int[] targets = new int[INTERRUPTS];

  /** Priorities, of the interrupts below 32 for each processor apart. */
  private final int[] priority;

  /** Who has sent a software interrupt: a bit each, by receiver and number. */
  private final int[] senders;

  // Of each CPU interface.

  private final boolean[] on;
  private final int[] mask;
  private final int[] binaryPoint;

  /** Priorities of the active interrupts: a bit each. */
  private final long[] activePriorities;

  /**
   * @param outputs the interrupt request of each processor
   */
  Gic(InterruptLine[] outputs, CurrentHart current) {
    this.outputs = outputs;
    this.harts = outputs.length;
    this.current = current;
    priority = new int[INTERRUPTS + PRIVATE * harts];
    senders = new int[SOFTWARE * harts];
    on = new boolean[harts];
    mask = new int[harts];
    binaryPoint = new int[harts];
    activePriorities = new long[4 * harts];
    for (int i = 0; i < SOFTWARE; i++) {
      edge[i] = true;
      enabled[i] = -1;
    }
    for (int i = PRIVATE; i < INTERRUPTS; i++) {
      targets[i] = harts == 1 ? 1 : 0;
    }
  }

  Device distributor() {
    return new Distributor();
  }

  Device cpuInterface() {
    return new CpuInterface();
  }

  /** The input of a shared interrupt. */
  InterruptLine shared(int number) {
    return high -> input(PRIVATE + number, 1, high);
  }

  /** The input of an interrupt that a processor has for itself. */
  InterruptLine own(int hart, int interrupt) {
    return high -> input(interrupt, 1 << hart, high);
  }

  private void input(int interrupt, int who, boolean high) {
    boolean before = (level[interrupt] & who) != 0;
    if (high == before) {
      return;
    }
    level[interrupt] ^= who;
    if (high && edge[interrupt]) {
      latched[interrupt] |= who;
    }
    update();
  }

  // ---- state of an interrupt as a processor sees it

  private int bit(int interrupt, int hart) {
    return interrupt < PRIVATE ? 1 << hart : 1;
  }

  private boolean pending(int interrupt, int hart) {
    int bit = bit(interrupt, hart);
    return (latched[interrupt] & bit) != 0 || !edge[interrupt] && (level[interrupt] & bit) != 0;
  }

  private int priorityPlace(int interrupt, int hart) {
    return interrupt < PRIVATE ? INTERRUPTS + PRIVATE * hart + interrupt : interrupt;
  }

  /** The interrupt of highest priority that a processor could take, or -1. */
  private int best(int hart) {
    int found = -1;
    int foundPriority = IDLE;
    for (int i = 0; i < INTERRUPTS; i++) {
      int bit = bit(i, hart);
      boolean possible =
          pending(i, hart)
              && (enabled[i] & bit) != 0
              && (active[i] & bit) == 0
              && (i < PRIVATE || (targets[i] & 1 << hart) != 0);
      if (possible && priority[priorityPlace(i, hart)] < foundPriority) {
        found = i;
        foundPriority = priority[priorityPlace(i, hart)];
      }
    }
    return found;
  }

  /** The priority at which a processor is. */
  private int running(int hart) {
    for (int word = 0; word < 4; word++) {
      long bits = activePriorities[4 * hart + word];
      if (bits != 0) {
        return 64 * word + Long.numberOfTrailingZeros(bits);
      }
    }
    return IDLE;
  }

  /** The interrupt of highest priority above the mask of a processor, or -1. */
  private int urgent(int hart) {
    if (!forwards || !on[hart]) {
      return -1;
    }
    int interrupt = best(hart);
    return interrupt >= 0 && priority[priorityPlace(interrupt, hart)] < mask[hart] ? interrupt : -1;
  }

  /** The interrupt that a processor is to take now, or -1. */
  private int signalled(int hart) {
    int interrupt = urgent(hart);
    if (interrupt < 0) {
      return -1;
    }
    int its = priority[priorityPlace(interrupt, hart)];
    int groups = -2 << binaryPoint[hart];
    boolean preempts = (its & groups) < (running(hart) & groups) || running(hart) == IDLE;
    return preempts ? interrupt : -1;
  }

  private void update() {
    for (int hart = 0; hart < harts; hart++) {
      outputs[hart].set(signalled(hart) >= 0);
    }
  }

  // ---- taking and ending

  private int acknowledge(int hart) {
    int interrupt = signalled(hart);
    if (interrupt < 0) {
      return SPURIOUS;
    }
    int answer = interrupt;
    int bit = bit(interrupt, hart);
    if (interrupt < SOFTWARE) {
      int place = SOFTWARE * hart + interrupt;
      int sender = Integer.numberOfTrailingZeros(senders[place]);
      senders[place] &= ~(1 << sender);
      answer |= sender << 10;
      if (senders[place] == 0) {
        latched[interrupt] &= ~bit;
      }
    } else {
      latched[interrupt] &= ~bit;
    }
    active[interrupt] |= bit;
    int its = priority[priorityPlace(interrupt, hart)] & -2 << binaryPoint[hart];
    activePriorities[4 * hart + (its >>> 6)] |= 1L << its;
    update();
    return answer;
  }

  private void end(int hart, int interrupt) {
    if (interrupt >= INTERRUPTS) {
      return;
    }
    int running = running(hart);
    if (running != IDLE) {
      activePriorities[4 * hart + (running >>> 6)] &= ~(1L << running);
    }
    active[interrupt] &= ~bit(interrupt, hart);
    update();
  }

  private void send(int hart, long value) {
    int interrupt = (int) value & 15;
    int list =
        switch ((int) (value >>> 24) & 3) {
          case 0 -> (int) (value >>> 16) & 0xFF;
          case 1 -> ~(1 << hart);
          case 2 -> 1 << hart;
          default -> 0;
        };
    for (int to = 0; to < harts; to++) {
      if ((list & 1 << to) != 0) {
        latched[interrupt] |= 1 << to;
        senders[SOFTWARE * to + interrupt] |= 1 << hart;
      }
    }
    update();
  }

  // ---- registers

  /** Registers of bits, bytes or pairs of bits of the interrupts; accesses of up to four bytes. */
  private final class Distributor implements Device {
    @Override
    public String name() {
      return "gic";
    }

    @Override
    public long load(long offset, int size) {
      long value = 0;
      for (int i = 0; i < size; i++) {
        value |= (long) octet((int) offset + i) << 8 * i;
      }
      return value;
    }

    private int octet(int at) {
      int hart = current.number();
      int first = (at & 0x7F) * 8;
      return switch (at >>> 7) {
        case 0x000 >>> 7 -> identification(at);
        case 0x100 >>> 7, 0x180 >>> 7 -> bits(first, i -> (enabled[i] & bit(i, hart)) != 0);
        case 0x200 >>> 7, 0x280 >>> 7 -> bits(first, i -> pending(i, hart));
        case 0x300 >>> 7, 0x380 >>> 7 -> bits(first, i -> (active[i] & bit(i, hart)) != 0);
        default -> wide(at, hart);
      };
    }

    private int identification(int at) {
      int word =
          switch (at & ~3) {
            case 0x0 -> forwards ? 1 : 0;
            case 0x4 -> INTERRUPTS / 32 - 1 | harts - 1 << 5;
            case 0x8 -> IDENTIFICATION;
            default -> 0;
          };
      return word >>> 8 * (at & 3) & 0xFF;
    }

    private int wide(int at, int hart) {
      if (at >= 0x400 && at < 0x400 + INTERRUPTS) {
        return priority[priorityPlace(at - 0x400, hart)];
      }
      if (at >= 0x800 && at < 0x800 + INTERRUPTS) {
        int interrupt = at - 0x800;
        return harts == 1 ? 0 : interrupt < PRIVATE ? 1 << hart : targets[interrupt];
      }
      if (at >= 0xC00 && at < 0xC00 + INTERRUPTS / 4) {
        int octet = 0;
        for (int i = 0; i < 4; i++) {
          octet |= edge[4 * (at - 0xC00) + i] ? 2 << 2 * i : 0;
        }
        return octet;
      }
      if (at >= 0xF10 && at < 0xF30) {
        return senders[SOFTWARE * hart + (at & 15)];
      }
      return at >= 0xFE0 && (at & 3) == 0 && at < 0x1000 ? COMPONENT[at - 0xFE0 >>> 2] : 0;
    }

    private int bits(int first, java.util.function.IntPredicate set) {
      int octet = 0;
      for (int i = 0; i < 8 && first + i < INTERRUPTS; i++) {
        octet |= set.test(first + i) ? 1 << i : 0;
      }
      return octet;
    }

    @Override
    public void store(long offset, int size, long value) {
      if (offset == 0xF00 && size == 4) {
        send(current.number(), value);
        return;
      }
      for (int i = 0; i < size; i++) {
        octet((int) offset + i, (int) (value >>> 8 * i) & 0xFF);
      }
      update();
    }

    private void octet(int at, int value) {
      int hart = current.number();
      int first = (at & 0x7F) * 8;
      for (int i = 0; i < 8 && at >= 0x100 && at < 0x400 && first + i < INTERRUPTS; i++) {
        if ((value & 1 << i) != 0) {
          change(at >>> 7, first + i, bit(first + i, hart));
        }
      }
      if (at == 0) {
        forwards = (value & 1) != 0;
      } else if (at >= 0x400 && at < 0x400 + INTERRUPTS) {
        priority[priorityPlace(at - 0x400, hart)] = value;
      } else if (at >= 0x800 + PRIVATE && at < 0x800 + INTERRUPTS && harts > 1) {
        targets[at - 0x800] = value & (1 << harts) - 1;
      } else if (at >= 0xC00 + SOFTWARE / 4 && at < 0xC00 + INTERRUPTS / 4) {
        for (int i = 0; i < 4; i++) {
          edge[4 * (at - 0xC00) + i] = (value & 2 << 2 * i) != 0;
        }
      } else if (at >= 0xF10 && at < 0xF30) {
        senders(hart, at & 15, at < 0xF20, value);
      }
    }

    private void change(int register, int interrupt, int bit) {
      switch (register) {
        case 0x100 >>> 7 -> enabled[interrupt] |= bit;
        case 0x180 >>> 7 -> enabled[interrupt] &= interrupt < SOFTWARE ? -1 : ~bit;
        case 0x200 >>> 7 -> latched[interrupt] |= interrupt < SOFTWARE ? 0 : bit;
        case 0x280 >>> 7 -> latched[interrupt] &= interrupt < SOFTWARE ? -1 : ~bit;
        case 0x300 >>> 7 -> active[interrupt] |= bit;
        default -> active[interrupt] &= ~bit;
      }
    }

    private void senders(int hart, int interrupt, boolean clear, int value) {
      int place = SOFTWARE * hart + interrupt;
      senders[place] = clear ? senders[place] & ~value : senders[place] | value;
      if (senders[place] == 0) {
        latched[interrupt] &= ~(1 << hart);
      } else {
        latched[interrupt] |= 1 << hart;
      }
    }
  }

  private final class CpuInterface implements Device {
    @Override
    public String name() {
      return "gic";
    }

    @Override
    public long load(long offset, int size) {
      int hart = current.number();
      return switch ((int) offset) {
        case 0x00 -> on[hart] ? 1 : 0;
        case 0x04 -> mask[hart];
        case 0x08 -> binaryPoint[hart];
        case 0x0C -> acknowledge(hart);
        case 0x14 -> Math.min(running(hart), 0xFF);
        case 0x18 -> {
          int interrupt = urgent(hart);
          yield interrupt < 0
              ? SPURIOUS
              : interrupt < SOFTWARE
                  ? interrupt
                      | Integer.numberOfTrailingZeros(senders[SOFTWARE * hart + interrupt]) << 10
                  : interrupt;
        }
        case 0xD0, 0xD4, 0xD8, 0xDC -> activeWord(hart, (int) offset - 0xD0 >>> 2);
        case 0xFC -> INTERFACE_IDENTIFICATION;
        default -> 0;
      };
    }

    /** The active priorities as the four registers have them: a bit for two priorities. */
    private long activeWord(int hart, int number) {
      long bits = 0;
      for (int i = 0; i < 32; i++) {
        int at = 64 * number + 2 * i;
        bits |= (activePriorities[4 * hart + (at >>> 6)] >>> at & 3) != 0 ? 1L << i : 0;
      }
      return bits;
    }

    @Override
    public void store(long offset, int size, long value) {
      int hart = current.number();
      switch ((int) offset) {
        case 0x00 -> on[hart] = (value & 1) != 0;
        case 0x04 -> mask[hart] = (int) value & 0xFF;
        case 0x08 -> binaryPoint[hart] = (int) value & 7;
        case 0x10 -> end(hart, (int) value & 0x3FF);
        case 0xD0, 0xD4, 0xD8, 0xDC -> activeWord(hart, (int) offset - 0xD0 >>> 2, value);
        default -> {} // the others are read-only
      }
      update();
    }

    private void activeWord(int hart, int number, long value) {
      long bits = 0;
      for (int i = 0; i < 32; i++) {
        bits |= (value >>> i & 1) << 2 * i;
      }
      activePriorities[4 * hart + number] = bits;
    }
  }

  /** Saves or loads the state, for a snapshot. */
  void state(Fields f) {
    forwards = f.of(forwards);
    f.each(enabled);
    f.each(latched);
    f.each(level);
    f.each(active);
    f.each(edge);
    f.each(targets);
    f.each(priority);
    f.each(senders);
    f.each(on);
    f.each(mask);
    f.each(binaryPoint);
    f.each(activePriorities);
  }
}

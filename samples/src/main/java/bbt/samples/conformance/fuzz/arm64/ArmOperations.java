package bbt.samples.conformance.fuzz.arm64;

import static bbt.samples.conformance.fuzz.arm64.A64Words.*;

import bbt.ptg.arm64.A64Decoder;
import bbt.translator.arm64.cpu.A64Register;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Makes random operations: a few instructions, of which each may trap. An operation stands
 * anywhere, and behind it the next one can be executed whatever became of it.
 *
 * <p>Left out by construction is what depends on time (counters), what the manual leaves open, and
 * what takes the ground from under the harness: its registers, tables and vectors.
 */
final class ArmOperations {
  /** The base of accesses. */
  private static final int BASE = 16;

  /** First of the registers that are loaded, of eight. */
  private static final int LOADED = 4;

  /** The bits of SCTLR_EL1 that change: UMA, DZE, UCT, nTWE, UCI. */
  private static final long CONTROLS = 1 << 9 | 1 << 14 | 1 << 15 | 1 << 18 | 1 << 26;

  private static final long WRITE_EXECUTES_NEVER = 1 << 19;

  /** SCTLR_EL1.A. */
  private static final long ALIGNED = 1 << 1;

  /** The bits of TCR_EL1 that change: EPD0, A1, AS, TBI0, TBI1. */
  private static final long TRANSLATION = 1 << 7 | 1 << 22 | 7L << 36;

  /** Registers that may have any value. */
  private static final List<String> FREE =
      List.of(
          "contextidr_el1",
          "tpidr_el0",
          "tpidrro_el0",
          "tpidr_el1",
          "far_el1",
          "esr_el1",
          "afsr0_el1",
          "afsr1_el1",
          "par_el1",
          "cpacr_el1",
          "fpcr",
          "fpsr",
          "nzcv",
          "pmselr_el0",
          "pmuserenr_el0",
          "actlr_el1",
          "amair_el1",
          "elr_el1",
          "spsr_el1",
          "pmcntenset_el0",
          "pmcntenclr_el0",
          "pmovsclr_el0",
          "pmintenset_el1",
          "pmintenclr_el1",
          "osdlr_el1");

  private static final List<String> INVALIDATIONS = List.of("vae1", "vaae1", "vae1is", "vaae1is");

  /**
   * Numbers of the system registers that are read, but those that tell the time, and of the last
   * exception.
   */
  private static final int[] READ =
      IntStream.range(0x8000, 0x1_0000).filter(ArmOperations::isRead).toArray();

  private final SplittableRandom random;
  private final ArmTables tables;
  private final int size;

  /** Whether all accesses must be aligned. */
  private final boolean aligned;

  ArmOperations(SplittableRandom random, ArmTables tables, int size) {
    this.random = random;
    this.tables = tables;
    this.size = size;
    this.aligned = random.nextInt(4) == 0;
  }

  private static boolean isRead(int number) {
    A64Register register = A64Register.of(number);
    if (register == null) {
      return false;
    }
    String name = register.name();
    // ESR_EL1 and FAR_EL1 are in the log, where what QEMU has there otherwise is explained.
    return !name.matches("CNT.CT_EL0|CNT._TVAL_EL0|PMCCNTR_EL0|PMXEVCNTR_EL0|(ESR|FAR)_EL1");
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Collects the words of one operation. */
  private static final class Words {
    private final List<Integer> list = new ArrayList<>();

    Words add(int... words) {
      for (int word : words) {
        list.add(word);
      }
      return this;
    }

    Words li(int rd, long value) {
      return add(A64Buffer.constant(rd, value));
    }

    /** Joins a register to what was seen. */
    Words see(int register) {
      return add(eor(ArmHarness.SEEN, register, ArmHarness.SEEN, 13));
    }

    int[] done() {
      return list.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /** The value that a system register has at the start of an episode. */
  long control() {
    return ArmHarness.SCTLR
        | random.nextLong() & CONTROLS
        | (aligned ? ALIGNED : 0)
        | (chance(15) ? WRITE_EXECUTES_NEVER : 0);
  }

  /** A random TCR_EL1. */
  long translation() {
    return ArmHarness.TCR | size | few() & TRANSLATION;
  }

  /** A random number with a quarter of its bits set. */
  private long few() {
    long half = random.nextLong();
    return half & random.nextLong();
  }

  /** A random TTBR0_EL1: the identifier differs. */
  long root() {
    return ArmLayout.LOWER_ROOT | (long) random.nextInt(3) << 48;
  }

  int[] next() {
    int kind = random.nextInt(100);
    return kind < 30
        ? access()
        : kind < 36
            ? exclusive()
            : kind < 46
                ? jump()
                : kind < 54
                    ? readRegister()
                    : kind < 62
                        ? writeRegister()
                        : kind < 70
                            ? table()
                            : kind < 75
                                ? look()
                                : kind < 80
                                    ? cache()
                                    : kind < 84 ? interrupt() : kind < 92 ? call() : state();
  }

  // ---- memory

  private int[] access() {
    Words w = new Words();
    int store = random.nextInt(2);
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        int scale = random.nextInt(4);
        int load = store == 1 ? 0 : scale < 3 && chance(40) ? 2 + random.nextInt(2) : 1;
        if (scale == 2 && load == 3) {
          load = 2; // no such word
        }
        w.li(BASE, tables.address(1 << scale));
        w.add(scale << 30 | 0x3900_0000 | load << 22 | BASE << 5 | data(store));
      }
      case 3 -> {
        // Unprivileged: ldtr, sttr.
        int scale = random.nextInt(4);
        w.li(BASE, tables.address(1 << scale));
        w.add(scale << 30 | 0x3800_0800 | 1 - store << 22 | BASE << 5 | data(store));
      }
      case 4 -> {
        // Pairs, moved or not.
        int mode = 1 + random.nextInt(3);
        int offset = random.nextInt(128);
        int scale = 8 << random.nextInt(2) >> 1;
        long address = tables.address(2 * scale) & (store == 1 ? -2L * scale : -1);
        w.li(BASE, address - (mode == 1 ? 0 : (long) (offset << 25 >> 25) * scale));
        int first = data(store);
        w.add(
            (scale == 8 ? 0xA800_0000 : 0x2800_0000)
                | mode << 23
                | 1 - store << 22
                | offset << 15
                | first + 1 << 10
                | BASE << 5
                | first);
        w.see(BASE);
      }
      case 5 -> {
        // Before or after with the base moved.
        int scale = random.nextInt(4);
        boolean before = random.nextBoolean();
        int offset = random.nextInt(512);
        w.li(BASE, tables.address(1 << scale) - (before ? offset << 23 >> 23 : 0));
        w.add(
            scale << 30
                | 0x3800_0400
                | (before ? 0x800 : 0)
                | 1 - store << 22
                | offset << 12
                | BASE << 5
                | data(store));
        w.see(BASE);
      }
      case 6 -> {
        // Vector registers.
        boolean four = random.nextBoolean();
        // What is stored before an abort is left open: no store is of two pages.
        int step = store == 0 ? 1 : four ? 64 : aligned ? 1 : 16;
        w.li(BASE, tables.address(16) & -step);
        int register = random.nextInt(8);
        int size = random.nextInt(4) << 10;
        w.add(
            four
                ? (store == 1 ? 0x4C00_2000 : 0x4C40_2000) | size | BASE << 5 | 12
                : (store == 1 ? 0x3D80_0000 : 0x3DC0_0000) | BASE << 5 | register);
      }
      default -> {
        // Acquire, release.
        int scale = random.nextInt(4);
        w.li(BASE, tables.address(1 << scale));
        w.add(scale << 30 | 0x089F_FC00 | 1 - store << 22 | BASE << 5 | data(store));
      }
    }
    if (store == 0) {
      for (int i = 0; i < 8; i++) {
        w.see(LOADED + i);
      }
    }
    return w.done();
  }

  /** A register that is stored, or one that is loaded. */
  private int data(int store) {
    return store == 1 ? random.nextInt(3) : LOADED + random.nextInt(7);
  }

  /**
   * A load and a store exclusive. What a store does that fails in any case is left open where the
   * address faults: before, it is found whether the load, or in between a store, would.
   */
  private int[] exclusive() {
    int scale = random.nextInt(4);
    boolean pair = scale >= 2 && random.nextBoolean();
    int bytes = pair ? 2 << scale : 1 << scale;
    int ordered = random.nextInt(2) << 15;
    int bits = scale << 30 | 0x0800_0000 | (pair ? 1 << 21 : 0) | ordered | BASE << 5;
    int load = bits | 1 << 22 | 0x1F << 16 | (pair ? LOADED + 1 : 0x1F) << 10 | LOADED;
    int store = bits | 12 << 16 | (pair ? 1 : 0x1F) << 10;
    long address = tables.address(bytes);
    Words w = new Words();
    if (chance(20)) {
      return w.li(BASE, address).add(load).see(LOADED).done();
    }
    address &= -bytes;
    Words body = new Words().li(BASE, address).add(load);
    boolean broken = chance(60);
    if (broken) {
      switch (random.nextInt(4)) {
        case 0 -> body.add(svc(1));
        case 1 -> body.add(CLREX);
        case 2 -> body.li(BASE, address ^ 64);
        default -> body.add(strb(0, BASE)).add(svc(2));
      }
    }
    body.add(store).see(LOADED).see(12);
    // A base that moves tells whether the access was made.
    w.li(BASE, address - 1).add(broken ? strbBefore(0, BASE) : ldrbBefore(13, BASE));
    w.li(14, address).add(eor(14, 14, BASE, 0));
    return w.add(cbnz(14, body.list.size() + 1)).add(body.done()).done();
  }

  private int[] jump() {
    Words w = new Words().li(BASE, tables.address(chance(90) ? 16 : 2));
    return w.add(
            switch (random.nextInt(3)) {
              case 0 -> br(BASE);
              case 1 -> ret(BASE);
              default -> blr(BASE);
            })
        .done();
  }

  /** A descriptor changes, and one of the instructions that make it seen is executed. */
  private int[] table() {
    Words w = new Words();
    ArmEpisode.Descriptor d = tables.one();
    w.li(BASE, ArmLayout.UPPER + d.address()).li(3, d.value()).add(str(3, BASE, 0), DSB);
    w.add(
        switch (random.nextInt(3)) {
          case 0 -> msr(number("tlbi vmalle1"), ZERO);
          case 1 -> msr(number("tlbi vmalle1is"), ZERO);
          default -> msr(number("tlbi vmalle1"), ZERO);
        });
    return w.add(DSB, ISB).li(3, ArmHarness.BENIGN).done();
  }

  /** An access, then its last descriptor may be another, and it is invalidated by its address. */
  private int[] look() {
    Words w = new Words();
    long address = tables.address(8);
    w.li(BASE, address);
    if (random.nextBoolean()) {
      int number = number("at s1e" + random.nextInt(2) + (chance(50) ? "r" : "w"));
      return w.add(msr(number, BASE), ISB, mrs(LOADED, number("par_el1"))).see(LOADED).done();
    }
    w.add(ldr(LOADED, BASE, 0)).see(LOADED);
    w.li(3, (address >>> 12 & 0xFFF_FFFF_FFFFL) | (long) random.nextInt(3) << 48);
    w.add(msr(number("tlbi " + one(INVALIDATIONS)), 3), DSB, ISB);
    return w.li(3, ArmHarness.BENIGN).add(ldr(LOADED, BASE, 0)).see(LOADED).done();
  }

  private int[] cache() {
    List<String> all =
        List.of(
            "dc zva", "dc zva", "dc cvac", "dc cvau", "dc civac", "dc ivac", "ic ivau", "ic iallu");
    String name = one(all);
    Words w = new Words().li(BASE, tables.address(64));
    return w.add(msr(number(name), name.endsWith("u") && name.startsWith("ic ia") ? ZERO : BASE))
        .done();
  }

  // ---- registers

  private int[] readRegister() {
    if (chance(10)) {
      return new Words().add(mrs(LOADED, number("dczid_el0"))).see(LOADED).done();
    }
    int number = chance(85) ? READ[random.nextInt(READ.length)] : 0x8000 | random.nextInt(0x8000);
    if (A64Register.of(number) != null && !isRead(number)) {
      number = number("midr_el1");
    }
    return new Words().add(movz(LOADED, 0, 0), mrs(LOADED, number)).see(LOADED).done();
  }

  private int[] writeRegister() {
    Words w = new Words();
    switch (random.nextInt(12)) {
      case 0 -> write(w, "sctlr_el1", control()).add(ISB);
      case 1 ->
          write(w, "tcr_el1", translation()).add(ISB, msr(number("tlbi vmalle1"), ZERO), DSB, ISB);
      case 2 -> write(w, "ttbr0_el1", root()).add(ISB);
      case 3 -> write(w, "cpacr_el1", (long) random.nextInt(4) << 20).add(ISB);
      case 4 ->
          write(w, "csselr_el1", random.nextInt(3))
              .add(ISB, mrs(LOADED, number("ccsidr_el1")))
              .see(LOADED);
      case 5 -> write(w, "cntkctl_el1", random.nextInt(4) | random.nextInt(4) << 8);
      case 6 -> write(w, "sp_el0", random.nextLong() & -16L);
      case 7 -> {
        String timer = "cnt" + one(List.of("v", "p"));
        w.add(daifset(2));
        write(w, timer + "_cval_el0", random.nextInt(2) - 1L);
        write(w, timer + "_ctl_el0", random.nextInt(4)).add(ISB);
        w.add(mrs(LOADED, number(timer + "_ctl_el0"))).see(LOADED);
      }
      default -> write(w, one(FREE), random.nextLong()).add(ISB);
    }
    return w.done();
  }

  private static Words write(Words w, String name, long value) {
    return w.li(BASE, value).add(msr(number(name.toLowerCase(Locale.ROOT)), BASE));
  }

  // ---- exceptions and states

  /** Interrupts are raised while they are masked: when they are not, the time would tell. */
  private int[] interrupt() {
    Words w = new Words().add(daifset(2)).li(BASE, ArmLayout.UPPER + ArmLayout.GIC_DISTRIBUTOR);
    w.li(LOADED, 0x0200_0000L | random.nextInt(16)).add(strWord(LOADED, BASE, 0xF00), DSB);
    if (chance(30)) {
      w.add(WFI);
    }
    if (chance(20)) {
      // At level 0, where it traps unless an interrupt is pending.
      w.add(adr(BASE, 20), msr(number("elr_el1"), BASE), movz(BASE, 0x3C0, 0));
      return w.add(msr(number("spsr_el1"), BASE), ERET, WFI).done();
    }
    return w.add(daifclr(random.nextInt(16))).done();
  }

  private int[] call() {
    Words w = new Words();
    switch (random.nextInt(9)) {
      case 0, 1 -> w.add(svc(random.nextInt(0x1000)));
      case 2, 3 -> w.add(svc(ArmHarness.RISE));
      case 4 -> w.add(brk(random.nextInt(0x1_0000)));
      case 5 ->
          w.li(0, 0x8400_00F0L + random.nextInt(16)).add(hvc(0)).see(0).li(0, ArmHarness.BENIGN);
      case 6 -> w.add(random.nextBoolean() ? smc(random.nextInt(9)) : hlt(random.nextInt(9)));
      case 7 -> {
        int word = random.nextInt();
        w.add(isUndefined(word) ? word : 0);
      }
      default -> w.add(0x1E60_2820 | 22 /* fadd d22, d1, d0 */ & ~0x1F | 22);
    }
    return w.done();
  }

  /** Whether a word raises an exception because it is no instruction. */
  static boolean isUndefined(int word) {
    return A64Decoder.row(word) == null && !isOpen(word);
  }

  /** Whether an undefined word is left out: hints and barriers are, and debug states. */
  private static boolean isOpen(int word) {
    return (word & 0xFF00_0000) == 0xD500_0000 || (word & 0xFF00_0000) == 0xD400_0000;
  }

  private int[] state() {
    Words w = new Words();
    switch (random.nextInt(6)) {
      case 0 -> w.add(spsel(random.nextInt(2)));
      case 1 -> w.add(daifset(random.nextInt(16)));
      case 2 -> w.add(daifclr(random.nextInt(16)));
      case 3 -> write(w, "nzcv", random.nextLong());
      default -> {
        // A return to the operation's end or elsewhere, in a state that there may be.
        w.add(mov(BASE, ArmHarness.LANDING));
        if (chance(20)) {
          w.li(BASE, tables.address(chance(80) ? 16 : 1));
        }
        w.add(msr(number("elr_el1"), BASE)).li(BASE, spsr());
        w.add(msr(number("spsr_el1"), BASE), ERET);
      }
    }
    return w.done();
  }

  /** A state: of level 0 or 1, sometimes one that there is not. */
  int spsr() {
    int mode = chance(85) ? List.of(0, 4, 5).get(random.nextInt(3)) : random.nextInt(16);
    int illegal = chance(5) ? 1 << 20 : 0;
    return (random.nextInt(16) << 28) | illegal | (random.nextInt(16) << 6) | mode;
  }

  /** A state in which an episode begins. */
  int first() {
    return (random.nextInt(16) << 28)
        | (random.nextInt(16) << 6)
        | (chance(50) ? 5 : chance(50) ? 4 : 0);
  }
}

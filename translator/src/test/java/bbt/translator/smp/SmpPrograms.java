package bbt.translator.smp;

import static bbt.ptg.riscv.Insn.*;

import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import bbt.translator.riscv.cpu.Csr;

/** Programs whose result the architecture decides, whatever the machine. */
enum SmpPrograms {
  LOCK_BY_RESERVATION {
    @Override
    SmpProgram assemble(int harts) {
      return lock(
          harts,
          p -> {
            String again = p.fresh();
            p.a.label(again).r(LR_D, 5, 28, 0).branch(BNE, 5, 0, again);
            p.a.li(5, 1).r(SC_D, 6, 28, 5).branch(BNE, 6, 0, again);
          });
    }
  },
  LOCK_BY_SWAP_WITH_PAUSE {
    @Override
    SmpProgram assemble(int harts) {
      return lock(
          harts,
          p -> {
            String again = p.fresh();
            String got = p.fresh();
            p.a.label(again).li(5, 1).r(AMOSWAP_W, 5, 28, 5).branch(BEQ, 5, 0, got);
            p.a.op(PAUSE).jal(0, again).label(got);
          });
    }
  },
  COUNT_BY_RESERVATION {
    @Override
    SmpProgram assemble(int harts) {
      SmpProgram p = SmpProgram.machine(harts);
      p.times(
          ROUNDS,
          () -> {
            String again = p.fresh();
            p.a.label(again).r(LR_D, 5, 19, 0).i(ADDI, 5, 5, 1);
            p.a.r(SC_D, 6, 19, 5).branch(BNE, 6, 0, again);
          });
      p.join().a.i(LD, 5, 19, 0);
      return p.expect(5, (long) ROUNDS * harts, 1).pass();
    }
  },
  COUNT_BY_ADD {
    @Override
    SmpProgram assemble(int harts) {
      SmpProgram p = SmpProgram.machine(harts);
      p.times(ROUNDS, () -> p.a.li(5, 3).r(AMOADD_W, 6, 19, 5));
      p.join().a.i(LW, 5, 19, 0);
      return p.expect(5, 3L * ROUNDS * harts, 1).pass();
    }
  },

  /** A store by another hart into the reserved line makes sc fail. */
  RESERVATION_IS_BROKEN {
    @Override
    SmpProgram assemble(int harts) {
      return brokenReservation(1);
    }
  },

  /**
   * A store by another hart into the reserved line makes sc fail though it changes nothing. QEMU's
   * sc compares values and does not notice.
   */
  RESERVATION_IS_BROKEN_BY_THE_SAME_VALUE {
    @Override
    SmpProgram assemble(int harts) {
      return brokenReservation(0);
    }

    @Override
    boolean qemu() {
      return false;
    }
  },

  /** A token goes round by interrupts; who waits for it sleeps. */
  INTERRUPTS_GO_ROUND {
    @Override
    SmpProgram assemble(int harts) {
      SmpProgram p = SmpProgram.machine(harts);
      p.a.li(5, 8).i(CSRRW, 0, 5, Csr.MIE);
      p.leader(
          () -> {
            p.a.li(7, 0);
            p.msip(1);
          });
      p.times(
          300,
          () -> {
            String sleep = p.fresh();
            p.a.label(sleep).op(WFI).i(CSRRS, 5, 0, Csr.MIP).i(ANDI, 5, 5, 8);
            p.a.branch(BEQ, 5, 0, sleep).i(ADDI, 7, 18, 0);
            p.msip(0).fence();
            p.a.i(LD, 5, 19, 0).i(ADDI, 5, 5, 1).s(SD, 5, 19, 0);
            p.fence();
            String notLast = p.fresh();
            p.a.i(ADDI, 7, 18, 1).li(5, harts).branch(BNE, 7, 5, notLast).li(7, 0).label(notLast);
            p.msip(1);
          });
      p.join().a.i(LD, 5, 19, 0);
      return p.expect(5, 300L * harts, 1).pass();
    }
  },

  /** Each hart's timer wakes it, not before its time, while hart 0 spins. */
  TIMERS_WAKE_THEIR_HARTS {
    @Override
    SmpProgram assemble(int harts) {
      SmpProgram p = SmpProgram.machine(harts);
      p.others(
          () -> {
            p.a.li(5, 0x80).i(CSRRW, 0, 5, Csr.MIE).li(28, MTIME).i(LD, 29, 28, 0);
            p.a.i(SLLI, 30, 18, 10).r(ADD, 29, 29, 30);
            p.a.li(6, MTIMECMP).i(SLLI, 5, 18, 3).r(ADD, 6, 6, 5).s(SD, 29, 6, 0);
            String sleep = p.fresh();
            p.a.label(sleep).op(WFI).i(CSRRS, 5, 0, Csr.MIP).i(ANDI, 5, 5, 0x80);
            p.a.branch(BEQ, 5, 0, sleep).i(LD, 5, 28, 0);
            p.a.r(SLTU, 5, 5, 29); // woken too early
            p.add(0, 5);
          });
      p.join().a.i(LD, 5, 19, 0);
      return p.expect(5, 0, 1).pass();
    }
  },

  /**
   * Hart 0 changes a function that the others call all the time. QEMU loses a change now and then
   * when harts run in parallel: between its dropping what was translated and the store, another
   * hart translates the old bytes again.
   */
  CODE_CHANGES {
    @Override
    SmpProgram assemble(int harts) {
      SmpProgram p = SmpProgram.machine(harts);
      return changingCode(p, () -> p.a.op(FENCE_I));
    }

    @Override
    boolean qemu() {
      return false;
    }
  },

  /** Never are both of two stores after both of the loads that follow them. */
  STORES_COME_BEFORE_LOADS {
    @Override
    SmpProgram assemble(int harts) {
      SmpProgram p = SmpProgram.machine(2);
      // Round r: own flag at 0x1000 + 16 r + 8 hart; what the other's was, at 0x20000 beyond.
      p.a.i(SLLI, 28, 18, 3).r(ADD, 28, 28, 19).i(XORI, 29, 28, 8).li(5, 0x1000);
      p.a.r(ADD, 28, 28, 5).r(ADD, 29, 29, 5).li(30, 0x2_0000).r(ADD, 30, 30, 28);
      p.a.i(SLLI, 31, 18, 3).r(ADD, 31, 31, 19).i(XORI, 7, 31, 8);
      p.times(
          ROUNDS,
          () -> {
            // Both meet before each round.
            String meet = p.fresh();
            p.fence().a.s(SD, 22, 31, 0).label(meet).i(LD, 5, 7, 0).branch(BLT, 5, 22, meet);
            p.fence().a.i(ADDI, 28, 28, 16).i(ADDI, 29, 29, 16).i(ADDI, 30, 30, 16);
            p.a.s(SD, 22, 28, 0);
            p.fence().a.i(LD, 5, 29, 0).s(SD, 5, 30, 0);
          });
      p.join().a.li(30, 0x2_1000).r(ADD, 30, 30, 19).li(29, 0);
      p.times(
          ROUNDS,
          () -> {
            p.a.i(ADDI, 30, 30, 16).i(LD, 5, 30, 0).i(LD, 6, 30, 8).r(OR, 5, 5, 6);
            p.a.i(SLTIU, 5, 5, 1).r(ADD, 29, 29, 5);
          });
      return p.expect(29, 0, 1).pass();
    }
  },

  /** Peterson's lock: loads and stores alone, in the order of the program. */
  LOCK_BY_STORES {
    @Override
    SmpProgram assemble(int harts) {
      SmpProgram p = SmpProgram.machine(2);
      p.a.i(SLLI, 28, 18, 3).r(ADD, 28, 28, 19).i(XORI, 29, 28, 8).i(XORI, 30, 18, 1);
      p.times(
          ROUNDS,
          () -> {
            String spin = p.fresh();
            String enter = p.fresh();
            p.a.li(5, 1).s(SD, 5, 28, 0);
            p.fence().a.s(SD, 30, 19, 16);
            p.fence().a.label(spin).i(LD, 5, 29, 0).branch(BEQ, 5, 0, enter);
            p.a.i(LD, 5, 19, 16).branch(BEQ, 5, 30, spin).label(enter);
            p.fence().a.i(LD, 5, 19, 64).i(ADDI, 5, 5, 1).s(SD, 5, 19, 64);
            p.fence().a.s(SD, 0, 28, 0);
          });
      p.join().a.i(LD, 5, 19, 64);
      return p.expect(5, 2L * ROUNDS, 1).pass();
    }
  },

  /** Harts are started, stop, and are started again. */
  FIRMWARE_STARTS_AND_STOPS {
    @Override
    SmpProgram assemble(int harts) {
      SmpProgram p = SmpProgram.supervisor(harts);
      p.others(
          () -> {
            // a1 is three times the hart's number plus the round.
            p.a.r(SUB, 5, 21, 18).r(SUB, 5, 5, 18).r(SUB, 5, 5, 18);
            p.add(0, 5).fence().call(SmpProgram.HSM, 1).a.jal(0, "park");
          });
      for (int round = 1; round <= 3; round++) {
        int plus = round;
        p.forEachOther(() -> p.awaitState(1, 1).start("secondary", plus, 2));
        p.forEachOther(() -> p.awaitState(1, 3));
      }
      p.a.i(LD, 5, 19, 0);
      p.expect(5, 6L * (harts - 1), 4);
      // What does not exist or has been started cannot be started.
      p.a.i(ADDI, 10, 18, 0).la(11, "secondary");
      p.call(SmpProgram.HSM, 0).expect(10, -6, 5);
      p.a.li(10, 1000).la(11, "secondary");
      p.call(SmpProgram.HSM, 0).expect(10, -3, 6);
      return p.pass();
    }
  },

  /** Harts suspend themselves in both ways and are woken by interrupts. */
  FIRMWARE_SUSPENDS {
    @Override
    SmpProgram assemble(int harts) {
      SmpProgram p = SmpProgram.supervisor(harts);
      p.others(
          () -> {
            p.a.li(5, 2).i(CSRRW, 0, 5, Csr.SIE).li(9, 0x5A5);
            p.a.li(10, 0);
            p.call(SmpProgram.HSM, 3).expect(10, 0, 10).expect(9, 0x5A5, 11);
            p.a.emit(CSRRCI, new Operands(0, 2, 0, 0, Csr.SIP, 0)).li(5, 1);
            p.add(0, 5);
            // Not before hart 0 has seen that it went on.
            p.a.li(28, 1).i(SLLI, 29, 18, 3).r(ADD, 29, 29, 19);
            String go = p.fresh();
            p.a.label(go).i(LD, 5, 29, 0x200).branch(BEQ, 5, 0, go);
            p.a.li(10, 0x8000_0000L).la(11, "resume").li(12, 77);
            p.call(SmpProgram.HSM, 3).expect(10, 0, 12).a.jal(0, "park");
            p.a.label("resume").i(ADDI, 18, 10, 0).li(19, p.data).li(20, 0);
            p.expect(11, 77, 13).a.i(CSRRS, 5, 0, Csr.SATP);
            p.expect(5, 0, 14).a.emit(CSRRCI, new Operands(0, 2, 0, 0, Csr.SIP, 0)).li(5, 100);
            p.add(0, 5).fence().call(SmpProgram.HSM, 1).a.jal(0, "park");
          });
      p.forEachOther(
          () -> {
            p.start("secondary", 1, 1).awaitState(4, 2);
            p.a.li(10, 1).i(ADDI, 11, 23, 0);
            p.call(SmpProgram.IPI, 0).expect(10, 0, 3).awaitState(0, 4);
            p.a.i(SLLI, 29, 23, 3).r(ADD, 29, 29, 19).li(5, 1).s(SD, 5, 29, 0x200);
            p.awaitState(4, 5).a.li(10, 1).i(ADDI, 11, 23, 0);
            p.call(SmpProgram.IPI, 0).expect(10, 0, 6).awaitState(1, 7);
          });
      p.a.i(LD, 5, 19, 0);
      return p.expect(5, 101L * (harts - 1), 8).pass();
    }
  },

  /** The leading hart moves a page that the others read and execute, and has their TLBs told. */
  TRANSLATIONS_CHANGE {
    @Override
    SmpProgram assemble(int harts) {
      return RemoteFence.assemble(harts);
    }
  };

  static final int ROUNDS = 1500;
  static final long MTIMECMP = 0x200_4000;
  static final long MTIME = 0x200_BFF8;

  /** Makes the program; for two harts if it has no use for more. */
  abstract SmpProgram assemble(int harts);

  /** Whether it needs firmware below it. */
  boolean supervisor() {
    return name().startsWith("FIRMWARE") || this == TRANSLATIONS_CHANGE;
  }

  /** Whether QEMU passes. */
  boolean qemu() {
    return true;
  }

  private static SmpProgram brokenReservation(int change) {
    SmpProgram p = SmpProgram.machine(2);
    int rounds = 100;
    p.a.i(ADDI, 28, 19, 0x100).li(29, 0);
    p.leader(
        () ->
            p.times(
                rounds,
                () -> {
                  p.a.r(LR_D, 30, 28, 0);
                  p.publish(0, 22).await(8, 22, false);
                  p.a.r(SC_D, 7, 28, 30).r(SLTU, 7, 0, 7).r(ADD, 29, 29, 7);
                }));
    p.others(
        () ->
            p.times(
                rounds,
                () -> {
                  p.await(0, 22, false);
                  p.a.i(LD, 5, 28, 0).i(ADDI, 5, 5, change).s(SD, 5, 28, 0);
                  p.publish(8, 22);
                }));
    p.join();
    return p.expect(29, rounds, 1).pass();
  }

  private interface Part {
    void assemble(SmpProgram p);
  }

  /** Each hart takes a lock (address in x28) again and again to count without atomic accesses. */
  private static SmpProgram lock(int harts, Part acquire) {
    SmpProgram p = SmpProgram.machine(harts);
    p.a.i(ADDI, 28, 19, 0x400);
    p.times(
        ROUNDS,
        () -> {
          acquire.assemble(p);
          p.fence().a.i(LD, 5, 19, 0).i(ADDI, 5, 5, 1).s(SD, 5, 19, 0);
          p.fence().a.s(SD, 0, 28, 0);
        });
    p.join().a.i(LD, 5, 19, 0);
    return p.expect(5, (long) ROUNDS * harts, 1).pass();
  }

  /**
   * Hart 0 changes a function eight times; each hart that knows of a version must get at least that
   * one from it.
   *
   * @param beforeCall what the architecture asks for
   */
  static SmpProgram changingCode(SmpProgram p, Runnable beforeCall) {
    int versions = 8;
    int addi = Encoder.i(Insn.ADDI, 10, 0, 0);
    p.leader(
        () ->
            p.times(
                versions,
                () -> {
                  // Not before it was called often with the version before.
                  p.a.li(7, 2500).r(MUL, 7, 7, 22);
                  p.await(8, 7, false);
                  p.a.la(28, "function").li(29, addi).i(SLLI, 30, 22, 20).r(ADD, 29, 29, 30);
                  // Two stores: after the first nothing of the page is known as code.
                  p.a.i(LW, 31, 28, 4).s(SW, 31, 28, 4).s(SW, 29, 28, 0);
                  p.publish(0, 22);
                }));
    p.others(
        () -> {
          String again = p.fresh();
          p.a.li(28, 0).label(again).i(LD, 29, 19, 0);
          p.fence();
          beforeCall.run();
          p.a.jal(1, "function").r(SLTU, 5, 10, 29).li(6, versions).r(SLTU, 6, 6, 10);
          p.a.r(OR, 5, 5, 6);
          p.add(16, 5);
          String notFirst = p.fresh();
          p.a.i(ADDI, 28, 28, 1).li(5, 1).branch(BNE, 18, 5, notFirst).s(SD, 28, 19, 8);
          p.a.label(notFirst).li(5, versions).branch(BNE, 29, 5, again);
        });
    p.join().a.i(LD, 5, 19, 16);
    p.expect(5, 0, 1).pass();
    p.a.align(4096).label("function").i(ADDI, 10, 0, 0).i(JALR, 0, 1, 0);
    return p;
  }
}

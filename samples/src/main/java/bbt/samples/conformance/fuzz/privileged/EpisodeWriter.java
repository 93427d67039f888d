package bbt.samples.conformance.fuzz.privileged;

import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.kind.EpisodeLog;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.riscv.cpu.Status;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Makes the bootable image of a list of episodes. */
final class EpisodeWriter {
  private final CodeBuffer code = new CodeBuffer(Layout.RAM);

  /** Start and end of each run of operations. */
  private final List<Long> parts = new ArrayList<>();

  private int unique;

  private EpisodeWriter() {}

  /** The image, to be loaded at {@link Layout#RAM} and entered there in M-mode. */
  static byte[] image(List<Episode> episodes) {
    return new EpisodeWriter().write(episodes);
  }

  private byte[] write(List<Episode> episodes) {
    code.jump("start").align(Layout.PAGE);
    while (code.here() < Layout.HARNESS) {
      code.quad(0);
    }
    new PrivilegedHarness(code).write();
    code.jump("episode 0");
    for (int i = 0; i < episodes.size(); i++) {
      episode(episodes.get(i), "episode " + i, "episode " + (i + 1));
    }
    code.label("episode " + episodes.size()).li(Rv.T0, 2);
    code.words(
        Rv.ld(Rv.T5, Rv.GP, PrivilegedHarness.LOG_POINTER), Rv.sd(Rv.T0, Rv.T5, EpisodeLog.TAG));
    code.li(Rv.T0, Layout.FINISHER).li(Rv.T5, 0x5555).words(Rv.store(2, Rv.T5, Rv.T0, 0));
    code.label("over").jump("over");
    if (code.here() > Layout.IMAGE_END) {
      throw new IllegalStateException("too many episodes: the image ends at " + code.here());
    }
    byte[] image = code.finish();
    int shown = Math.min(parts.size(), Layout.PARTS_BYTES / 8);
    ByteBuffer table = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
    table.position((int) (Layout.PARTS - Layout.RAM));
    parts.stream().limit(shown).forEach(table::putLong);
    return image;
  }

  private String fresh(String what) {
    return what + " " + unique++;
  }

  private void episode(Episode e, String here, String next) {
    final String setup = fresh("setup");
    final String body = fresh("body");
    final String pool = fresh("pool");
    final String machineHook = hook(e.machineHook(), true);
    final String supervisorHook = hook(e.supervisorHook(), false);
    body(e, body);
    pool(e, pool);
    code.label(here).call(Rv.T0, setup).jump(next);
    code.label(setup).words(Rv.sd(Rv.T0, Rv.GP, PrivilegedHarness.NEXT)).li(Rv.S10, e.number());
    code.call(Rv.RA, "prepare");
    store(machineHook, PrivilegedHarness.MACHINE_HOOK);
    store(supervisorHook, PrivilegedHarness.SUPERVISOR_HOOK);
    code.li(Rv.T5, code.address(pool));
    String more = fresh("entry");
    code.li(Rv.T0, e.tables().size()).words(Rv.slli(Rv.T0, Rv.T0, 4), Rv.add(Rv.T0, Rv.T0, Rv.T5));
    code.branch(Insn.BEQ, Rv.T0, Rv.T5, more + " none").label(more);
    code.words(Rv.ld(Rv.RA, Rv.T5, 0), Rv.ld(Rv.T4, Rv.T5, 8), Rv.sd(Rv.T4, Rv.RA, 0));
    code.words(Rv.addi(Rv.T5, Rv.T5, 16))
        .branch(Insn.BNE, Rv.T5, Rv.T0, more)
        .label(more + " none");
    for (Episode.Register register : e.csrs()) {
      code.li(Rv.T0, value(register)).words(Rv.csrw(register.csr(), Rv.T0));
    }
    code.li(Rv.T0, e.satp()).words(Rv.csrw(Csr.SATP, Rv.T0), Rv.sfence(Rv.ZERO, Rv.ZERO));
    code.li(Rv.T0, Status.FS).words(Rv.csrs(Csr.MSTATUS, Rv.T0));
    for (int f = 0; f < 8; f++) {
      code.words(Encoder.i(Insn.FLD, f, Rv.T5, 8 * (31 + f)));
    }
    boolean alias = e.privilege() == Cpu.U && e.satp() != 0;
    code.li(Rv.S11, code.address(body) + (alias ? Layout.USER_ALIAS : 0));
    code.words(Rv.csrw(Csr.MEPC, Rv.S11));
    code.li(Rv.T0, e.mstatus() & ~Status.MPP | (long) e.privilege() << Status.MPP_SHIFT);
    code.words(Rv.csrw(Csr.MSTATUS, Rv.T0));
    for (int x = 1; x < 32; x++) {
      if (x != Rv.GP && x != Rv.S9 && x != Rv.S11 && x != Rv.T5 && x != Rv.T6) {
        code.words(Rv.ld(x, Rv.T5, 8 * (x - 1)));
      }
    }
    code.li(Rv.S9, e.repeats()).li(Rv.T6, 0).li(Rv.S10, 0).li(Rv.S8, 0).words(Rv.MRET);
  }

  private long value(Episode.Register register) {
    if (register.csr() != Csr.MTVEC && register.csr() != Csr.STVEC) {
      return register.value();
    }
    int table = (int) (register.value() >>> 2) + (register.csr() == Csr.STVEC ? 2 : 0);
    return code.address(PrivilegedHarness.vectors(table)) | register.value() & 3;
  }

  private void store(String label, int variable) {
    if (label == null) {
      code.words(Rv.sd(Rv.ZERO, Rv.GP, variable));
    } else {
      code.li(Rv.T5, code.address(label)).words(Rv.sd(Rv.T5, Rv.GP, variable));
    }
  }

  private String hook(List<Operation> operations, boolean machine) {
    if (operations.isEmpty()) {
      return null;
    }
    String label = fresh("hook");
    code.align(4).label(label);
    parts.add(code.here());
    operations.forEach(o -> o.code().accept(code));
    parts.add(code.here());
    code.jump(PrivilegedHarness.hookDone(machine));
    return label;
  }

  private void body(Episode e, String label) {
    code.align(4).label(label);
    if (e.odd()) {
      code.half(Rv.C_NOP);
    }
    String loop = fresh("loop");
    String end = fresh("end");
    code.label(loop);
    parts.add(code.here());
    e.operations().forEach(o -> o.code().accept(code));
    parts.add(code.here());
    code.words(Rv.addi(Rv.S9, Rv.S9, -1)).branch(Insn.BEQ, Rv.S9, Rv.ZERO, end).jump(loop);
    code.label(end).li(Rv.T6, PrivilegedHarness.LEAVE);
    String leave = fresh("leave");
    code.label(leave).words(Rv.ECALL).jump(leave);
  }

  private void pool(Episode e, String label) {
    code.align(8).label(label);
    for (PageTables.Entry entry : e.tables()) {
      code.quad(entry.address()).quad(entry.value());
    }
    e.registers().forEach(code::quad);
  }
}

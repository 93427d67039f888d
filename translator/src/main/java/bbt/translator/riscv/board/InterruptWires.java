package bbt.translator.riscv.board;

import bbt.translator.device.InterruptLine;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.run.MachineHart;
import bbt.translator.state.Fields;
import java.util.ArrayList;
import java.util.List;

/** Connects interrupt controllers with harts: a hart hears of changes only. */
final class InterruptWires {
  private final List<MachineHart> harts;
  private final List<Wire> wires = new ArrayList<>();

  InterruptWires(List<MachineHart> harts) {
    this.harts = harts;
  }

  private static final class Wire implements InterruptLine {
    private final Cpu cpu;
    private final int mipBit;
    private boolean current;

    Wire(Cpu cpu, int mipBit) {
      this.cpu = cpu;
      this.mipBit = mipBit;
    }

    @Override
    public void set(boolean level) {
      if (level != current) {
        current = level;
        cpu.csrs.setPending(mipBit, level);
      }
    }
  }

  /**
   * Returns a new line into a hart.
   *
   * @param mipBit the bit of mip that it sets and clears
   */
  InterruptLine line(int hart, int mipBit) {
    Wire wire = new Wire((Cpu) harts.get(hart).cpu, mipBit);
    wires.add(wire);
    return wire;
  }

  /** Saves or loads the state, for a snapshot. */
  void state(Fields f) {
    for (Wire wire : wires) {
      wire.current = f.of(wire.current);
    }
  }
}

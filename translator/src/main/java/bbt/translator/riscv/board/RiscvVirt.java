package bbt.translator.riscv.board;

import bbt.ptg.guest.GuestIsa;
import bbt.ptg.riscv.RiscvIsa;
import bbt.translator.code.CodeMemory;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.Tiering;
import bbt.translator.codegen.GuestCode;
import bbt.translator.config.MachineConfig;
import bbt.translator.debug.Probe;
import bbt.translator.device.Bus;
import bbt.translator.device.GuestMemory;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.TrapEntry;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.guest.GuestBoard;
import bbt.translator.guest.HartRegisters;
import bbt.translator.guest.QemuBoard;
import bbt.translator.guest.Surroundings;
import bbt.translator.hart.Platform;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.PageTableRoots;
import bbt.translator.riscv.cpu.RiscvRegisters;
import bbt.translator.riscv.interp.Interpreters;
import bbt.translator.riscv.lift.RiscvCode;
import bbt.translator.run.MachineHart;
import bbt.translator.trace.AddressSpaces;
import bbt.translator.trace.Recorder;
import java.io.IOException;
import java.util.List;

/** The architecture RV64GC on a board that is QEMU's {@code virt}. */
public final class RiscvVirt implements GuestArchitecture {
  private final HartRegisters registers = new RiscvRegisters();

  @Override
  public GuestIsa isa() {
    return RiscvIsa.RV64;
  }

  @Override
  public QemuBoard qemu() {
    return new QemuBoard("qemu-system-riscv64", "qemu-system-misc", List.of("-M", "virt"));
  }

  @Override
  public long ramBase() {
    return MemoryMap.RAM;
  }

  @Override
  public GuestCode code() {
    return RiscvCode.RV64;
  }

  @Override
  public MachineHart hart(
      int number, MachineConfig config, Ram ram, CodeMemory code, Bus bus, Platform platform) {
    Cpu cpu = Cpu.create(number, ram, code, bus, platform);
    if (config.softwarePageBits()) {
      cpu.csrs.withoutSvadu();
    }
    return new MachineHart(cpu, cpu.mmu, MachineHart.State.STARTING);
  }

  @Override
  public NodeInterpreter interpreter(
      FetchTlb fetchTlb, Tiering tiering, TrapEntry traps, Probe probe) {
    return Interpreters.plain(fetchTlb, tiering, traps, probe);
  }

  @Override
  public NodeInterpreter recordingInterpreter(
      FetchTlb fetchTlb,
      Tiering tiering,
      TrapEntry traps,
      Recorder recorder,
      CodeMemory memory,
      boolean verify,
      Probe probe) {
    return Interpreters.recording(fetchTlb, tiering, traps, recorder, memory, verify, probe);
  }

  @Override
  public GuestBoard board(Surroundings around) throws IOException {
    return new Board(around);
  }

  @Override
  public AddressSpaces addressSpaces(GuestMemory memory) {
    return new PageTableRoots(memory);
  }

  @Override
  public HartRegisters registers() {
    return registers;
  }
}

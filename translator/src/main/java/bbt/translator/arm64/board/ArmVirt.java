package bbt.translator.arm64.board;

import bbt.ptg.arm64.A64Isa;
import bbt.ptg.guest.GuestIsa;
import bbt.translator.arm64.cpu.A64Cpu;
import bbt.translator.arm64.cpu.A64HartRegisters;
import bbt.translator.arm64.cpu.ProgramTables;
import bbt.translator.arm64.interp.A64Interpreter;
import bbt.translator.arm64.interp.A64WatchedInterpreter;
import bbt.translator.arm64.lift.A64Code;
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
import bbt.translator.run.MachineHart;
import bbt.translator.trace.AddressSpaces;
import bbt.translator.trace.Recorder;
import java.io.IOException;
import java.util.List;

/** The architecture AArch64 on a board that is QEMU's {@code virt}. */
public final class ArmVirt implements GuestArchitecture {
  @Override
  public GuestIsa isa() {
    return A64Isa.ARM64;
  }

  /** {@inheritDoc} Without the network that it has unasked: a device of PCI. */
  @Override
  public QemuBoard qemu() {
    return new QemuBoard(
        "qemu-system-aarch64",
        "qemu-system-arm",
        List.of("-M", "virt,gic-version=2", "-cpu", "cortex-a53", "-net", "none"));
  }

  @Override
  public GuestCode code() {
    return A64Code.ARM64;
  }

  @Override
  public long ramBase() {
    return ArmMap.RAM;
  }

  @Override
  public MachineHart hart(
      int number, MachineConfig config, Ram ram, CodeMemory code, Bus bus, Platform platform) {
    return A64Cpu.hart(number, ram, code, bus, platform);
  }

  @Override
  public NodeInterpreter interpreter(
      FetchTlb fetchTlb, Tiering tiering, TrapEntry traps, Probe probe) {
    return probe == null
        ? new A64Interpreter(fetchTlb, tiering, traps)
        : new A64WatchedInterpreter(fetchTlb, tiering, traps, null, false, probe);
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
    A64WatchedInterpreter interpreter =
        new A64WatchedInterpreter(fetchTlb, tiering, traps, recorder, verify, probe);
    memory.listen(interpreter);
    return interpreter;
  }

  @Override
  public GuestBoard board(Surroundings around) throws IOException {
    return new ArmBoard(around);
  }

  @Override
  public AddressSpaces addressSpaces(GuestMemory memory) {
    return new ProgramTables(memory);
  }

  @Override
  public HartRegisters registers() {
    return new A64HartRegisters();
  }
}

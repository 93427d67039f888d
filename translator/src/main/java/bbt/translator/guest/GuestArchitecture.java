package bbt.translator.guest;

import bbt.ptg.guest.GuestIsa;
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
import bbt.translator.hart.Platform;
import bbt.translator.memory.Ram;
import bbt.translator.run.MachineHart;
import bbt.translator.trace.AddressSpaces;
import bbt.translator.trace.Recorder;
import java.io.IOException;

/** Creates the parts of a machine that depend on the guest's architecture; without state. */
public interface GuestArchitecture {
  /** The instruction set. */
  GuestIsa isa();

  /** What of QEMU's the board is like. */
  QemuBoard qemu();

  /** The guest's code, for the compiler of regions. */
  GuestCode code();

  /** Physical address where RAM begins. */
  long ramBase();

  /** A new hart in its reset state, starting. */
  MachineHart hart(
      int number, MachineConfig config, Ram ram, CodeMemory code, Bus bus, Platform platform);

  /**
   * An interpreter that records nothing.
   *
   * @param probe who looks, or null
   */
  NodeInterpreter interpreter(FetchTlb fetchTlb, Tiering tiering, TrapEntry traps, Probe probe);

  /**
   * An interpreter that records.
   *
   * @param memory the code executed; stores into it cut the open node
   * @param verify whether to compute the hash of docs/determinism.md 18
   * @param probe who looks, or null
   */
  NodeInterpreter recordingInterpreter(
      FetchTlb fetchTlb,
      Tiering tiering,
      TrapEntry traps,
      Recorder recorder,
      CodeMemory memory,
      boolean verify,
      Probe probe);

  /**
   * Builds the board. Its guest is not loaded.
   *
   * @throws IOException when a drive cannot be opened
   */
  GuestBoard board(Surroundings around) throws IOException;

  /** Numbers the guest's address spaces, for one run. */
  AddressSpaces addressSpaces(GuestMemory memory);

  /** The registers, to be compared. */
  HartRegisters registers();
}

package bbt.translator.guest;

import bbt.packets.ExceptionKind;
import bbt.ptg.guest.GuestIsa;
import bbt.translator.code.CodeMemory;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.Tiering;
import bbt.translator.codegen.GuestCode;
import bbt.translator.config.MachineConfig;
import bbt.translator.debug.Probe;
import bbt.translator.device.Bus;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.TrapEntry;
import bbt.translator.hart.Platform;
import bbt.translator.memory.Ram;
import bbt.translator.run.MachineHart;
import bbt.translator.trace.Recorder;
import java.io.IOException;

/** A guest's architecture as a machine needs it; without state. */
public interface GuestArchitecture {
  /** What the compiler of regions is given. */
  GuestCode code();

  /** Its instruction set. */
  default GuestIsa isa() {
    return code().isa();
  }

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

  /** The founding paper's kind of an exception's cause. */
  ExceptionKind kind(long cause);

  /** Its registers, to be compared. */
  HartRegisters registers();
}

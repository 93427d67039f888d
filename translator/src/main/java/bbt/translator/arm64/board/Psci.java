package bbt.translator.arm64.board;

import bbt.translator.arm64.cpu.A64Cpu;
import bbt.translator.device.GuestMemory;
import bbt.translator.run.ExitReason;
import bbt.translator.run.MachineHart;
import bbt.translator.run.PowerState;
import java.util.List;

/** The Power State Coordination Interface (Arm DEN 0022), version 1.1, called by {@code hvc}. */
final class Psci {
  private static final int VERSION = 0x8400_0000;
  private static final int CPU_SUSPEND = 0x8400_0001;
  private static final int CPU_OFF = 0x8400_0002;
  private static final int CPU_ON = 0x8400_0003;
  private static final int AFFINITY_INFO = 0x8400_0004;
  private static final int MIGRATE_INFO_TYPE = 0x8400_0006;
  private static final int SYSTEM_OFF = 0x8400_0008;
  private static final int SYSTEM_RESET = 0x8400_0009;
  private static final int FEATURES = 0x8400_000A;

  /** Bit of the functions that have forms of 32 and of 64 bits. */
  private static final int WIDE = 1 << 30;

  private static final long VERSION_1_1 = 1 << 16 | 1;

  /** There is no trusted system that would have to be moved. */
  private static final long NO_MIGRATION = 2;

  private static final long SUCCESS = 0;
  private static final long NOT_SUPPORTED = -1;
  private static final long INVALID_PARAMETERS = -2;
  private static final long ALREADY_ON = -4;
  private static final long ON_IS_PENDING = -5;
  private static final long INVALID_ADDRESS = -9;

  /** Level of affinity that is the whole machine. */
  private static final long HIGHEST_LEVEL = 3;

  private static final long ON = 0;
  private static final long OFF = 1;
  private static final long ON_PENDING = 2;

  private final List<MachineHart> harts;
  private final PowerState power;
  private final GuestMemory memory;

  Psci(List<MachineHart> harts, PowerState power, GuestMemory memory) {
    this.harts = harts;
    this.power = power;
    this.memory = memory;
  }

  /** Serves the call in the registers of a processor. */
  void call(A64Cpu caller) {
    int function = (int) caller.x[0];
    long bits = (function & WIDE) != 0 ? -1 : 0xFFFF_FFFFL;
    caller.x[0] =
        answer(caller, function, caller.x[1] & bits, caller.x[2] & bits, caller.x[3] & bits);
  }

  private long answer(A64Cpu caller, int function, long argument, long second, long third) {
    return switch (function) {
      case VERSION -> VERSION_1_1;
      case FEATURES -> has((int) argument) ? SUCCESS : NOT_SUPPORTED;
      case MIGRATE_INFO_TYPE -> NO_MIGRATION;
      case CPU_SUSPEND, CPU_SUSPEND | WIDE -> {
        caller.platform.waitForInterrupt(caller);
        yield SUCCESS;
      }
      case CPU_OFF -> {
        harts.get(caller.hartId).state = MachineHart.State.STOPPED;
        caller.expire();
        if (harts.stream().allMatch(hart -> hart.state == MachineHart.State.STOPPED)) {
          power.end(ExitReason.IDLE_FOREVER, 0, "the guest stopped its last processor");
        }
        yield SUCCESS;
      }
      case CPU_ON, CPU_ON | WIDE -> on(argument, second, third);
      case AFFINITY_INFO, AFFINITY_INFO | WIDE -> affinity(argument, second);
      case SYSTEM_OFF -> {
        power.powerOff();
        yield SUCCESS;
      }
      case SYSTEM_RESET -> {
        power.reset();
        yield SUCCESS;
      }
      default -> NOT_SUPPORTED;
    };
  }

  private static boolean has(int function) {
    return switch (function) {
      case VERSION,
          FEATURES,
          MIGRATE_INFO_TYPE,
          CPU_SUSPEND,
          CPU_SUSPEND | WIDE,
          CPU_OFF,
          CPU_ON,
          CPU_ON | WIDE,
          AFFINITY_INFO,
          AFFINITY_INFO | WIDE,
          SYSTEM_OFF,
          SYSTEM_RESET ->
          true;
      default -> false;
    };
  }

  /** The processor with an affinity; null where there is none. */
  private MachineHart find(long affinity) {
    return affinity >= 0 && affinity < harts.size() ? harts.get((int) affinity) : null;
  }

  private long on(long affinity, long address, long context) {
    MachineHart hart = find(affinity);
    if (hart == null) {
      return INVALID_PARAMETERS;
    }
    if (hart.state == MachineHart.State.STARTING) {
      return ON_IS_PENDING;
    }
    if (hart.state != MachineHart.State.STOPPED) {
      return ALREADY_ON;
    }
    if ((address & 3) != 0 || !memory.contains(address, 4)) {
      return INVALID_ADDRESS;
    }
    hart.start(address, context);
    return SUCCESS;
  }

  /**
   * The state of a processor; a group of them is always on.
   *
   * @param level 0 for a processor, above for groups
   */
  private long affinity(long affinity, long level) {
    if (level != 0) {
      return Long.compareUnsigned(level, HIGHEST_LEVEL) <= 0 ? ON : INVALID_PARAMETERS;
    }
    MachineHart hart = find(affinity);
    if (hart == null) {
      return INVALID_PARAMETERS;
    }
    return switch (hart.state) {
      case STOPPED -> OFF;
      case STARTING -> ON_PENDING;
      case RUNNING, WAITING, SUSPENDED -> ON;
    };
  }
}
